package org.omnigraph.flight.producer;

import static org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo.*;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlNullOrdering;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlOuterJoinsSupportLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedCaseSensitivity;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlTransactionIsolationLevel;
import org.omnigraph.flight.ServerLimits;

/** What the server says about itself, by SqlInfo code: an answer to every standard one. */
final class SqlInfoTable {
  private static final int NONE = 0;

  private final SortedMap<Integer, SqlInfoValue> values = new TreeMap<>();

  private SqlInfoTable() {}

  /**
   * The answers.
   *
   * @param transactional whether the client's driver really begins and ends transactions; the stock
   *     JDBC driver ignores its own commit, so it must not be told that there are any
   */
  static SortedMap<Integer, SqlInfoValue> of(
      String version, ServerLimits limits, boolean transactional) {
    SqlInfoTable table = new SqlInfoTable();
    table.server(version, limits);
    table.language();
    table.functions();
    table.capabilities();
    table.elements();
    table.maxima();
    table.transactions(transactional);
    table.resultSets();
    return table.values;
  }

  private void text(SqlInfo code, String value) {
    values.put(code.getNumber(), new SqlInfoValue.Text(value));
  }

  private void flag(SqlInfo code, boolean value) {
    values.put(code.getNumber(), new SqlInfoValue.Flag(value));
  }

  private void number(SqlInfo code, long value) {
    values.put(code.getNumber(), new SqlInfoValue.Count(value));
  }

  private void int32(SqlInfo code, int value) {
    values.put(code.getNumber(), new SqlInfoValue.Bits(value));
  }

  private void bits(SqlInfo code, int... positions) {
    values.put(code.getNumber(), SqlInfoValue.Bits.of(positions));
  }

  private void texts(SqlInfo code, String words) {
    values.put(code.getNumber(), new SqlInfoValue.Texts(List.of(words.split(" "))));
  }

  private void server(String version, ServerLimits limits) {
    text(FLIGHT_SQL_SERVER_NAME, "OmniGraph Flight");
    text(FLIGHT_SQL_SERVER_VERSION, version);
    text(FLIGHT_SQL_SERVER_ARROW_VERSION, "18.3.0");
    flag(FLIGHT_SQL_SERVER_READ_ONLY, false);
    flag(FLIGHT_SQL_SERVER_SQL, true);
    flag(FLIGHT_SQL_SERVER_SUBSTRAIT, false);
    text(FLIGHT_SQL_SERVER_SUBSTRAIT_MIN_VERSION, "");
    text(FLIGHT_SQL_SERVER_SUBSTRAIT_MAX_VERSION, "");
    // The int32 leg: clients take any other for "no transactions".
    int32(
        FLIGHT_SQL_SERVER_TRANSACTION,
        SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_SAVEPOINT_VALUE);
    flag(FLIGHT_SQL_SERVER_CANCEL, true);
    flag(FLIGHT_SQL_SERVER_BULK_INGESTION, true);
    flag(FLIGHT_SQL_SERVER_INGEST_TRANSACTIONS_SUPPORTED, true);
    int32(FLIGHT_SQL_SERVER_STATEMENT_TIMEOUT, millis(limits.handleIdle()));
    int32(FLIGHT_SQL_SERVER_TRANSACTION_TIMEOUT, millis(limits.transactionIdle()));
  }

  private static int millis(java.time.Duration duration) {
    return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
  }

  private void language() {
    flag(SQL_DDL_CATALOG, false);
    flag(SQL_DDL_SCHEMA, false);
    flag(SQL_DDL_TABLE, false);
    number(
        SQL_IDENTIFIER_CASE,
        SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE_VALUE);
    text(SQL_IDENTIFIER_QUOTE_CHAR, "\"");
    number(
        SQL_QUOTED_IDENTIFIER_CASE,
        SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE_VALUE);
    flag(SQL_ALL_TABLES_ARE_SELECTABLE, true);
    number(SQL_NULL_ORDERING, SqlNullOrdering.SQL_NULLS_SORTED_HIGH_VALUE);
    text(SQL_SEARCH_STRING_ESCAPE, String.valueOf(LikePattern.ESCAPE));
    text(SQL_EXTRA_NAME_CHARACTERS, "");
    text(SQL_SCHEMA_TERM, "branch");
    text(SQL_PROCEDURE_TERM, "procedure");
    text(SQL_CATALOG_TERM, "graph");
    flag(SQL_CATALOG_AT_START, true);
    // Those that SQL:2003 does not reserve.
    texts(SQL_KEYWORDS, "ILIKE LIMIT OFFSET QUALIFY RLIKE UPSERT");
  }

  private void functions() {
    texts(SQL_NUMERIC_FUNCTIONS, "ABS CEIL EXP FLOOR LN LOG10 MOD POWER ROUND SIGN SQRT TRUNCATE");
    texts(SQL_STRING_FUNCTIONS, "CHAR_LENGTH LOWER POSITION REPLACE SUBSTRING TRIM UPPER");
    texts(SQL_SYSTEM_FUNCTIONS, "COALESCE NULLIF");
    texts(SQL_DATETIME_FUNCTIONS, "CURRENT_DATE CURRENT_TIMESTAMP EXTRACT");
    SortedMap<Integer, List<Integer>> conversions = new TreeMap<>();
    Conversions.ALL.forEach((from, to) -> conversions.put(from, to));
    values.put(SQL_SUPPORTS_CONVERT.getNumber(), new SqlInfoValue.Lists(conversions));
  }

  private void capabilities() {
    flag(SQL_SUPPORTS_COLUMN_ALIASING, true);
    flag(SQL_NULL_PLUS_NULL_IS_NULL, true);
    flag(SQL_SUPPORTS_TABLE_CORRELATION_NAMES, true);
    flag(SQL_SUPPORTS_DIFFERENT_TABLE_CORRELATION_NAMES, false);
    flag(SQL_SUPPORTS_EXPRESSIONS_IN_ORDER_BY, true);
    flag(SQL_SUPPORTS_ORDER_BY_UNRELATED, true);
    bits(SQL_SUPPORTED_GROUP_BY, 0, 1);
    flag(SQL_SUPPORTS_LIKE_ESCAPE_CLAUSE, true);
    flag(SQL_SUPPORTS_NON_NULLABLE_COLUMNS, true);
    bits(SQL_SUPPORTED_GRAMMAR, 0, 1);
    bits(SQL_ANSI92_SUPPORTED_LEVEL, 0, 1);
    flag(SQL_SUPPORTS_INTEGRITY_ENHANCEMENT_FACILITY, true);
    bits(SQL_OUTER_JOINS_SUPPORT_LEVEL, SqlOuterJoinsSupportLevel.SQL_FULL_OUTER_JOINS_VALUE);
    flag(SQL_SELECT_FOR_UPDATE_SUPPORTED, false);
    flag(SQL_STORED_PROCEDURES_SUPPORTED, false);
    bits(SQL_SUPPORTED_SUBQUERIES, 0, 1, 2, 3);
    flag(SQL_CORRELATED_SUBQUERIES_SUPPORTED, true);
    bits(SQL_SUPPORTED_UNIONS, 0, 1);
  }

  private void elements() {
    int32(SQL_SCHEMAS_SUPPORTED_ACTIONS, NONE);
    int32(SQL_CATALOGS_SUPPORTED_ACTIONS, NONE);
    int32(SQL_SUPPORTED_POSITIONED_COMMANDS, NONE);
  }

  private void maxima() {
    for (SqlInfo unlimited :
        List.of(
            SQL_MAX_BINARY_LITERAL_LENGTH,
            SQL_MAX_CHAR_LITERAL_LENGTH,
            SQL_MAX_COLUMN_NAME_LENGTH,
            SQL_MAX_COLUMNS_IN_GROUP_BY,
            SQL_MAX_COLUMNS_IN_INDEX,
            SQL_MAX_COLUMNS_IN_ORDER_BY,
            SQL_MAX_COLUMNS_IN_SELECT,
            SQL_MAX_COLUMNS_IN_TABLE,
            SQL_MAX_CONNECTIONS,
            SQL_MAX_CURSOR_NAME_LENGTH,
            SQL_MAX_INDEX_LENGTH,
            SQL_DB_SCHEMA_NAME_LENGTH,
            SQL_MAX_PROCEDURE_NAME_LENGTH,
            SQL_MAX_CATALOG_NAME_LENGTH,
            SQL_MAX_ROW_SIZE,
            SQL_MAX_STATEMENT_LENGTH,
            SQL_MAX_STATEMENTS,
            SQL_MAX_TABLE_NAME_LENGTH,
            SQL_MAX_TABLES_IN_SELECT,
            SQL_MAX_USERNAME_LENGTH)) {
      number(unlimited, NONE);
    }
    flag(SQL_MAX_ROW_SIZE_INCLUDES_BLOBS, true);
  }

  private void transactions(boolean transactional) {
    number(
        SQL_DEFAULT_TRANSACTION_ISOLATION,
        SqlTransactionIsolationLevel.SQL_TRANSACTION_SERIALIZABLE_VALUE);
    flag(SQL_TRANSACTIONS_SUPPORTED, transactional);
    bits(
        SQL_SUPPORTED_TRANSACTIONS_ISOLATION_LEVELS,
        SqlTransactionIsolationLevel.SQL_TRANSACTION_SERIALIZABLE_VALUE);
    flag(SQL_DATA_DEFINITION_CAUSES_TRANSACTION_COMMIT, false);
    flag(SQL_DATA_DEFINITIONS_IN_TRANSACTIONS_IGNORED, false);
    flag(SQL_BATCH_UPDATES_SUPPORTED, true);
    flag(SQL_SAVEPOINTS_SUPPORTED, transactional);
    flag(SQL_NAMED_PARAMETERS_SUPPORTED, false);
    flag(SQL_LOCATORS_UPDATE_COPY, false);
    flag(SQL_STORED_FUNCTIONS_USING_CALL_SYNTAX_SUPPORTED, false);
  }

  private void resultSets() {
    bits(SQL_SUPPORTED_RESULT_SET_TYPES, 1);
    bits(SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_UNSPECIFIED, 1);
    bits(SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_FORWARD_ONLY, 1);
    int32(SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_SENSITIVE, NONE);
    int32(SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_INSENSITIVE, NONE);
  }
}

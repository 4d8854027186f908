package org.omnigraph.query.plan;

import static org.apache.calcite.sql.type.SqlTypeFamily.CHARACTER;

import java.util.List;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlJsonObjectFunction;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Static;

/**
 * Functions of text that holds JSON. A path that leads nowhere, and text that is no JSON, is null.
 */
public final class JsonFunctions {
  /** What is said of a path with a wildcard. */
  public static final String SEVERAL =
      "a JSON path with * or .. gives several values, which is not done here; name one, as"
          + " $.list[0]";

  /** What is said of a path with a condition. */
  public static final String FILTERED =
      "a JSON path with a filter, as ? (@ > 9), is not done here; write the condition in SQL, as"
          + " CAST(JSON_VALUE(x, path) AS BIGINT) > 9";

  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  private static final SqlReturnTypeInference LENGTH =
      ReturnTypes.BIGINT.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  private static final SqlReturnTypeInference TEXTS =
      ReturnTypes.VARCHAR
          .andThen(ListFunctions.LIST_OF_IT)
          .andThen(SqlTypeTransforms.FORCE_NULLABLE);

  /** DuckDB's paths have no mode. */
  static final String MODE = "^(?i)(lax|strict)\\s+\\$";

  /** DuckDB takes {@code *} for a key, and ends its database when it looks for it in a row. */
  private static final String WILD_KEY = "^([*]$|([^$/\"].*)?(\\[\\s*[*]\\s*\\]|[.][.*]))";

  private static final String PLAIN = "regexp_replace({0}, '" + MODE + "', '$')";

  /** Outside of a key between quotes DuckDB takes a filter for a part of a key. */
  private static final String FILTER =
      "regexp_matches(regexp_replace("
          + PLAIN
          + ", '\"([^\"\\\\]|\\\\.)*\"', 'key', 'gs'), '^\\$.*\\?\\s*\\(', 's')";

  /**
   * A path that is not written as a literal. DuckDB says by the type whether it leads to several
   * values; where the path differs from row to row it refuses such a path itself. One without a
   * {@code $} is a key to DuckDB, and with a wildcard refused as a literal is.
   */
  static final SqlFunction PATH =
      KernelFunction.ofText(
          "a JSON path",
          ReturnTypes.ARG0,
          "CASE WHEN "
              + FILTER
              + " THEN CAST("
              + TextBound.failure(FILTERED, "BIGINT")
              + " AS VARCHAR) WHEN typeof(json_extract('{}', "
              + PLAIN
              + ")) = 'JSON[]' OR regexp_matches({0}, '"
              + WILD_KEY
              + "') THEN CAST("
              + TextBound.failure(SEVERAL, "BIGINT")
              + " AS VARCHAR) ELSE "
              + PLAIN
              + " END");

  /** Null instead of what DuckDB would not read. */
  private static final String VALID = "CASE WHEN json_valid({0}) THEN {0} END";

  /** A number, text or truth value as text. */
  static final SqlFunction VALUE =
      json(
          "JSON_VALUE",
          TEXT,
          "CASE WHEN json_type({0}, {1}) NOT IN ('OBJECT', 'ARRAY')"
              + " THEN json_extract_string({0}, {1}) END",
          CHARACTER,
          CHARACTER);

  private static final String TYPE = "json_type({0}, {1})";
  private static final String PART = "CAST(json_extract({0}, {1}) AS VARCHAR)";

  /** An object or an array as JSON. */
  static final SqlFunction QUERY =
      json(
          "JSON_QUERY",
          TEXT,
          "CASE WHEN " + TYPE + " IN ('OBJECT', 'ARRAY') THEN " + PART + " END",
          CHARACTER,
          CHARACTER);

  /**
   * The same with what it says about wrappers, by the name of the {@code
   * SqlJsonQueryWrapperBehavior}; and with what it gives where nothing is there, and where the text
   * is no JSON or the value is neither object nor array and nothing wraps it: the empty text for
   * null.
   */
  static final SqlFunction QUERY_WITH_WORDS =
      json(
          "JSON_QUERY",
          TEXT,
          "CASE WHEN {raw} IS NULL OR {1} IS NULL THEN NULL"
              + " WHEN NOT json_valid({raw}) THEN nullif({4}, '')"
              + (" WHEN " + TYPE + " IS NULL THEN nullif({3}, '')")
              + (" WHEN " + TYPE + " IN ('OBJECT', 'ARRAY')")
              + (" AND {2} <> 'WITH_UNCONDITIONAL_ARRAY' THEN " + PART)
              + " WHEN {2} = 'WITHOUT_ARRAY' THEN nullif({4}, '')"
              + (" ELSE '[' || " + PART + " || ']' END"),
          CHARACTER,
          CHARACTER,
          CHARACTER,
          CHARACTER,
          CHARACTER);

  /** Whatever there is as JSON. */
  static final SqlFunction EXTRACT =
      json("JSON_EXTRACT", TEXT, "json_extract({0}, {1})", CHARACTER, CHARACTER);

  /** The standard's, except that only a key that is null fails, not one that could be. */
  static final SqlFunction OBJECT =
      new SqlJsonObjectFunction() {
        @Override
        public boolean checkOperandTypes(SqlCallBinding call, boolean throwOnFailure) {
          for (int i = 1; i < call.getOperandCount(); i += 2) {
            if (!SqlTypeUtil.inCharFamily(call.getOperandType(i))) {
              if (throwOnFailure) {
                throw call.newError(Static.RESOURCE.expectedCharacter());
              }
              return false;
            }
          }
          return true;
        }
      };

  static final SqlFunction EXISTS =
      json(
          "JSON_EXISTS",
          ReturnTypes.BOOLEAN.andThen(SqlTypeTransforms.FORCE_NULLABLE),
          "json_exists({0}, {1})",
          CHARACTER,
          CHARACTER);

  static final List<SqlOperator> ALL =
      List.of(
          VALUE,
          QUERY,
          QUERY_WITH_WORDS,
          OBJECT,
          EXISTS,
          PATH,
          EXTRACT,
          json("JSON_EXTRACT_STRING", TEXT, "json_extract_string({0}, {1})", CHARACTER, CHARACTER),
          json("JSON_EXTRACT_SCALAR", TEXT, "json_extract_string({0}, {1})", CHARACTER, CHARACTER),
          KernelFunction.of(
              "JSON_VALID", ReturnTypes.BOOLEAN_NULLABLE, "json_valid({0})", CHARACTER),
          json("JSON_TYPE", TEXT, "json_type({0})", CHARACTER),
          json("JSON_TYPE", TEXT, "json_type({0}, {1})", CHARACTER, CHARACTER),
          json("JSON_ARRAY_LENGTH", LENGTH, "json_array_length({0})", CHARACTER),
          json("JSON_ARRAY_LENGTH", LENGTH, "json_array_length({0}, {1})", CHARACTER, CHARACTER),
          json("JSON_KEYS", TEXTS, "json_keys({0})", CHARACTER),
          json("JSON_KEYS", TEXTS, "json_keys({0}, {1})", CHARACTER, CHARACTER));

  private JsonFunctions() {}

  private static KernelFunction json(
      String name, SqlReturnTypeInference type, String template, SqlTypeFamily... arguments) {
    return KernelFunction.of(
        name, type, template.replace("{0}", VALID).replace("{raw}", "{0}"), arguments);
  }
}

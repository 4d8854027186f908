package org.omnigraph.jdbc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What there is: catalogs are graphs, schemas are branches and the system schemas, tables are node
 * and edge types. Everything is asked from the server when it is asked for. A getter that wants one
 * table finds nothing for null.
 */
final class OmniGraphMetaData extends StandardMetaData {
  private static final String INDEXES =
      "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:boolean INDEX_QUALIFIER INDEX_NAME"
          + " TYPE:short ORDINAL_POSITION:short COLUMN_NAME ASC_OR_DESC CARDINALITY:long"
          + " PAGES:long FILTER_CONDITION";

  private static final String UNIQUE_KEYS =
      "SELECT k.table_catalog, k.table_schema, k.table_name, k.constraint_name, k.column_name,"
          + " k.ordinal_position FROM information_schema.key_column_usage k"
          + " JOIN information_schema.table_constraints c ON c.table_catalog = k.table_catalog"
          + " AND c.table_schema = k.table_schema AND c.table_name = k.table_name"
          + " AND c.constraint_name = k.constraint_name"
          + " WHERE c.constraint_type IN ('PRIMARY KEY', 'UNIQUE') AND k.table_name = %s"
          + " AND k.table_schema = %s AND k.table_catalog = %s"
          + " ORDER BY k.constraint_name, k.ordinal_position";

  private static final String KEYS =
      "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM FKTABLE_NAME"
          + " FKCOLUMN_NAME KEY_SEQ:short UPDATE_RULE:short DELETE_RULE:short FK_NAME PK_NAME"
          + " DEFERRABILITY:short";

  private final OmniGraphConnection connection;
  private final ServerSession session;

  OmniGraphMetaData(OmniGraphConnection connection) {
    super(connection.session().info());
    this.connection = connection;
    this.session = connection.session();
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return session.target().shown();
  }

  /** Who the server takes the connection for. */
  @Override
  public String getUserName() throws SQLException {
    List<Answer> rows = ask(o -> session.client().execute("SELECT CURRENT_USER AS \"name\"", o));
    String name = rows.isEmpty() ? null : rows.get(0).text("name");
    return name == null ? "" : name;
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    MetaTable table = MetaTable.of("TABLE_CAT");
    for (Answer row : ask(session.client()::getCatalogs)) {
      table.add(row.text("catalog_name"));
    }
    return table.result("TABLE_CAT");
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemas)
      throws SQLException {
    MetaTable table = MetaTable.of("TABLE_SCHEM TABLE_CATALOG");
    for (Answer row : ask(o -> session.client().getSchemas(catalog, schemas, o))) {
      table.add(row.text("db_schema_name"), row.text("catalog_name"));
    }
    return table.result("TABLE_CATALOG", "TABLE_SCHEM");
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    MetaTable table = MetaTable.of("TABLE_TYPE");
    for (Answer row : ask(session.client()::getTableTypes)) {
      table.add(row.text("table_type"));
    }
    return table.result("TABLE_TYPE");
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String tables,
      String @Nullable [] types)
      throws SQLException {
    MetaTable table =
        MetaTable.of(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                + " SELF_REFERENCING_COL_NAME REF_GENERATION");
    List<String> wanted = types == null ? null : Arrays.asList(types);
    for (Answer row :
        ask(o -> session.client().getTables(catalog, schemas, tables, wanted, false, o))) {
      table.add(
          row.text("catalog_name"),
          row.text("db_schema_name"),
          row.text("table_name"),
          row.text("table_type"),
          "",
          null,
          null,
          null,
          null,
          null);
    }
    return table.result("TABLE_TYPE", "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME");
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String tables,
      @Nullable String columns)
      throws SQLException {
    MetaTable table =
        MetaTable.of(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
                + " BUFFER_LENGTH:int DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS"
                + " COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
                + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
                + " SOURCE_DATA_TYPE:short IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
    LikePattern wanted = new LikePattern(columns);
    for (Answer row :
        ask(o -> session.client().getTables(catalog, schemas, tables, null, true, o))) {
      List<Field> fields = row.schema("table_schema").getFields();
      for (int i = 0; i < fields.size(); i++) {
        if (wanted.matches(fields.get(i).getName())) {
          addColumn(table, row, fields.get(i), i + 1);
        }
      }
    }
    return table.result("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION");
  }

  private static void addColumn(MetaTable table, Answer row, Field field, int position) {
    Column column = Column.of(field);
    boolean nullable = column.nullable() == ResultSetMetaData.columnNullable;
    String remarks =
        field.getMetadata() == null ? null : field.getMetadata().get("ARROW:FLIGHT:SQL:REMARKS");
    table.add(
        row.text("catalog_name"),
        row.text("db_schema_name"),
        row.text("table_name"),
        column.name(),
        column.type(),
        column.typeName(),
        size(column),
        null,
        digits(column),
        column.signed() ? 10 : null,
        nullable ? columnNullable : columnNoNulls,
        remarks == null ? "" : remarks,
        null,
        null,
        null,
        column.type() == Types.VARCHAR ? size(column) : null,
        position,
        nullable ? "YES" : "NO",
        null,
        null,
        null,
        null,
        "NO",
        "NO");
  }

  private static int size(Column column) {
    return column.precision() == 0 ? Integer.MAX_VALUE : column.precision();
  }

  private static @Nullable Integer digits(Column column) {
    return switch (column.type()) {
      case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> 0;
      case Types.DECIMAL, Types.NUMERIC, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
          column.scale();
      default -> null;
    };
  }

  @Override
  public ResultSet getPrimaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName)
      throws SQLException {
    MetaTable table =
        MetaTable.of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:short PK_NAME");
    for (Answer row : primaryKeys(catalog, schema, tableName)) {
      table.add(
          row.text("catalog_name"),
          row.text("db_schema_name"),
          row.text("table_name"),
          row.text("column_name"),
          row.integer("key_sequence"),
          row.text("key_name"));
    }
    return table.result("COLUMN_NAME");
  }

  private List<Answer> primaryKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName)
      throws SQLException {
    if (tableName == null) {
      return List.of();
    }
    TableRef ref = TableRef.of(catalog, schema, tableName);
    return ask(o -> session.client().getPrimaryKeys(ref, o));
  }

  @Override
  public ResultSet getImportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName)
      throws SQLException {
    if (tableName == null) {
      return keys(List.of());
    }
    TableRef ref = TableRef.of(catalog, schema, tableName);
    return keys(ask(o -> session.client().getImportedKeys(ref, o)));
  }

  @Override
  public ResultSet getExportedKeys(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName)
      throws SQLException {
    if (tableName == null) {
      return keys(List.of());
    }
    TableRef ref = TableRef.of(catalog, schema, tableName);
    return keys(ask(o -> session.client().getExportedKeys(ref, o)));
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      @Nullable String parentTable,
      @Nullable String foreignCatalog,
      @Nullable String foreignSchema,
      @Nullable String foreignTable)
      throws SQLException {
    if (parentTable == null || foreignTable == null) {
      return keys(List.of());
    }
    TableRef parent = TableRef.of(parentCatalog, parentSchema, parentTable);
    TableRef foreign = TableRef.of(foreignCatalog, foreignSchema, foreignTable);
    return keys(ask(o -> session.client().getCrossReference(parent, foreign, o)));
  }

  private static ResultSet keys(List<Answer> answers) {
    MetaTable table = MetaTable.of(KEYS);
    for (Answer row : answers) {
      table.add(
          row.text("pk_catalog_name"),
          row.text("pk_db_schema_name"),
          row.text("pk_table_name"),
          row.text("pk_column_name"),
          row.text("fk_catalog_name"),
          row.text("fk_db_schema_name"),
          row.text("fk_table_name"),
          row.text("fk_column_name"),
          row.integer("key_sequence"),
          row.integer("update_rule"),
          row.integer("delete_rule"),
          row.text("fk_key_name"),
          row.text("pk_key_name"),
          importedKeyNotDeferrable);
    }
    return table.result();
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    MetaTable table =
        MetaTable.of(
            "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
                + " NULLABLE:short CASE_SENSITIVE:boolean SEARCHABLE:short"
                + " UNSIGNED_ATTRIBUTE:boolean FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean"
                + " LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int"
                + " SQL_DATETIME_SUB:int NUM_PREC_RADIX:int");
    for (Answer row : ask(session.client()::getXdbcTypeInfo)) {
      String name = row.text("type_name");
      table.add(
          name,
          jdbcType(name == null ? "" : name, row.integer("data_type")),
          row.integer("column_size"),
          row.text("literal_prefix"),
          row.text("literal_suffix"),
          row.list("create_params"),
          row.integer("nullable"),
          row.value("case_sensitive"),
          row.integer("searchable"),
          row.value("unsigned_attribute"),
          row.value("fixed_prec_scale"),
          row.value("auto_increment"),
          row.text("local_type_name"),
          row.integer("minimum_scale"),
          row.integer("maximum_scale"),
          row.integer("sql_data_type"),
          row.integer("datetime_subcode"),
          row.integer("num_prec_radix"));
    }
    return table.result("DATA_TYPE");
  }

  /** ODBC and JDBC number a few types differently; the name decides those. */
  private static @Nullable Integer jdbcType(String name, @Nullable Integer code) {
    String folded = name.toUpperCase(Locale.ROOT);
    if (folded.endsWith("ARRAY")) {
      return Types.ARRAY;
    }
    return switch (folded) {
      case "BOOLEAN" -> Types.BOOLEAN;
      case "DATE" -> Types.DATE;
      case "TIME" -> Types.TIME;
      case "TIMESTAMP" -> Types.TIMESTAMP;
      case "VARCHAR" -> Types.VARCHAR;
      case "VARBINARY" -> Types.VARBINARY;
      default -> code;
    };
  }

  @Override
  public ResultSet getBestRowIdentifier(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      int scope,
      boolean nullable)
      throws SQLException {
    MetaTable table =
        MetaTable.of(
            "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int"
                + " DECIMAL_DIGITS:short PSEUDO_COLUMN:short");
    for (Answer row : primaryKeys(catalog, schema, tableName)) {
      table.add(
          bestRowSession,
          row.text("column_name"),
          Types.VARCHAR,
          "VARCHAR",
          Integer.MAX_VALUE,
          null,
          null,
          bestRowNotPseudo);
    }
    return table.result();
  }

  /** The functions that the server names, without their arguments. */
  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schemas, @Nullable String functions)
      throws SQLException {
    MetaTable table =
        MetaTable.of(
            "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:short SPECIFIC_NAME");
    LikePattern wanted = new LikePattern(functions);
    TreeSet<String> names = new TreeSet<>();
    for (String list :
        List.of(
            getNumericFunctions(),
            getStringFunctions(),
            getSystemFunctions(),
            getTimeDateFunctions())) {
      names.addAll(Arrays.asList(list.split(",", -1)));
    }
    for (String name : names) {
      if (!name.isEmpty() && wanted.matches(name)) {
        table.add(null, null, name, "", functionNoTable, name);
      }
    }
    return table.result();
  }

  @Override
  public ResultSet getFunctionColumns(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String functions,
      @Nullable String columns) {
    return MetaTable.of(
            "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:short DATA_TYPE:int"
                + " TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short NULLABLE:short"
                + " REMARKS CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME")
        .result();
  }

  /** What is unique: the id, a key, and what the schema says is. */
  @Override
  public ResultSet getIndexInfo(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      boolean unique,
      boolean approximate)
      throws SQLException {
    MetaTable table = MetaTable.of(INDEXES);
    if (tableName == null) {
      return table.result();
    }
    for (Answer row : uniqueKeys(catalog, schema, tableName)) {
      table.add(
          row.text("table_catalog"),
          row.text("table_schema"),
          row.text("table_name"),
          false,
          null,
          row.text("constraint_name"),
          tableIndexOther,
          row.integer("ordinal_position"),
          row.text("column_name"),
          null,
          null,
          null,
          null);
    }
    return table.result("NON_UNIQUE", "TYPE", "INDEX_NAME", "ORDINAL_POSITION");
  }

  /** The keys of another graph are told where that is the one that is asked. */
  private List<Answer> uniqueKeys(
      @Nullable String catalog, @Nullable String schema, String tableName) throws SQLException {
    boolean isHere = catalog == null || catalog.equals(connection.getCatalog());
    String branch = schema != null ? schema : isHere ? connection.getSchema() : "main";
    String sql =
        UNIQUE_KEYS.formatted(
            literal(tableName),
            literal(branch),
            catalog == null ? "k.table_catalog" : literal(catalog));
    if (catalog == null || isHere) {
      return ask(o -> session.client().execute(sql, o));
    }
    try {
      return ask(o -> session.client().execute(sql, session.optionsAt(catalog, branch)));
    } catch (SQLException e) {
      if (SqlState.NOT_FOUND.equals(e.getSQLState())) {
        return List.of();
      }
      throw e;
    }
  }

  @Override
  public ResultSet getProcedures(
      @Nullable String catalog, @Nullable String schemas, @Nullable String procedures) {
    return MetaTable.of(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
                + " PROCEDURE_TYPE:short SPECIFIC_NAME")
        .result();
  }

  @Override
  public ResultSet getProcedureColumns(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String procedures,
      @Nullable String columns) {
    return MetaTable.of(
            "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:short"
                + " DATA_TYPE:int TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short"
                + " NULLABLE:short REMARKS COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int"
                + " CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME")
        .result();
  }

  @Override
  public ResultSet getColumnPrivileges(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String tableName,
      @Nullable String columns) {
    return MetaTable.of(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE")
        .result();
  }

  @Override
  public ResultSet getTablePrivileges(
      @Nullable String catalog, @Nullable String schemas, @Nullable String tables) {
    return MetaTable.of("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE")
        .result();
  }

  @Override
  public ResultSet getVersionColumns(
      @Nullable String catalog, @Nullable String schema, @Nullable String tableName) {
    return MetaTable.of(
            "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int"
                + " DECIMAL_DIGITS:short PSEUDO_COLUMN:short")
        .result();
  }

  @Override
  public ResultSet getUDTs(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String names,
      int @Nullable [] types) {
    return MetaTable.of(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:int REMARKS BASE_TYPE:short")
        .result();
  }

  @Override
  public ResultSet getSuperTypes(
      @Nullable String catalog, @Nullable String schemas, @Nullable String names) {
    return MetaTable.of(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME")
        .result();
  }

  @Override
  public ResultSet getSuperTables(
      @Nullable String catalog, @Nullable String schemas, @Nullable String tables) {
    return MetaTable.of("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME").result();
  }

  @Override
  public ResultSet getAttributes(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String names,
      @Nullable String attributes) {
    return MetaTable.of(
            "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:int ATTR_TYPE_NAME ATTR_SIZE:int"
                + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS ATTR_DEF"
                + " SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
                + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
                + " SOURCE_DATA_TYPE:short")
        .result();
  }

  @Override
  public ResultSet getClientInfoProperties() {
    return MetaTable.of("NAME MAX_LEN:int DEFAULT_VALUE DESCRIPTION").result();
  }

  @Override
  public ResultSet getPseudoColumns(
      @Nullable String catalog,
      @Nullable String schemas,
      @Nullable String tables,
      @Nullable String columns) {
    return MetaTable.of(
            "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int COLUMN_SIZE:int"
                + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int COLUMN_USAGE REMARKS"
                + " CHAR_OCTET_LENGTH:int IS_NULLABLE")
        .result();
  }

  @Override
  public <T> T unwrap(Class<T> wanted) throws SQLException {
    return Unwrapping.unwrap(this, wanted);
  }

  @Override
  public boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private List<Answer> ask(ServerSession.Request question) throws SQLException {
    List<Answer> answers = new ArrayList<>();
    Rows rows = session.rows(session.call(), question);
    try {
      List<Column> columns = rows.columns();
      while (rows.advance()) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
          Object value = rows.value(i);
          if (value != null) {
            values.put(columns.get(i).name(), value);
          }
        }
        answers.add(new Answer(values));
      }
    } finally {
      rows.close();
    }
    return answers;
  }

  /** One row of the server's answer, by column name; a null is left out. */
  private record Answer(Map<String, Object> values) {
    @Nullable Object value(String column) {
      return values.get(column);
    }

    @Nullable String text(String column) {
      Object value = values.get(column);
      return value == null ? null : Conversions.text(value);
    }

    @Nullable Integer integer(String column) {
      return values.get(column) instanceof Number number ? number.intValue() : null;
    }

    @Nullable String list(String column) {
      return values.get(column) instanceof List<?> list
          ? String.join(",", list.stream().map(String::valueOf).toList())
          : null;
    }

    Schema schema(String column) throws SQLException {
      if (!(values.get(column) instanceof byte[] bytes)) {
        return new Schema(List.of());
      }
      try (ReadChannel in = new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes)))) {
        return MessageSerializer.deserializeSchema(in);
      } catch (IOException e) {
        throw new SQLException(
            "the server sent a broken schema for " + text("table_name"), SqlState.INTERNAL, e);
      }
    }
  }
}

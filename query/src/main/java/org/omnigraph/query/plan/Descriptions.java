package org.omnigraph.query.plan;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.SchemaRef;

/** SHOW and DESCRIBE as queries over the system tables. */
final class Descriptions {
  static final String SCHEMAS =
      "SELECT schema_name FROM information_schema.schemata ORDER BY schema_name";
  static final String BRANCHES =
      "SELECT branch, head_commit FROM omnigraph_catalog.branches ORDER BY branch";

  private Descriptions() {}

  /** The tables of a schema: the current one when {@code schema} is null. */
  static String tables(@Nullable String schema, SchemaRef current) {
    String name = schema == null ? current.schema() : Util.last(identifier(schema).names);
    return "SELECT table_name, table_type FROM information_schema.tables WHERE table_schema = "
        + text(name)
        + " ORDER BY table_name";
  }

  /** The columns of a table; the exact name, else the one that differs only in case. */
  static String columns(String table, SchemaRef current) {
    SqlIdentifier name = identifier(table);
    int parts = name.names.size();
    String schema = parts > 1 ? name.names.get(parts - 2) : current.schema();
    int at = schema.indexOf('@');
    String branch = at < 0 ? schema : schema.substring(0, at);
    String wanted = text(Util.last(name.names));
    return "SELECT column_name, data_type, is_nullable FROM information_schema.columns"
        + " WHERE table_schema = "
        + text(branch)
        + " AND (table_name = "
        + wanted
        + " OR LOWER(table_name) = LOWER("
        + wanted
        + ") AND NOT EXISTS (SELECT 1 FROM information_schema.tables WHERE table_schema = "
        + text(branch)
        + " AND table_name = "
        + wanted
        + ")) ORDER BY ordinal_position";
  }

  private static SqlIdentifier identifier(String text) {
    try {
      SqlNode node = SqlParser.create(text, Planner.PARSER).parseExpression();
      if (node instanceof SqlIdentifier name) {
        return name;
      }
    } catch (SqlParseException e) {
      throw SqlErrors.parse(e);
    }
    throw new InvalidRequest("'" + text + "' is not a name");
  }

  private static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }
}

package org.omnigraph.query.plan;

import java.util.List;
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

  /** The schema that a text names; the current one when it is null. */
  static SchemaRef schema(@Nullable String schema, SchemaRef current) {
    if (schema == null) {
      return current;
    }
    List<String> names = identifier(schema).names;
    return new SchemaRef(
        names.size() > 1 ? names.get(names.size() - 2) : current.graph(), Util.last(names));
  }

  /** The tables of a schema. */
  static String tables(SchemaRef schema) {
    return "SELECT table_name, table_type FROM \""
        + schema.graph().replace("\"", "\"\"")
        + "\".information_schema.tables WHERE table_schema = "
        + text(schema.branch())
        + " ORDER BY table_name";
  }

  /** The columns of a table; the exact name, else the one that differs only in case. */
  static String columns(SqlIdentifier name, SchemaRef current) {
    int parts = name.names.size();
    String schema = parts > 1 ? name.names.get(parts - 2) : current.schema();
    String branch = new SchemaRef(current.graph(), schema).branch();
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

  /** The name that a text is. */
  static SqlIdentifier identifier(String text) {
    try {
      SqlNode node = SqlParser.create(text, Planner.PARSER).parseExpression();
      if (node instanceof SqlIdentifier name) {
        return name;
      }
    } catch (SqlParseException e) {
      throw SqlErrors.parse(e, text);
    }
    throw new InvalidRequest("'" + text + "' is not a name");
  }

  private static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }
}

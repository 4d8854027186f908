package org.omnigraph.query.plan;

import java.time.Duration;
import java.time.Period;
import java.time.temporal.TemporalAmount;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSnapshot;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.catalog.CatalogReader;
import org.omnigraph.query.catalog.Moment;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;

/**
 * Names the past: a table {@code FOR SYSTEM_TIME AS OF} a moment becomes the table of a schema
 * {@code branch@moment}, and a call of {@code table_changes} a table of the schema that shows what
 * differs between two states. Both stay symbolic, so that a plan can be used again.
 */
final class History extends SqlShuttle {
  private static final String TABLE_CHANGES = "table_changes";
  private static final Set<String> NOW =
      Set.of("CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "NOW", "CURRENT_DATE");
  private static final String MOMENTS =
      "a time such as TIMESTAMP '2026-01-31 12:00:00', CURRENT_TIMESTAMP - INTERVAL '1' DAY, a"
          + " commit id as a text, or a parameter";

  private final SqlCatalog catalog;
  private final Set<Integer> parameters = new TreeSet<>();

  History(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /** The numbers, from 0, of the parameters that choose snapshots. */
  Set<Integer> parameters() {
    return parameters;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call instanceof SqlSnapshot past) {
      return past(past);
    }
    if (call.getKind() == SqlKind.COLLECTION_TABLE
        && call.operand(0) instanceof SqlCall function
        && function.getOperator().getName().equalsIgnoreCase(TABLE_CHANGES)) {
      return changes(function);
    }
    return super.visit(call);
  }

  // ---- FOR SYSTEM_TIME AS OF

  private SqlNode past(SqlSnapshot past) {
    SqlParserPos at = past.getParserPosition();
    if (!(past.getTableRef() instanceof SqlIdentifier table)) {
      throw new InvalidRequest(
          SqlErrors.place(at) + "FOR SYSTEM_TIME AS OF goes with the name of a table only");
    }
    SchemaRef schema = catalog.qualified(Util.skipLast(table.names));
    if (schema.isPast()) {
      throw new InvalidRequest(
          SqlErrors.place(at)
              + "'"
              + schema.schema()
              + "' is a snapshot already; name the branch, or leave out FOR SYSTEM_TIME");
    }
    if (CatalogReader.systemSchemas().contains(schema.schema())) {
      throw new InvalidRequest(
          SqlErrors.place(at)
              + "the tables of "
              + schema.schema()
              + " show the graph as it is now and have no history");
    }
    return table(at(schema, past.getPeriod()), Util.last(table.names), table);
  }

  private static SqlIdentifier table(SchemaRef schema, String table, SqlNode named) {
    return new SqlIdentifier(
        List.of(schema.graph(), schema.schema(), table), named.getParserPosition());
  }

  private SchemaRef at(SchemaRef schema, SqlNode moment) {
    if (moment instanceof SqlDynamicParam parameter) {
      parameters.add(parameter.getIndex());
      return catalog.chosen(schema.atParameter(parameter.getIndex()));
    }
    return schema.at(moment(moment));
  }

  private static Moment moment(SqlNode node) {
    if (node instanceof SqlCharStringLiteral text) {
      return moment(text);
    }
    if (node instanceof SqlUnknownLiteral literal) {
      return moment(literal.resolve(SqlTypeName.valueOf(literal.tag)));
    }
    if (node instanceof SqlAbstractDateTimeLiteral time) {
      return Moment.parse(time.toFormattedString());
    }
    if (isNow(node)) {
      return new Moment.Ago(Duration.ZERO);
    }
    if (node instanceof SqlCall call
        && call.getKind() == SqlKind.CAST
        && call.operand(0) instanceof SqlCharStringLiteral text) {
      return moment(text);
    }
    if (node instanceof SqlCall minus
        && minus.getKind() == SqlKind.MINUS
        && isNow(minus.operand(0))
        && minus.operand(1) instanceof SqlIntervalLiteral interval) {
      return new Moment.Ago(amount(interval));
    }
    throw new InvalidRequest(
        SqlErrors.place(node.getParserPosition()) + "this is no moment; write " + MOMENTS);
  }

  private static Moment moment(SqlCharStringLiteral literal) {
    String text = literal.getValueAs(String.class).strip();
    if (text.isEmpty() || text.indexOf('@') >= 0) {
      throw new InvalidRequest(
          SqlErrors.place(literal.getParserPosition())
              + "'"
              + text
              + "' is no moment; write "
              + MOMENTS
              + ", and another branch before the table: \"dev\".Person FOR SYSTEM_TIME AS OF …");
    }
    return Moment.parse(text);
  }

  private static boolean isNow(SqlNode node) {
    String name =
        node instanceof SqlCall call && call.operandCount() == 0
            ? call.getOperator().getName()
            : node instanceof SqlIdentifier identifier && identifier.isSimple()
                ? identifier.getSimple()
                : "";
    return NOW.contains(name.toUpperCase(Locale.ROOT));
  }

  private static TemporalAmount amount(SqlIntervalLiteral literal) {
    IntervalValue interval = literal.getValueAs(IntervalValue.class);
    boolean months = interval.getIntervalQualifier().isYearMonth();
    long size =
        months
            ? SqlParserUtil.intervalToMonths(interval)
            : SqlParserUtil.intervalToMillis(interval);
    if (interval.getSign() < 0) {
      throw new InvalidRequest(
          SqlErrors.place(literal.getParserPosition())
              + "a moment that has not come is no snapshot; the interval must not be negative");
    }
    return months ? Period.ofMonths(Math.toIntExact(size)) : Duration.ofMillis(size);
  }

  // ---- table_changes

  private SqlNode changes(SqlCall call) {
    List<SqlNode> arguments = call.getOperandList();
    if (arguments.size() != 3) {
      throw new InvalidRequest(
          SqlErrors.place(call.getParserPosition())
              + "table_changes takes a type and two states, from and to: table_changes('Person',"
              + " 'main@01J…', 'main')");
    }
    SchemaRef between = catalog.changes(state(arguments.get(1)), state(arguments.get(2)));
    return table(between, type(arguments.get(0)), call);
  }

  private static String type(SqlNode node) {
    if (node instanceof SqlCharStringLiteral text) {
      return text.getValueAs(String.class);
    }
    if (node instanceof SqlIdentifier name && name.isSimple()) {
      return name.getSimple();
    }
    if (node instanceof SqlDynamicParam) {
      throw new Unsupported(
          SqlErrors.place(node.getParserPosition())
              + "a parameter cannot name the type of table_changes, whose columns the answer has;"
              + " write table_changes('Person', ?, ?)");
    }
    throw new InvalidRequest(
        SqlErrors.place(node.getParserPosition())
            + "table_changes takes the name of a type as a text: table_changes('Person', …)");
  }

  private SchemaRef state(SqlNode node) {
    if (node instanceof SqlDynamicParam parameter) {
      parameters.add(parameter.getIndex());
      return catalog.chosen(catalog.current().stateOfParameter(parameter.getIndex()));
    }
    return node instanceof SqlCharStringLiteral text
        ? catalog.state(text.getValueAs(String.class).strip())
        : catalog.current().at(moment(node));
  }
}

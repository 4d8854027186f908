package org.omnigraph.engine.table.lance;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Compare;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;

/**
 * Renders predicates in Lance's filter language.
 *
 * <p>Traps met here: a name keeps its case only between backticks; a whole number beyond 64 signed
 * bits, and the smallest signed one, would be read as a double; a text or another type never
 * compares with {@code Date64}; floats compare in total order, where {@code -0.0} is less than
 * {@code 0.0}; a backslash escapes in LIKE; a filter reaches Lance in Java's modified UTF-8, which
 * spells characters beyond the basic plane, and U+0000, as no UTF-8 reader takes them.
 */
final class FilterSql {
  private final Schema schema;

  private FilterSql(Schema schema) {
    this.schema = schema;
  }

  /** The filter text, empty when every row is kept. */
  static String render(Predicate predicate, Schema schema) {
    return predicate.equals(Predicate.TRUE) ? "" : new FilterSql(schema).sql(predicate);
  }

  private String sql(Predicate predicate) {
    if (predicate instanceof Predicate.And and) {
      return joined(and.parts(), " AND ", "true");
    }
    if (predicate instanceof Predicate.Or or) {
      return joined(or.parts(), " OR ", "false");
    }
    if (predicate instanceof Predicate.Not not) {
      return "(NOT " + sql(not.part()) + ")";
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      return "(" + name(column(isNull.column())) + " IS NULL)";
    }
    if (predicate instanceof Compare compare) {
      return compare(column(compare.column()), compare.operator(), compare.value());
    }
    if (predicate instanceof Predicate.In in) {
      return in(column(in.column()), in.values());
    }
    Predicate.Like like = (Predicate.Like) predicate;
    return "("
        + name(column(like.column()))
        + " LIKE "
        + text(like.pattern().replace("\\", "\\\\"))
        + ")";
  }

  private String joined(List<Predicate> parts, String operator, String none) {
    if (parts.isEmpty()) {
      return none;
    }
    return parts.stream().map(this::sql).collect(Collectors.joining(operator, "(", ")"));
  }

  private String compare(Field column, Operator operator, Literal value) {
    if (value instanceof Literal.Float64 number && number.value() == 0.0) {
      return compareWithZero(column, operator);
    }
    return "(" + name(column) + " " + symbol(operator) + " " + literal(column, value) + ")";
  }

  private String compareWithZero(Field column, Operator operator) {
    String name = name(column);
    String positive = literal(column, 0.0);
    String negative = literal(column, -0.0);
    return switch (operator) {
      case EQUAL -> "(" + name + " IN (" + positive + ", " + negative + "))";
      case NOT_EQUAL -> "(" + name + " NOT IN (" + positive + ", " + negative + "))";
      case LESS -> "(" + name + " < " + negative + ")";
      case LESS_OR_EQUAL -> "(" + name + " <= " + positive + ")";
      case GREATER -> "(" + name + " > " + positive + ")";
      case GREATER_OR_EQUAL -> "(" + name + " >= " + negative + ")";
    };
  }

  private String in(Field column, List<Literal> values) {
    if (values.isEmpty()) {
      return "false";
    }
    return values.stream()
        .map(
            value ->
                value instanceof Literal.Float64 number && number.value() == 0.0
                    ? literal(column, 0.0) + ", " + literal(column, -0.0)
                    : literal(column, value))
        .collect(Collectors.joining(", ", "(" + name(column) + " IN (", "))"));
  }

  private static String symbol(Operator operator) {
    return switch (operator) {
      case EQUAL -> "=";
      case NOT_EQUAL -> "!=";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }

  private String literal(Field column, Literal value) {
    if (value instanceof Literal.Text text && column.getType() instanceof ArrowType.Utf8) {
      return text(text.value());
    }
    if (value instanceof Literal.Bool bool && column.getType() instanceof ArrowType.Bool) {
      return Boolean.toString(bool.value());
    }
    if (column.getType() instanceof ArrowType.Int type) {
      if (value instanceof Literal.Int64 number && (type.getIsSigned() || number.value() >= 0)) {
        return integer(type, Long.toString(number.value()));
      }
      if (value instanceof Literal.Unsigned number && !type.getIsSigned()) {
        return integer(type, Long.toUnsignedString(number.bits()));
      }
    }
    if (value instanceof Literal.Float64 number
        && column.getType() instanceof ArrowType.FloatingPoint) {
      return literal(column, number.value());
    }
    if (column.getType() instanceof ArrowType.Date) {
      if (value instanceof Literal.Date date) {
        return "arrow_cast(arrow_cast('" + date.days() + "', 'Int32'), 'Date32')";
      }
      if (value instanceof Literal.DateTime time) {
        return "arrow_cast(arrow_cast('" + time.millis() + "', 'Int64'), 'Date64')";
      }
    }
    throw new InvalidRequest(
        "column '" + column.getName() + "' of type " + column.getType() + " has no value " + value);
  }

  private static String integer(ArrowType.Int type, String digits) {
    return "arrow_cast('"
        + digits
        + "', '"
        + (type.getIsSigned() ? "Int" : "UInt")
        + type.getBitWidth()
        + "')";
  }

  private static String literal(Field column, double value) {
    if (Double.isNaN(value)) {
      throw new InvalidRequest(
          "column '" + column.getName() + "' cannot be compared with NaN in a filter");
    }
    boolean single =
        ((ArrowType.FloatingPoint) column.getType()).getPrecision()
            == FloatingPointPrecision.SINGLE;
    String digits = single ? Float.toString((float) value) : Double.toString(value);
    return "arrow_cast('"
        + digits.replace("Infinity", "inf")
        + (single ? "', 'Float32')" : "', 'Float64')");
  }

  private static String text(String value) {
    boolean plain = value.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c));
    if (plain) {
      return "'" + value.replace("'", "''") + "'";
    }
    String bytes = HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8));
    return "arrow_cast(X'" + bytes + "', 'Utf8')";
  }

  private Field column(String name) {
    for (Field field : schema.getFields()) {
      if (field.getName().equals(name)) {
        return field;
      }
    }
    throw new InvalidRequest(
        "there is no column '"
            + name
            + "'; the table has "
            + schema.getFields().stream().map(Field::getName).toList());
  }

  private static String name(Field column) {
    if (column.getName().indexOf('`') >= 0) {
      throw new InvalidRequest("column '" + column.getName() + "' cannot be used in a filter");
    }
    return "`" + column.getName() + "`";
  }
}

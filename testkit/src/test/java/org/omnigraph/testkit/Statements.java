package org.omnigraph.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;

/** Statements and predicates of plain Java values. */
final class Statements {
  private Statements() {}

  /** An insert of a row; {@code values} are names and values in turn. */
  static Statement insert(TypeKey type, @Nullable Object... values) {
    return new Statement.Insert(type, values(values));
  }

  /** An update of what matches. */
  static Statement update(TypeKey type, Predicate where, @Nullable Object... set) {
    return new Statement.Update(type, where, values(set));
  }

  /** A delete of what matches. */
  static Statement delete(TypeKey type, Predicate where) {
    return new Statement.Delete(type, where);
  }

  static Map<String, Value> values(@Nullable Object... values) {
    Map<String, Value> named = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i += 2) {
      named.put(String.valueOf(values[i]), value(values[i + 1]));
    }
    return named;
  }

  private static Value value(@Nullable Object value) {
    if (value == null) {
      return new Value.Null();
    }
    if (value instanceof Value given) {
      return given;
    }
    if (value instanceof Number number && !(value instanceof Double)) {
      return new Value.Int64(number.longValue());
    }
    if (value instanceof Double number) {
      return new Value.Float64(number);
    }
    if (value instanceof Boolean flag) {
      return new Value.Bool(flag);
    }
    if (value instanceof byte[] bytes) {
      return new Value.Bytes(bytes);
    }
    if (value instanceof List<?> items) {
      return new Value.Items(items.stream().map(Statements::value).toList());
    }
    return new Value.Text(value.toString());
  }

  static Predicate eq(String column, Object value) {
    return compare(column, Operator.EQUAL, value);
  }

  static Predicate gt(String column, Object value) {
    return compare(column, Operator.GREATER, value);
  }

  static Predicate compare(String column, Operator operator, Object value) {
    return new Predicate.Compare(column, operator, literal(value));
  }

  static Literal literal(Object value) {
    if (value instanceof Double number) {
      return new Literal.Float64(number);
    }
    if (value instanceof Boolean flag) {
      return new Literal.Bool(flag);
    }
    return value instanceof Number number
        ? new Literal.Int64(number.longValue())
        : new Literal.Text(value.toString());
  }
}

package org.omnigraph.engine.pending.predicate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.arrow.memory.util.ByteFunctionHelpers;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;

/**
 * A predicate that {@link Conditions} has checked, over the rows of one batch in the physical
 * schema. Text compares by its UTF-8 bytes, and the two zeros of a float are equal.
 */
public final class RowFilter {
  private final Test test;

  private interface Test {
    Truth at(int row);
  }

  /** The sign of a cell's difference from a literal; the cell is not null. */
  private interface Order {
    int at(int row);
  }

  private RowFilter(Test test) {
    this.test = test;
  }

  /** Over a batch that has every column of the predicate; valid as long as the batch. */
  public static RowFilter over(VectorSchemaRoot batch, Predicate predicate) {
    return new RowFilter(test(batch, predicate));
  }

  /** Whether the predicate is true for a row. */
  public boolean matches(int row) {
    return test.at(row) == Truth.TRUE;
  }

  private static Test test(VectorSchemaRoot batch, Predicate predicate) {
    if (predicate instanceof Predicate.And and) {
      List<Test> parts = and.parts().stream().map(part -> test(batch, part)).toList();
      return row -> parts.stream().map(part -> part.at(row)).reduce(Truth.TRUE, Truth::and);
    }
    if (predicate instanceof Predicate.Or or) {
      List<Test> parts = or.parts().stream().map(part -> test(batch, part)).toList();
      return row -> parts.stream().map(part -> part.at(row)).reduce(Truth.FALSE, Truth::or);
    }
    if (predicate instanceof Predicate.Not not) {
      Test part = test(batch, not.part());
      return row -> part.at(row).not();
    }
    if (predicate instanceof Predicate.IsNull isNull) {
      FieldVector cells = batch.getVector(isNull.column());
      return row -> Truth.of(cells.isNull(row));
    }
    if (predicate instanceof Predicate.Compare compare) {
      return compare(batch.getVector(compare.column()), compare.operator(), compare.value());
    }
    if (predicate instanceof Predicate.In in) {
      return in(batch.getVector(in.column()), in.values());
    }
    Predicate.Like like = (Predicate.Like) predicate;
    return like((VarCharVector) batch.getVector(like.column()), like.pattern());
  }

  private static Test compare(FieldVector cells, Operator operator, Literal value) {
    Order order = order(cells, value);
    return row -> cells.isNull(row) ? Truth.UNKNOWN : Truth.of(holds(operator, order.at(row)));
  }

  private static boolean holds(Operator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static Test in(FieldVector cells, List<Literal> values) {
    if (values.isEmpty()) {
      return row -> Truth.FALSE;
    }
    List<Order> orders = values.stream().map(value -> order(cells, value)).toList();
    return row ->
        cells.isNull(row)
            ? Truth.UNKNOWN
            : Truth.of(orders.stream().anyMatch(order -> order.at(row) == 0));
  }

  private static Test like(VarCharVector cells, String pattern) {
    String expression =
        pattern
            .codePoints()
            .mapToObj(c -> c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(Character.toString(c)))
            .collect(Collectors.joining());
    Pattern compiled = Pattern.compile(expression, Pattern.DOTALL);
    return row ->
        cells.isNull(row)
            ? Truth.UNKNOWN
            : Truth.of(
                compiled.matcher(new String(cells.get(row), StandardCharsets.UTF_8)).matches());
  }

  private static Order order(FieldVector cells, Literal value) {
    if (cells instanceof VarCharVector texts && value instanceof Literal.Text text) {
      return textOrder(texts, text.value().getBytes(StandardCharsets.UTF_8));
    }
    if (cells instanceof BitVector flags && value instanceof Literal.Bool flag) {
      return row -> Boolean.compare(flags.get(row) != 0, flag.value());
    }
    if (cells instanceof Float4Vector numbers && value instanceof Literal.Float64 number) {
      float to = (float) number.value() + 0.0f;
      return row -> Float.compare(numbers.get(row) + 0.0f, to);
    }
    if (cells instanceof Float8Vector numbers && value instanceof Literal.Float64 number) {
      double to = number.value() + 0.0;
      return row -> Double.compare(numbers.get(row) + 0.0, to);
    }
    if (cells instanceof DateDayVector days && value instanceof Literal.Date date) {
      return row -> Integer.compare(days.get(row), date.days());
    }
    if (cells instanceof DateMilliVector times && value instanceof Literal.DateTime time) {
      return row -> Long.compare(times.get(row), time.millis());
    }
    return integerOrder(cells, value);
  }

  private static Order integerOrder(FieldVector cells, Literal value) {
    long to =
        value instanceof Literal.Int64 number
            ? number.value()
            : value instanceof Literal.Unsigned bits ? bits.bits() : 0;
    if (cells instanceof IntVector numbers) {
      return row -> Long.compare(numbers.get(row), to);
    }
    if (cells instanceof BigIntVector numbers) {
      return row -> Long.compare(numbers.get(row), to);
    }
    if (cells instanceof UInt4Vector numbers) {
      return row -> Long.compare(numbers.get(row) & 0xffff_ffffL, to);
    }
    if (cells instanceof UInt8Vector numbers) {
      return row -> Long.compareUnsigned(numbers.get(row), to);
    }
    throw new IllegalArgumentException(
        "column " + cells.getField() + " does not compare with " + value);
  }

  private static Order textOrder(VarCharVector texts, byte[] to) {
    return row -> {
      int from = texts.getStartOffset(row);
      int end = texts.getEndOffset(row);
      return ByteFunctionHelpers.compare(texts.getDataBuffer(), from, end, to, 0, to.length);
    };
  }
}

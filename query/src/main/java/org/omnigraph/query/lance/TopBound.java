package org.omnigraph.query.lance;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.sql.type.SqlTypeName;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.query.catalog.Column;

/**
 * Finds where the first rows of a scan end in the order of one column: reads that column alone and
 * keeps the best values met so far. So the other columns are read of few rows.
 */
public final class TopBound {
  private final boolean descending;
  private final int most;
  private final PriorityQueue<Comparable<Object>> best;
  private long nulls;
  private boolean hasNan;

  private TopBound(boolean descending, int most) {
    this.descending = descending;
    this.most = most;
    Comparator<Comparable<Object>> ascending = Comparable::compareTo;
    this.best = new PriorityQueue<>(descending ? ascending : ascending.reversed());
  }

  /** Whether values of a type are compared here as the table and the kernel compare them. */
  public static boolean compares(SqlTypeName type) {
    return switch (type) {
      case INTEGER, BIGINT, DATE, TIMESTAMP, DOUBLE, VARCHAR -> true;
      default -> false;
    };
  }

  /**
   * A condition that all rows satisfy which may be among the first {@code rows}.
   *
   * @param rows at least one
   * @return empty when it would keep everything, or is not known
   */
  public static Optional<Predicate> of(
      LanceTableScan scan,
      Execution execution,
      int column,
      boolean descending,
      boolean nullsFirst,
      int rows) {
    TopBound bound = new TopBound(descending, rows);
    try (ArrowReader values = scan.open(execution, List.of(column))) {
      VectorSchemaRoot batch = values.getVectorSchemaRoot();
      while (values.loadNextBatch()) {
        execution.statement().cancellation().requireRunning();
        if (!bound.take(batch.getVector(0), batch.getRowCount())) {
          return Optional.empty();
        }
      }
    } catch (IOException e) {
      throw new StorageUnavailable("a table cannot be read: " + e.getMessage(), e);
    }
    return bound.predicate(scan.source().columns().get(column), nullsFirst);
  }

  /** Whether values of this kind are compared here. */
  private boolean take(FieldVector values, int rows) {
    for (int row = 0; row < rows; row++) {
      if (values.isNull(row)) {
        nulls++;
      } else if (values instanceof IntVector numbers) {
        offer((long) numbers.get(row));
      } else if (values instanceof BigIntVector numbers) {
        offer(numbers.get(row));
      } else if (values instanceof DateDayVector days) {
        offer((long) days.get(row));
      } else if (values instanceof TimeStampMilliVector times) {
        offer(times.get(row));
      } else if (values instanceof Float8Vector numbers) {
        hasNan |= Double.isNaN(numbers.get(row));
        offer(numbers.get(row) + 0.0);
      } else if (values instanceof VarCharVector texts) {
        offer(new Utf8(texts.get(row)));
      } else {
        return false;
      }
    }
    return true;
  }

  /** Text in the order of its bytes. */
  private static final class Utf8 implements Comparable<Utf8> {
    private final byte[] bytes;

    Utf8(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int compareTo(Utf8 other) {
      return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Utf8 text && Arrays.equals(bytes, text.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
    }
  }

  @SuppressWarnings("unchecked")
  private void offer(Comparable<?> value) {
    Comparable<Object> any = (Comparable<Object>) value;
    if (best.size() < most) {
      best.add(any);
    } else if (isBetter(any, best.element())) {
      best.remove();
      best.add(any);
    }
  }

  private boolean isBetter(Comparable<Object> value, Comparable<Object> worst) {
    return descending ? value.compareTo(worst) > 0 : value.compareTo(worst) < 0;
  }

  private Optional<Predicate> predicate(Column column, boolean nullsFirst) {
    Predicate isNull = new Predicate.IsNull(column.name());
    if (nullsFirst && nulls >= most) {
      return Optional.of(isNull);
    }
    if (best.size() < most || hasNan || isInfinite(best.element())) {
      return Optional.empty();
    }
    Predicate bounded =
        new Predicate.Compare(
            column.name(),
            descending ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL,
            literal(column, best.element()));
    return Optional.of(
        nullsFirst && nulls > 0 ? new Predicate.Or(List.of(isNull, bounded)) : bounded);
  }

  private static boolean isInfinite(Object value) {
    return value instanceof Double number && Double.isInfinite(number);
  }

  private static Literal literal(Column column, Object value) {
    if (value instanceof Double number) {
      return new Literal.Float64(number);
    }
    if (value instanceof Long number) {
      return switch (column.type().getSqlTypeName()) {
        case DATE -> new Literal.Date(Math.toIntExact(number));
        case TIMESTAMP -> new Literal.DateTime(number);
        default -> new Literal.Int64(number);
      };
    }
    return new Literal.Text(value.toString());
  }
}

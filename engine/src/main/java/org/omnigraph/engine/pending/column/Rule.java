package org.omnigraph.engine.pending.column;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.schema.CheckPattern;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;

/** A condition on the values of one column of the physical schema. Null is always exempt. */
interface Rule {
  /** Reports the first bad row. */
  void check(FieldVector column, int rows, Problems problems);

  /** The enum of a property, if it is one; item by item in lists. */
  static Optional<Rule> membership(String owner, Property property) {
    if (!property.type().isEnum()) {
      return Optional.empty();
    }
    Rule members = new Membership(owner, property.type().enumValues());
    return Optional.of(property.type().list() ? ofItems(members) : members);
  }

  /** That dates and timestamps are of the years 1 to 9999; item by item in lists. */
  static Optional<Rule> years(String owner, Property property) {
    Scalar scalar = property.type().scalar();
    if (scalar != Scalar.DATE && scalar != Scalar.DATE_TIME) {
      return Optional.empty();
    }
    Rule years = new OfYears(owner);
    return Optional.of(property.type().list() ? ofItems(years) : years);
  }

  /** The {@code @range} and {@code @check} constraints on a property. */
  static List<Rule> constraints(GraphType type, Property property) {
    String owner = type.name() + "." + property.name();
    return type.constraints().stream()
        .flatMap(
            constraint -> {
              if (constraint instanceof Constraint.Range range
                  && range.column().equals(property.name())) {
                return Optional.<Rule>of(new Range(owner, range.min(), range.max())).stream();
              }
              if (constraint instanceof Constraint.Check check
                  && check.column().equals(property.name())) {
                return Optional.<Rule>of(new Check(owner, check.pattern())).stream();
              }
              return Optional.<Rule>empty().stream();
            })
        .toList();
  }

  private static Rule ofItems(Rule rule) {
    return (column, rows, problems) -> {
      ListVector list = (ListVector) column;
      rule.check(
          list.getDataVector(),
          list.getDataVector().getValueCount(),
          new ListConversion.ItemProblems(list, problems));
    };
  }

  /** From the year 1 to the year 9999. */
  record OfYears(String owner) implements Rule {
    private static final long DAY_MILLIS = 86_400_000L;
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    @Override
    public void check(FieldVector column, int rows, Problems problems) {
      int end = Math.min(rows, problems.firstRow());
      for (int row = 0; row < end; row++) {
        if (column.isNull(row)) {
          continue;
        }
        long day = day(column, row);
        if (day < FIRST_DAY || day > LAST_DAY) {
          String date = LocalDate.ofEpochDay(day).toString();
          problems.report(
              row,
              () ->
                  owner
                      + ": the date "
                      + date
                      + " is of a year that there is not here; years go from 0001 to 9999");
          return;
        }
      }
    }

    private static long day(FieldVector column, int row) {
      return column instanceof DateDayVector days
          ? days.get(row)
          : Math.floorDiv(((DateMilliVector) column).get(row), DAY_MILLIS);
    }
  }

  /** One of the enum's values, exactly. */
  final class Membership implements Rule {
    private static final int FEW = 16;

    private final String owner;
    private final List<String> values;
    private final byte[][] encoded;
    private final Set<String> many;

    Membership(String owner, List<String> values) {
      this.owner = owner;
      this.values = values;
      this.encoded =
          values.stream()
              .map(value -> value.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      this.many = new HashSet<>(values);
    }

    @Override
    public void check(FieldVector column, int rows, Problems problems) {
      VarCharVector text = (VarCharVector) column;
      ByteSource bytes = ByteSource.of(text);
      int end = Math.min(rows, problems.firstRow());
      for (int row = 0; row < end; row++) {
        if (text.isNull(row)) {
          continue;
        }
        bytes.seek(row);
        if (!isMember(bytes)) {
          String shown = Shown.text(bytes.text());
          problems.breaks(
              row,
              BrokenConstraint.Kind.CHECK,
              () ->
                  "invalid enum value '"
                      + shown
                      + "' for "
                      + owner
                      + " (expected: "
                      + String.join(", ", values)
                      + ")");
          return;
        }
      }
    }

    private boolean isMember(ByteSource bytes) {
      if (encoded.length > FEW) {
        return many.contains(bytes.text());
      }
      byte[] value = bytes.bytes();
      int length = bytes.length();
      for (byte[] candidate : encoded) {
        if (candidate.length == length && Arrays.equals(value, 0, length, candidate, 0, length)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Between two bounds, both inclusive, compared as 64-bit floats. Lists are exempt. */
  record Range(String owner, OptionalDouble min, OptionalDouble max) implements Rule {
    private interface Doubles {
      double at(int row);
    }

    @Override
    public void check(FieldVector column, int rows, Problems problems) {
      Doubles values = doubles(column);
      if (values == null) {
        return;
      }
      double least = min.orElse(Double.NEGATIVE_INFINITY);
      double most = max.orElse(Double.POSITIVE_INFINITY);
      int end = Math.min(rows, problems.firstRow());
      for (int row = 0; row < end; row++) {
        if (column.isNull(row)) {
          continue;
        }
        double value = values.at(row);
        if (value < least || value > most) {
          String bound = value < least ? " < min " + number(least) : " > max " + number(most);
          String shown = Shown.value(column, row);
          problems.breaks(
              row,
              BrokenConstraint.Kind.CHECK,
              () -> "@range violation on " + owner + ": value " + shown + bound);
          return;
        }
      }
    }

    private static @Nullable Doubles doubles(FieldVector column) {
      if (column instanceof IntVector v) {
        return v::get;
      }
      if (column instanceof BigIntVector v) {
        return v::get;
      }
      if (column instanceof UInt4Vector v) {
        return row -> v.get(row) & 0xffff_ffffL;
      }
      if (column instanceof UInt8Vector v) {
        return row -> {
          long bits = v.get(row);
          return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
        };
      }
      if (column instanceof Float4Vector v) {
        return v::get;
      }
      return column instanceof Float8Vector v ? v::get : null;
    }

    private static String number(double bound) {
      return new BigDecimal(Double.toString(bound)).stripTrailingZeros().toPlainString();
    }
  }

  /** Contains a match of a pattern. Lists are exempt. */
  final class Check implements Rule {
    private final String owner;
    private final Pattern pattern;
    private final String expression;

    Check(String owner, String expression) {
      this.owner = owner;
      try {
        this.pattern = CheckPattern.compile(expression);
        this.expression = expression;
      } catch (PatternSyntaxException e) {
        throw new InvalidRequest(
            "@check on " + owner + " has invalid regex '" + expression + "': " + e.getMessage(), e);
      }
    }

    @Override
    public void check(FieldVector column, int rows, Problems problems) {
      if (!(column instanceof VarCharVector text)) {
        return;
      }
      ByteSource bytes = ByteSource.of(text);
      int end = Math.min(rows, problems.firstRow());
      for (int row = 0; row < end; row++) {
        if (text.isNull(row)) {
          continue;
        }
        bytes.seek(row);
        String value = bytes.text();
        if (!pattern.matcher(value).find()) {
          problems.breaks(
              row,
              BrokenConstraint.Kind.CHECK,
              () ->
                  "@check violation on "
                      + owner
                      + ": value '"
                      + Shown.text(value)
                      + "' does not match pattern '"
                      + expression
                      + "'");
          return;
        }
      }
    }
  }
}

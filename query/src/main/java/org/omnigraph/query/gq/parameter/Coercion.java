package org.omnigraph.query.gq.parameter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;

/** Makes one value what its parameter takes. */
final class Coercion {
  private static final BigInteger U32_END = BigInteger.ONE.shiftLeft(32);

  private final String name;

  /**
   * @param name the parameter's, for messages
   */
  Coercion(String name) {
    this.name = name;
  }

  Object coerce(PropertyType type, Object value) {
    if (type.list()) {
      return list(type, value);
    }
    return type.scalar() == Scalar.VECTOR ? vector(type, value) : scalar(type.scalar(), value);
  }

  private InvalidRequest refuse(String why) {
    return new InvalidRequest("param '" + name + "': " + why);
  }

  private InvalidRequest expected(String what, @Nullable Object got) {
    return refuse("expected " + what + ", got " + shown(got));
  }

  private static String shown(@Nullable Object got) {
    return got instanceof String text ? '"' + text + '"' : String.valueOf(got);
  }

  private List<Object> list(PropertyType type, Object value) {
    if (!(value instanceof List<?> items)) {
      throw expected("array for [" + type.scalar().text() + "]", value);
    }
    List<Object> coerced = new ArrayList<>();
    for (Object item : items) {
      if (item == null) {
        throw expected(type.scalar().text() + " in the array", null);
      }
      coerced.add(scalar(type.scalar(), item));
    }
    return coerced;
  }

  private List<Object> vector(PropertyType type, Object value) {
    if (!(value instanceof List<?> items) || items.size() != type.dimension()) {
      int got = value instanceof List<?> other ? other.size() : 0;
      throw value instanceof List<?>
          ? refuse("expected " + type.dimension() + " values, got " + got)
          : expected("array of " + type.dimension() + " numbers", value);
    }
    List<Object> coerced = new ArrayList<>();
    for (Object item : items) {
      if (!(item instanceof Number)) {
        throw refuse("vector element is not numeric: " + shown(item));
      }
      coerced.add(scalar(Scalar.F32, item));
    }
    return coerced;
  }

  private Object scalar(Scalar scalar, Object value) {
    return switch (scalar) {
      case STRING -> text(value, "string");
      case BLOB -> text(value, "blob URI string");
      case BOOL -> {
        if (value instanceof Boolean) {
          yield value;
        }
        throw expected("boolean", value);
      }
      case I32, I64, U32, U64 -> integer(scalar, value);
      case F32, F64 -> real(scalar, value);
      case DATE -> date(value);
      case DATE_TIME -> dateTime(value);
      case VECTOR -> throw new IllegalStateException("a list of vectors");
    };
  }

  private String text(Object value, String what) {
    if (value instanceof String text) {
      return text;
    }
    throw expected(what, value);
  }

  private Long integer(Scalar scalar, Object value) {
    BigInteger number = integer(value);
    boolean fits =
        switch (scalar) {
          case I32 -> number.bitLength() < Integer.SIZE;
          case U32 -> number.signum() >= 0 && number.compareTo(U32_END) < 0;
          case U64 -> number.signum() >= 0;
          default -> true;
        };
    if (!fits) {
      throw refuse(number + " exceeds " + scalar.text());
    }
    if (number.bitLength() >= Long.SIZE) {
      throw refuse(
          number
              + (scalar == Scalar.U64 ? " exceeds current engine range" : " exceeds I64")
              + "; the largest is "
              + Long.MAX_VALUE);
    }
    return number.longValueExact();
  }

  private BigInteger integer(Object value) {
    if (value instanceof BigInteger number) {
      return number;
    }
    if (value instanceof Long || value instanceof Integer || value instanceof Short) {
      return BigInteger.valueOf(((Number) value).longValue());
    }
    if (value instanceof BigDecimal number && number.scale() == 0) {
      return number.unscaledValue();
    }
    if (value instanceof String text) {
      try {
        return new BigInteger(text);
      } catch (NumberFormatException e) {
        throw expected("integer string", value);
      }
    }
    throw expected("integer number", value);
  }

  private Double real(Scalar scalar, Object value) {
    if (!(value instanceof Number number)) {
      throw expected("float", value);
    }
    double real =
        number instanceof BigDecimal decimal ? decimal.doubleValue() : number.doubleValue();
    double kept = scalar == Scalar.F32 ? (float) real : real;
    if (Double.isInfinite(kept) && !isInfinite(number)) {
      throw refuse(shown(value) + " exceeds " + scalar.text());
    }
    return kept;
  }

  private static boolean isInfinite(Number number) {
    return (number instanceof Double || number instanceof Float)
        && Double.isInfinite(number.doubleValue());
  }

  private LocalDate date(Object value) {
    if (value instanceof LocalDate date) {
      return date;
    }
    if (value instanceof String text) {
      OptionalInt days = DateText.days(text);
      if (days.isPresent()) {
        return LocalDate.ofEpochDay(days.getAsInt());
      }
    }
    throw expected("date string such as \"2024-05-01\"", value);
  }

  private LocalDateTime dateTime(Object value) {
    if (value instanceof LocalDateTime time) {
      return time.truncatedTo(ChronoUnit.MILLIS);
    }
    if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
    }
    if (value instanceof String text) {
      OptionalLong millis = DateText.millis(text);
      if (millis.isPresent()) {
        return ofMillis(millis.getAsLong(), value);
      }
    }
    throw expected("datetime string such as \"2024-05-01T12:30:00Z\"", value);
  }

  private LocalDateTime ofMillis(long millis, Object value) {
    try {
      return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw expected("datetime within the years that a calendar has", value);
    }
  }
}

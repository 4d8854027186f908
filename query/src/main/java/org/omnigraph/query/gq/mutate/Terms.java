package org.omnigraph.query.gq.mutate;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.gq.check.Term;
import org.omnigraph.query.gq.parse.Literal;

/** The literals that terms stand for in one run. */
final class Terms {
  private final List<@Nullable Object> arguments;
  private final Instant now;

  /**
   * @param arguments the values of the declared parameters
   */
  Terms(List<@Nullable Object> arguments, Instant now) {
    this.arguments = arguments;
    this.now = now;
  }

  /** The value of a constant, a parameter or now(), or null. */
  @Nullable Literal literal(Term term) {
    if (term instanceof Term.Now) {
      return new Literal.DateTime(now.toEpochMilli());
    }
    if (term instanceof Term.Constant constant) {
      return constant.literal();
    }
    return ofNullable(arguments.get(((Term.Argument) term).index()));
  }

  private static @Nullable Literal ofNullable(@Nullable Object value) {
    return value == null ? null : of(value);
  }

  private static Literal of(Object value) {
    if (value instanceof String text) {
      return new Literal.Text(text);
    }
    if (value instanceof Boolean bool) {
      return new Literal.Bool(bool);
    }
    if (value instanceof Long number) {
      return new Literal.Whole(number);
    }
    if (value instanceof Double number) {
      return new Literal.Real(number);
    }
    if (value instanceof LocalDate date) {
      return new Literal.Date(Math.toIntExact(date.toEpochDay()));
    }
    if (value instanceof LocalDateTime time) {
      return new Literal.DateTime(time.toInstant(ZoneOffset.UTC).toEpochMilli());
    }
    return new Literal.Items(((List<?>) value).stream().map(Terms::of).toList());
  }
}

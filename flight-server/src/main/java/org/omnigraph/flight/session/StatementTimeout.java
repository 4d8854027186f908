package org.omnigraph.flight.session;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * How long a statement may take, in the words of a client: a number of milliseconds, or a number
 * and a unit. Zero is no limit.
 */
public final class StatementTimeout {
  /** The session option and the setting of SQL. */
  public static final String NAME = "statement_timeout";

  private static final Pattern TEXT = Pattern.compile("(\\d{1,12})\\s*(ms|s|min|h|)");

  private StatementTimeout() {}

  /**
   * Reads a limit; zero when there is none.
   *
   * @throws InvalidRequest for other words
   */
  public static Duration parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new InvalidRequest(
          NAME
              + " is '"
              + text
              + "'; it can be a number of milliseconds, or a number with one of the units ms, s,"
              + " min and h, as in '30s'; 0 is no limit");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "min" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofMillis(number);
    };
  }

  /** As {@link #parse} reads it. */
  public static String text(Optional<Duration> limit) {
    return limit.map(time -> time.toMillis() + "ms").orElse("0");
  }
}

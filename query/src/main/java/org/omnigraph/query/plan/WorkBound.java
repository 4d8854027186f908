package org.omnigraph.query.plan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/**
 * Bounds functions whose work is the product of the lengths of two texts: DuckDB does not look
 * whether a statement was cancelled while it is inside a function.
 */
public final class WorkBound {
  /** Each pair of bytes is a step. */
  private static final long MOST_COMPARED = 1 << 18;

  /** Steps of a search are cheaper, and few of these pairs are ever looked at. */
  private static final long MOST_SEARCHED = 1 << 27;

  /** A text that is searched for so few bytes is as long as it likes. */
  private static final int SHORT = 256;

  private static final String SAID = "too much work for ";
  private static final Pattern WORK =
      Pattern.compile(SAID + "(\\w+), most (\\d+)" + TextBound.FOUND);

  private WorkBound() {}

  /** {@code LEVENSHTEIN} of two texts. */
  static String distance(String name, String function, String one, String other) {
    return function + "(" + one + ", " + bounded(name, one, other, MOST_COMPARED) + ")";
  }

  /**
   * The pattern of {@code LIKE} or {@code ILIKE}.
   *
   * @param known what the pattern is, where the statement says it
   */
  public static String pattern(String name, String text, String pattern, Optional<String> known) {
    return known.map(String::length).orElse(Integer.MAX_VALUE) <= SHORT
        ? pattern
        : bounded(name, text, pattern, MOST_SEARCHED);
  }

  /** The second text, unless there are too many pairs of bytes. */
  private static String bounded(String name, String one, String other, long most) {
    String pairs = "CAST(strlen(" + one + ") AS BIGINT) * strlen(" + other + ")";
    return "CASE WHEN "
        + pairs
        + " > "
        + most
        + " THEN CAST("
        + TextBound.failure(SAID + name + ", most " + most, pairs, "BIGINT")
        + " AS VARCHAR) ELSE "
        + other
        + " END";
  }

  /** What a message of the kernel means, where it is about such a bound. */
  public static Optional<ResourceLimitExceeded> meaning(String message) {
    Matcher work = WORK.matcher(message);
    if (!work.find()) {
      return Optional.empty();
    }
    long most = Long.parseLong(work.group(2));
    return Optional.of(
        new ResourceLimitExceeded(
            "the bytes of one text of "
                + work.group(1)
                + " times those of the other, since nothing ends it while it is computed",
            most,
            TextBound.found(work.group(3), most),
            "use shorter texts, as LEFT(text, 500)"));
  }
}

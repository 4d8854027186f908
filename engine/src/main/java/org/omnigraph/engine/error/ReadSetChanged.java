package org.omnigraph.engine.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the attempt was prepared against has moved; nothing was written. */
public final class ReadSetChanged extends GraphException {
  private final String member;
  private final @Nullable String expected;
  private final @Nullable String actual;

  /**
   * @param member what moved, for example {@code graph_head:main}
   * @param expected what it was, null when it was absent
   * @param actual what it is, null when it is absent
   */
  public ReadSetChanged(String member, @Nullable String expected, @Nullable String actual) {
    this(member, expected, actual, "run the whole request again");
  }

  /**
   * As the other one.
   *
   * @param remedy what happened and what to do about it
   */
  public ReadSetChanged(
      String member, @Nullable String expected, @Nullable String actual, String remedy) {
    super(
        ErrorCode.READ_SET_CHANGED,
        "read set changed: "
            + member
            + " was "
            + text(expected)
            + " and is now "
            + text(actual)
            + "; "
            + remedy,
        null);
    this.member = member;
    this.expected = expected;
    this.actual = actual;
  }

  private static String text(@Nullable String value) {
    return value == null ? "absent" : "'" + value + "'";
  }

  public String member() {
    return member;
  }

  public Optional<String> expected() {
    return Optional.ofNullable(expected);
  }

  public Optional<String> actual() {
    return Optional.ofNullable(actual);
  }
}

package org.omnigraph.query.type;

import java.util.Locale;
import java.util.Optional;

/**
 * Truth values as texts: the words that the kernel casts, so that a bound text means what one in a
 * statement means.
 */
public final class TruthText {
  private TruthText() {}

  /** The truth value that a text says; empty where it says none. */
  public static Optional<Boolean> value(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1", "yes", "y" -> Optional.of(true);
      case "false", "f", "0", "no", "n" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}

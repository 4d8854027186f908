package org.omnigraph.flight.producer;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.flight.session.CallScope;

/** A statement about the session itself, which no planner sees. It answers no rows. */
sealed interface SessionText permits TransactionText, TimeoutText, KillText, OptionText {
  /** What stands between words. */
  String GAP = "(?:--[^\\n]*+|/\\*.*?\\*/|\\s)++";

  Pattern LEADING = Pattern.compile(GAP, Pattern.DOTALL);

  /** What stands in quotes, and what stands between words. */
  Pattern PARTS = Pattern.compile("(?<quoted>\"[^\"]*+\"|'[^']*+')|" + GAP, Pattern.DOTALL);

  int LONGEST = 400;

  List<Function<String, ? extends Optional<? extends SessionText>>> KINDS =
      List.of(TransactionText::read, TimeoutText::read, KillText::read, OptionText::read);

  /** The statement that {@code sql} is, if it is one of these. */
  static Optional<SessionText> parse(String sql) {
    Matcher leading = LEADING.matcher(sql);
    String bare = sql.substring(leading.lookingAt() ? leading.end() : 0).stripTrailing();
    if (bare.length() > LONGEST) {
      return Optional.empty();
    }
    String text = plain(bare);
    return KINDS.stream()
        .<Optional<SessionText>>map(kind -> kind.apply(text).map(SessionText.class::cast))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** One line without comments, ends and doubled blanks, but for what stands in quotes. */
  static String plain(String sql) {
    return PARTS
        .matcher(sql)
        .replaceAll(
            part ->
                part.group(1) == null
                    ? " "
                    : Matcher.quoteReplacement(String.valueOf(part.group())))
        .strip()
        .replaceAll("[\\s;]+\\z", "");
  }

  /**
   * Does it.
   *
   * @param in the id of the transaction that the call names
   */
  void run(Services services, CallScope scope, Optional<String> in);
}

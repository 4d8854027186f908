package org.omnigraph.query.plan;

import java.util.List;
import java.util.Map;
import org.omnigraph.engine.error.Unsupported;

/** The formats of {@code TO_CHAR} and {@code TO_DATE} in the words of {@code strftime}. */
final class TimeFormat {
  /** Longer ones first, since {@code DDD} begins with {@code DD}. */
  private static final List<Map.Entry<String, String>> PARTS =
      List.of(
          Map.entry("YYYY", "%Y"),
          Map.entry("IYYY", "%G"),
          Map.entry("HH24", "%H"),
          Map.entry("HH12", "%I"),
          Map.entry("Month", "%B"),
          Map.entry("FMMM", "%-m"),
          Map.entry("FMDD", "%-d"),
          Map.entry("DDD", "%j"),
          Map.entry("Day", "%A"),
          Map.entry("Mon", "%b"),
          Map.entry("YY", "%y"),
          Map.entry("MM", "%m"),
          Map.entry("DD", "%d"),
          Map.entry("Dy", "%a"),
          Map.entry("HH", "%I"),
          Map.entry("MI", "%M"),
          Map.entry("SS", "%S"),
          Map.entry("MS", "%g"),
          Map.entry("US", "%f"),
          Map.entry("IW", "%V"),
          Map.entry("AM", "%p"),
          Map.entry("PM", "%p"));

  private TimeFormat() {}

  /**
   * Translates a format. Text in double quotes stands for itself.
   *
   * @param function the function it is for, named in errors
   * @throws Unsupported with the part of the format that is not known
   */
  static String strftime(String function, String format) {
    StringBuilder translated = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at);
      if (c == '"') {
        int end = format.indexOf('"', at + 1);
        end = end < 0 ? format.length() : end;
        translated.append(format.substring(at + 1, end).replace("%", "%%"));
        at = end + 1;
      } else if (Character.isLetter(c)) {
        Map.Entry<String, String> part = part(function, format, at);
        translated.append(part.getValue());
        at += part.getKey().length();
      } else {
        translated.append(c == '%' ? "%%" : String.valueOf(c));
        at++;
      }
    }
    return translated.toString();
  }

  private static Map.Entry<String, String> part(String function, String format, int at) {
    return PARTS.stream()
        .filter(part -> format.startsWith(part.getKey(), at))
        .findFirst()
        .orElseThrow(
            () ->
                new Unsupported(
                    function
                        + " does not know '"
                        + format.substring(at)
                        + "' in the format '"
                        + format
                        + "'; it knows "
                        + String.join(", ", PARTS.stream().map(Map.Entry::getKey).toList())));
  }
}

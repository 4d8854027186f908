package org.omnigraph.engine.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Patterns of {@code @check}: RE2 syntax in linear time, where {@code \d}, {@code \w}, {@code \s}
 * and their negations are the Unicode classes, as in the Rust implementation. {@code \b} stays a
 * boundary of ASCII words.
 *
 * <p>Source of the classes: Unicode Technical Standard 18, Annex C.
 */
public final class CheckPattern {
  private static final Map<Character, String> CLASSES =
      Map.of(
          'd', ranges(CheckPattern::isDigit),
          'D', ranges(c -> !isDigit(c)),
          'w', ranges(CheckPattern::isWord),
          'W', ranges(c -> !isWord(c)),
          's', ranges(CheckPattern::isSpace),
          'S', ranges(c -> !isSpace(c)));

  private CheckPattern() {}

  /**
   * Compiles a pattern.
   *
   * @throws com.google.re2j.PatternSyntaxException when it is none
   */
  public static Pattern compile(String pattern) {
    Pattern.compile(pattern);
    return Pattern.compile(withUnicodeClasses(pattern));
  }

  private static String withUnicodeClasses(String pattern) {
    StringBuilder text = new StringBuilder();
    boolean bracketed = false;
    int firstItem = -1;
    for (int at = 0; at < pattern.length(); at++) {
      char here = pattern.charAt(at);
      if (here == '\\' && at + 1 < pattern.length()) {
        at++;
        String items = CLASSES.get(pattern.charAt(at));
        if (items == null) {
          text.append(here).append(pattern.charAt(at));
        } else {
          text.append(bracketed ? items : "[" + items + "]");
        }
        continue;
      }
      if (!bracketed && here == '[') {
        bracketed = true;
        firstItem = at + (pattern.startsWith("^", at + 1) ? 2 : 1);
      } else if (bracketed && pattern.startsWith("[:", at) && pattern.indexOf(":]", at) > 0) {
        int end = pattern.indexOf(":]", at) + 2;
        text.append(pattern, at, end);
        at = end - 1;
        continue;
      } else if (bracketed && here == ']' && at != firstItem) {
        bracketed = false;
      } else if (bracketed && isOperation(pattern, at)) {
        throw new PatternSyntaxException(
            "classes in classes and operations on classes are not understood; escape the character",
            pattern);
      }
      text.append(here);
    }
    return text.toString();
  }

  /** What Rust reads as an operation, and RE2 as characters. */
  private static boolean isOperation(String pattern, int at) {
    return pattern.charAt(at) == '['
        || Stream.of("&&", "--", "~~").anyMatch(operation -> pattern.startsWith(operation, at));
  }

  private static boolean isDigit(int codePoint) {
    return Character.getType(codePoint) == Character.DECIMAL_DIGIT_NUMBER;
  }

  private static boolean isWord(int codePoint) {
    return Character.isAlphabetic(codePoint)
        || switch (Character.getType(codePoint)) {
          case Character.NON_SPACING_MARK,
              Character.ENCLOSING_MARK,
              Character.COMBINING_SPACING_MARK,
              Character.DECIMAL_DIGIT_NUMBER,
              Character.CONNECTOR_PUNCTUATION ->
              true;
          default -> codePoint == 0x200C || codePoint == 0x200D;
        };
  }

  private static boolean isSpace(int codePoint) {
    return (codePoint >= '\t' && codePoint <= '\r')
        || codePoint == 0x85
        || Character.isSpaceChar(codePoint);
  }

  /** The items of a bracket expression that holds exactly the chosen code points. */
  private static String ranges(IntPredicate chosen) {
    StringBuilder items = new StringBuilder();
    int from = -1;
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT + 1; codePoint++) {
      boolean in = codePoint <= Character.MAX_CODE_POINT && chosen.test(codePoint);
      if (in && from < 0) {
        from = codePoint;
      } else if (!in && from >= 0) {
        items.append("\\x{%X}-\\x{%X}".formatted(from, codePoint - 1));
        from = -1;
      }
    }
    return items.toString();
  }
}

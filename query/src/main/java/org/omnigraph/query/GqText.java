package org.omnigraph.query;

import java.util.Optional;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.parse.Query;
import org.omnigraph.query.gq.parse.QueryFile;
import org.omnigraph.query.kernel.DeepStack;

/** Queries of the {@code .gq} language where a statement is expected. No SQL begins as they do. */
final class GqText {
  private static final Pattern BEGINNING =
      Pattern.compile(
          "\\A(?:\\s++|//[^\\n]*+|/\\*.*?\\*/)*+query\\s++[a-z_][A-Za-z0-9_]*+\\s*+\\(",
          Pattern.DOTALL);

  private GqText() {}

  static boolean isGq(String text) {
    return BEGINNING.matcher(text).find();
  }

  /** Whether a text is a mutation; one that cannot be read is none. */
  static boolean isMutation(String text) {
    if (!isGq(text)) {
      return false;
    }
    try {
      return parse(text).queries().stream().anyMatch(Query::isMutation);
    } catch (InvalidRequest e) {
      return false;
    }
  }

  private static QueryFile parse(String text) {
    return DeepStack.call(() -> QueryFile.parse(text));
  }

  /**
   * The query of a statement.
   *
   * @throws InvalidRequest when it has a syntax error, or several queries
   */
  static Query only(String text) {
    QueryFile file = parse(text);
    if (file.queries().size() > 1) {
      throw new InvalidRequest(
          "a statement is one query, and this has "
              + file.queries().stream().map(q -> q.name().text()).toList()
              + "; send one of them");
    }
    return file.select(Optional.empty());
  }
}

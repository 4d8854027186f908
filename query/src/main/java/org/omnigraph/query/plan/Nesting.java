package org.omnigraph.query.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Bounds how deep a statement is nested, before anything spends time or stack that grows faster
 * than its length. A chain of {@code AND} or of {@code OR} counts as one level, however long.
 */
final class Nesting {
  private static final int MOST_LEVELS = 500;

  private Nesting() {}

  /**
   * Returns when the brackets of the text are nested at most {@value #MOST_LEVELS} deep. Brackets
   * in texts and comments may be counted; what they open they close as a rule.
   *
   * @throws InvalidRequest otherwise
   */
  static void require(String sql) {
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(' || c == '[') {
        depth++;
        requireAtMost(depth);
      } else if (c == ')' || c == ']') {
        depth = Math.max(0, depth - 1);
      }
    }
  }

  private record Visit(SqlNode node, @Nullable SqlKind parent, int depth) {}

  /** As {@link #require(String)}, for every kind of expression of a parsed statement. */
  static void require(SqlNode statement) {
    Deque<Visit> open = new ArrayDeque<>();
    open.push(new Visit(statement, null, 0));
    while (!open.isEmpty()) {
      Visit visit = open.pop();
      if (visit.node() instanceof SqlNodeList list) {
        list.forEach(child -> push(open, child, null, visit.depth()));
      } else if (visit.node() instanceof SqlCall call) {
        SqlKind kind = call.getKind();
        boolean chained = kind == visit.parent() && (kind == SqlKind.AND || kind == SqlKind.OR);
        int depth = chained ? visit.depth() : visit.depth() + 1;
        requireAtMost(depth);
        call.getOperandList().forEach(child -> push(open, child, kind, depth));
      }
    }
  }

  private static void push(
      Deque<Visit> open, @Nullable SqlNode child, @Nullable SqlKind parent, int depth) {
    if (child != null) {
      open.push(new Visit(child, parent, depth));
    }
  }

  private static void requireAtMost(int depth) {
    if (depth > MOST_LEVELS) {
      throw new InvalidRequest(
          "the statement is nested more than "
              + MOST_LEVELS
              + " levels deep; join a table of values instead, or split it");
    }
  }
}

package org.omnigraph.flight.producer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.flight.session.Session;
import org.omnigraph.flight.session.Transactions;

/**
 * A statement about the session's transaction.
 *
 * @param name of a savepoint, as it is written; empty where there is none
 */
record TransactionText(Kind kind, String name) {
  /** What it does. */
  enum Kind {
    BEGIN("(?:BEGIN(?: WORK| TRANSACTION)?|START TRANSACTION)" + modes("WRITE")),
    BEGIN_READ_ONLY("(?:BEGIN(?: WORK| TRANSACTION)?|START TRANSACTION)" + modes("ONLY")),
    COMMIT("(?:COMMIT|END)(?: WORK| TRANSACTION)?"),
    ROLLBACK("(?:ROLLBACK|ABORT)(?: WORK| TRANSACTION)?"),
    SAVEPOINT("SAVEPOINT" + NAME),
    ROLLBACK_TO("ROLLBACK(?: WORK| TRANSACTION)? TO(?: SAVEPOINT)?" + NAME),
    RELEASE("RELEASE(?: SAVEPOINT)?" + NAME);

    private final Pattern pattern;

    Kind(String pattern) {
      this.pattern = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
    }
  }

  private static final String NAME =
      " (?:\"(?<quoted>[^\"]+)\"|(?<plain>[\\p{L}_][\\p{L}\\p{N}_$]*))";
  private static final Pattern COMMENTS = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final int LONGEST = 400;

  /** Modes of a transaction; a weaker level than ours is met by ours. */
  private static String modes(String access) {
    String level =
        "ISOLATION LEVEL (?:SERIALIZABLE|REPEATABLE READ|READ COMMITTED|READ UNCOMMITTED)";
    String one = "(?: ?,? ?" + level + ")?";
    return access.equals("ONLY")
        ? one + "(?: ?,? ?READ ONLY)" + one
        : one + "(?: ?,? ?READ WRITE)?" + one;
  }

  /** The statement that {@code sql} is, if it is one of these. */
  static Optional<TransactionText> parse(String sql) {
    if (sql.length() > LONGEST) {
      return Optional.empty();
    }
    String text =
        COMMENTS
            .matcher(sql)
            .replaceAll(" ")
            .strip()
            .replaceAll("[\\s;]+\\z", "")
            .replaceAll("\\s+", " ");
    for (Kind kind : Kind.values()) {
      Matcher matcher = kind.pattern.matcher(text);
      if (matcher.matches()) {
        return Optional.of(new TransactionText(kind, name(kind, matcher)));
      }
    }
    return Optional.empty();
  }

  private static String name(Kind kind, Matcher matcher) {
    return switch (kind) {
      case BEGIN, BEGIN_READ_ONLY, COMMIT, ROLLBACK -> "";
      case SAVEPOINT, ROLLBACK_TO, RELEASE ->
          matcher.group("quoted") == null ? matcher.group("plain") : matcher.group("quoted");
    };
  }

  /**
   * Does it.
   *
   * @param in the id of the transaction that the call names; statements that begin and end one are
   *     about the session's only one
   */
  void run(Session session, Optional<String> in) {
    Transactions transactions = session.transactions();
    switch (kind) {
      case BEGIN -> transactions.beginByText(false);
      case BEGIN_READ_ONLY -> transactions.beginByText(true);
      case COMMIT -> transactions.commitByText(session.principal().name());
      case ROLLBACK -> transactions.rollbackByText();
      case SAVEPOINT -> transactions.current(in).savepoint(name);
      case ROLLBACK_TO -> transactions.current(in).rollbackTo(name);
      case RELEASE -> transactions.current(in).release(name);
    }
  }
}

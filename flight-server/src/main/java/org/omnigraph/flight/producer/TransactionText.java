package org.omnigraph.flight.producer;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.flight.session.Session;

/** The statements that begin and end the session's transaction. */
enum TransactionText {
  BEGIN("BEGIN( (WORK|TRANSACTION))?|START TRANSACTION"),
  COMMIT("(COMMIT|END)( (WORK|TRANSACTION))?"),
  ROLLBACK("(ROLLBACK|ABORT)( (WORK|TRANSACTION))?");

  private static final Pattern COMMENTS = Pattern.compile("--[^\\n]*|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern SAVEPOINTS =
      Pattern.compile("(SAVEPOINT|RELEASE|ROLLBACK( (WORK|TRANSACTION))? TO)\\b.*", Pattern.DOTALL);
  private static final int LONGEST = 200;

  private final Pattern pattern;

  TransactionText(String pattern) {
    this.pattern = Pattern.compile(pattern);
  }

  /**
   * The statement that {@code sql} is, if it is one of these.
   *
   * @throws Unsupported when it is about savepoints
   */
  static Optional<TransactionText> parse(String sql) {
    if (sql.length() > LONGEST) {
      return Optional.empty();
    }
    String text =
        COMMENTS
            .matcher(sql)
            .replaceAll(" ")
            .replace(';', ' ')
            .strip()
            .replaceAll("\\s+", " ")
            .toUpperCase(Locale.ROOT);
    if (SAVEPOINTS.matcher(text).matches()) {
      throw new Unsupported("savepoints are not done here; use a transaction of its own instead");
    }
    for (TransactionText statement : values()) {
      if (statement.pattern.matcher(text).matches()) {
        return Optional.of(statement);
      }
    }
    return Optional.empty();
  }

  void run(Session session) {
    switch (this) {
      case BEGIN -> session.transactions().beginByText();
      case COMMIT -> session.transactions().commitByText(session.principal().name());
      case ROLLBACK -> session.transactions().rollbackByText();
    }
  }
}

package org.omnigraph.flight.producer;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Session;
import org.omnigraph.flight.session.Transactions;

/**
 * A statement about the session's transaction.
 *
 * @param name of a savepoint, as it is written; empty where there is none
 */
record TransactionText(Kind kind, String name) implements SessionText {
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
      " (?:\"(?<quoted>(?:[^\"]|\"\")+)\"|(?<plain>[\\p{L}_][\\p{L}\\p{N}_$]*))";

  /** Modes of a transaction; a weaker level than ours is met by ours. */
  private static String modes(String access) {
    String level =
        "ISOLATION LEVEL (?:SERIALIZABLE|REPEATABLE READ|READ COMMITTED|READ UNCOMMITTED)";
    String one = "(?: ?,? ?" + level + ")?";
    return access.equals("ONLY")
        ? one + "(?: ?,? ?READ ONLY)" + one
        : one + "(?: ?,? ?READ WRITE)?" + one;
  }

  static Optional<TransactionText> read(String text) {
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
          matcher.group("quoted") == null
              ? matcher.group("plain")
              : matcher.group("quoted").replace("\"\"", "\"");
    };
  }

  /** Statements that begin and end a transaction are about the session's only one. */
  @Override
  public void run(Services services, CallScope scope, Optional<String> in) {
    Session session = scope.session();
    Transactions transactions = session.transactions();
    note(scope.record(), transactions, in);
    switch (kind) {
      case BEGIN -> transactions.beginByText(false);
      case BEGIN_READ_ONLY -> transactions.beginByText(true);
      case COMMIT -> {
        try (CallRecord.OpenPhase committing = scope.record().phase("commit")) {
          transactions.commitByText(session.principal().name()).ifPresent(scope.record()::commit);
        }
      }
      case ROLLBACK -> transactions.rollbackByText();
      case SAVEPOINT -> transactions.current(in).savepoint(name);
      case ROLLBACK_TO -> transactions.current(in).rollbackTo(name);
      case RELEASE -> transactions.current(in).release(name);
    }
  }

  private void note(CallRecord record, Transactions transactions, Optional<String> in) {
    switch (kind) {
      case COMMIT -> record.kind(CallRecord.Kind.COMMIT);
      case ROLLBACK -> record.kind(CallRecord.Kind.ROLLBACK);
      case BEGIN, BEGIN_READ_ONLY, SAVEPOINT, ROLLBACK_TO, RELEASE -> {}
    }
    transactions.target(in).ifPresent(record::target);
  }
}

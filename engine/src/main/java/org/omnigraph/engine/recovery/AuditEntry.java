package org.omnigraph.engine.recovery;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.sidecar.TableOutcome;

/**
 * What a recovery did about one operation.
 *
 * @param commit the commit that it published or found published
 * @param actor who had begun the operation
 * @param writer what the intent called its writer
 * @param outcomes one entry a table that was published or restored
 * @param at to the microsecond
 */
public record AuditEntry(
    CommitId commit,
    Kind kind,
    Optional<String> actor,
    OperationId operation,
    String writer,
    List<TableOutcome> outcomes,
    Instant at) {
  public AuditEntry {
    outcomes = List.copyOf(outcomes);
  }

  /** How an operation ended; the text is part of the format. */
  public enum Kind {
    ROLLED_FORWARD("RolledForward"),
    ROLLED_BACK("RolledBack"),
    /** Its branch was deleted, and everything it had done with it. */
    ORPHANED_BRANCH_DISCARDED("OrphanedBranchDiscarded");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    static Optional<Kind> of(String text) {
      for (Kind kind : values()) {
        if (kind.text.equals(text)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }
}

package org.omnigraph.engine.sidecar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;

/**
 * A mutation or a load, fixed before its first effect.
 *
 * @param token the branch state it was prepared against
 * @param commit the id that the graph commit will have
 * @param rollbackCommit the id of the commit that records a rollback instead
 * @param createdAt of the graph commit, to the microsecond
 * @param tables one entry a table
 */
public record WritePlan(
    OperationId operation,
    Kind kind,
    Instant startedAt,
    AuthorityToken token,
    Optional<String> actor,
    CommitId commit,
    CommitId rollbackCommit,
    Instant createdAt,
    List<TablePlan> tables) {
  public WritePlan {
    tables = List.copyOf(tables);
  }

  /** What the plan lays claim to. */
  public Claim claim() {
    return new Claim(
        operation,
        kind.text(),
        token.branch(),
        actor,
        tables.stream()
            .map(
                t ->
                    new Claim.ClaimedTable(
                        t.key(), t.identity(), t.base().path(), t.base().branch()))
            .toList());
  }

  /** Which writer; the text is part of the format. */
  public enum Kind {
    MUTATION("Mutation"),
    LOAD("Load");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}

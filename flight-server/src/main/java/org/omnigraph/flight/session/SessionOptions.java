package org.omnigraph.flight.session;

import java.time.Duration;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * What a session has chosen; empty means the default.
 *
 * @param catalog a graph's name, as configured
 * @param branch a branch of that graph
 * @param snapshot a commit to read instead of the branch's head
 * @param statementTimeout how long a statement may take; zero is no limit
 * @param readOnly whether it refuses to write
 * @param compression of the batches of results
 * @param endpoints how many endpoints a result has at most
 */
public record SessionOptions(
    Optional<String> catalog,
    Optional<BranchName> branch,
    Optional<CommitId> snapshot,
    Optional<Duration> statementTimeout,
    boolean readOnly,
    Optional<Compression> compression,
    Optional<Integer> endpoints) {
  static final SessionOptions NONE =
      new SessionOptions(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty());

  private SessionOptions at(
      Optional<String> graph, Optional<BranchName> name, Optional<CommitId> commit) {
    return new SessionOptions(
        graph, name, commit, statementTimeout, readOnly, compression, endpoints);
  }

  /** Another graph; what was chosen inside the old one is forgotten. */
  public SessionOptions withCatalog(Optional<String> name) {
    return name.equals(catalog) ? this : at(name, Optional.empty(), Optional.empty());
  }

  /** Another branch, seen at its head unless a commit comes with it. */
  public SessionOptions withBranch(Optional<BranchName> name, Optional<CommitId> commit) {
    return at(catalog, name, commit);
  }

  public SessionOptions withSnapshot(Optional<CommitId> commit) {
    return at(catalog, branch, commit);
  }

  /** Another limit; empty is the server's. */
  public SessionOptions withStatementTimeout(Optional<Duration> limit) {
    return new SessionOptions(catalog, branch, snapshot, limit, readOnly, compression, endpoints);
  }

  public SessionOptions withReadOnly(boolean refusesToWrite) {
    return new SessionOptions(
        catalog, branch, snapshot, statementTimeout, refusesToWrite, compression, endpoints);
  }

  public SessionOptions withCompression(Optional<Compression> codec) {
    return new SessionOptions(
        catalog, branch, snapshot, statementTimeout, readOnly, codec, endpoints);
  }

  public SessionOptions withEndpoints(Optional<Integer> most) {
    return new SessionOptions(
        catalog, branch, snapshot, statementTimeout, readOnly, compression, most);
  }

  /** What the session has chosen for an option, as it may be set; empty where it is the default. */
  Optional<String> text(String option) {
    return switch (option) {
      case "catalog" -> catalog;
      case "schema" -> branch.map(BranchName::value);
      case "snapshot" -> snapshot.map(CommitId::value);
      case OptionWords.READ_ONLY -> readOnly ? Optional.of("true") : Optional.empty();
      case OptionWords.ENDPOINTS -> endpoints.map(String::valueOf);
      case Compression.NAME -> compression.map(Compression::text);
      case StatementTimeout.NAME ->
          statementTimeout.map(limit -> StatementTimeout.text(Optional.of(limit)));
      default -> Optional.empty();
    };
  }
}

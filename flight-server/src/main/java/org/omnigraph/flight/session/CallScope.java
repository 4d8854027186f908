package org.omnigraph.flight.session;

import io.grpc.Context;
import io.grpc.Metadata;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * One call: its session and its headers. Reachable on the call's own thread only; what works
 * elsewhere takes it along.
 */
public final class CallScope {
  static final Context.Key<CallScope> KEY = Context.key("omnigraph-call");

  private static final List<String> GRAPH =
      List.of("x-omnigraph-graph", "graph", "database", "catalog");
  private static final List<String> BRANCH = List.of("x-omnigraph-branch", "branch", "schema");
  private static final List<String> SNAPSHOT = List.of("x-omnigraph-snapshot", "snapshot");

  private final Session session;
  private final Metadata headers;
  private final Opening opening = new Opening();
  private volatile boolean forgetting;

  CallScope(Session session, Metadata headers) {
    this.session = session;
    this.headers = headers;
  }

  /** The call that this thread works for. */
  public static CallScope current() {
    CallScope scope = KEY.get();
    if (scope == null) {
      throw new IllegalStateException("not on a call's thread");
    }
    return scope;
  }

  public Session session() {
    return session;
  }

  /** Whether the client has begun to send. */
  public Opening opening() {
    return opening;
  }

  /** A header's value; blank counts as absent. */
  public Optional<String> header(String name) {
    String value = headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    return Optional.ofNullable(value).map(String::strip).filter(v -> !v.isEmpty());
  }

  /**
   * Where the call works: its headers first, then the session's options, then the defaults.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when no graph is named and several are served
   *     or a header names both a branch and a snapshot
   * @throws org.omnigraph.engine.error.NotFound when a graph or a branch does not exist
   */
  public Place place(Graphs graphs) {
    SessionOptions options = session.options();
    Optional<String> named = first(GRAPH).map(graphs::spelled);
    String catalog = named.or(options::catalog).orElseGet(graphs::impliedOrThrow);
    boolean sameGraph = options.catalog().or(graphs::implied).equals(Optional.of(catalog));
    Optional<SchemaName> header = first(BRANCH).map(SchemaName::parse);
    Optional<BranchName> chosen = sameGraph ? options.branch() : Optional.empty();
    BranchName branch = header.map(SchemaName::branch).or(() -> chosen).orElse(BranchName.MAIN);
    Optional<CommitId> commit = first(SNAPSHOT).map(CommitId::new);
    if (header.isPresent() && commit.isPresent()) {
      throw new InvalidRequest(
          "the headers name both the branch '"
              + branch
              + "' and the snapshot "
              + commit.get()
              + "; a snapshot is of no branch, so send one of the two");
    }
    graphs.requireBranch(catalog, branch);
    Optional<CommitId> snapshot =
        commit
            .or(() -> header.flatMap(SchemaName::snapshot))
            .or(
                () ->
                    sameGraph && header.isEmpty()
                        ? options.snapshot()
                        : Optional.<CommitId>empty());
    return new Place(graphs, catalog, branch, snapshot);
  }

  /** Whether a header or the session names a graph. */
  public boolean namesGraph() {
    return first(GRAPH).isPresent() || session.options().catalog().isPresent();
  }

  private Optional<String> first(List<String> names) {
    return names.stream().map(this::header).flatMap(Optional::stream).findFirst();
  }

  /** Tells the client with the reply to this call to forget its cookie. */
  public void forgetCookie() {
    forgetting = true;
  }

  boolean isForgetting() {
    return forgetting;
  }
}

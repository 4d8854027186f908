package org.omnigraph.flight.session;

import io.grpc.Context;
import io.grpc.Metadata;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.PolicyDenied;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.quota.Quota;
import org.omnigraph.query.running.Origin;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.RunningStatements;
import org.omnigraph.query.running.TimeLimit;

/**
 * One call: its session and its headers. Reachable on the call's own thread only; what works
 * elsewhere takes it along.
 */
public final class CallScope {
  static final Context.Key<CallScope> KEY = Context.key("omnigraph-call");

  private static final int SHOWN = 8;

  private final Session session;
  private final Graphs graphs;
  private final Metadata headers;
  private final Oversight oversight;
  private final Quota quota;
  private final CallRecord record;
  private final Opening opening = new Opening();
  private final Cancellation gone = new Cancellation();
  private volatile boolean forgetting;
  private volatile @Nullable RunningStatement latest;

  CallScope(
      Session session, Graphs graphs, Metadata headers, Oversight oversight, CallRecord record) {
    this.session = session;
    this.oversight = oversight;
    this.quota = oversight.quotas().of(session.principal());
    this.record = record;
    this.graphs = graphs;
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

  /** The graphs, as the caller may see them. */
  public Graphs graphs() {
    return graphs;
  }

  /** What the caller may do. */
  public Access access() {
    return graphs.access();
  }

  /** What the caller holds, and how much it may. */
  public Quota quota() {
    return quota;
  }

  /** What the call is about, for those who watch calls. */
  public CallRecord record() {
    return record;
  }

  /** Whether the client has begun to send. */
  public Opening opening() {
    return opening;
  }

  /** The client waits for no answer any more. */
  void clientLeft() {
    gone.cancel(() -> new Cancelled("the client has cancelled the call, or has gone away"));
  }

  /** The same for work that goes on when the call has been answered, with a record of its own. */
  CallScope outliving() {
    return new CallScope(session, graphs, headers, oversight, record.outliving());
  }

  /** The work of this scope begins. */
  void enter() {
    oversight.draining().enter();
    session.enter();
  }

  /** The work of this scope has ended; once. */
  void leave(CallListener.Outcome outcome) {
    session.leave();
    record.end();
    oversight.listener().ended(record, outcome);
    oversight.draining().leave();
  }

  /** How far the statement is that this call began last, from 0 to 1; empty while not known. */
  OptionalDouble progress() {
    RunningStatement statement = latest;
    return statement == null ? OptionalDouble.empty() : statement.progress();
  }

  /**
   * Begins a statement of this call, which ends with it, and after the time that the call's
   * headers, the session or the server allow. The caller closes it.
   *
   * @param transaction the id of the one that it works in
   * @param usual the server's limit
   * @throws org.omnigraph.engine.error.InvalidRequest for a header that is no time
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the caller has as many as it may
   */
  public RunningStatement begin(
      RunningStatements statements,
      String sql,
      Optional<String> transaction,
      Optional<Duration> usual) {
    return begin(statements, sql, transaction, usual, false);
  }

  /** As {@link #begin}, for the reading of a result. */
  public RunningStatement beginStream(
      RunningStatements statements,
      String sql,
      Optional<String> transaction,
      Optional<Duration> usual) {
    return begin(statements, sql, transaction, usual, true);
  }

  private RunningStatement begin(
      RunningStatements statements,
      String sql,
      Optional<String> transaction,
      Optional<Duration> usual,
      boolean stream) {
    Origin origin =
        new Origin(
            session.principal().name(),
            session.name(),
            transaction.map(id -> id.substring(0, Math.min(SHOWN, id.length()))));
    Optional<TimeLimit> limit = limit(usual);
    RunningStatement statement = statements.begin(origin, sql, limit, quota.admit(stream));
    goOn(statement);
    return statement;
  }

  /** Goes on with a statement that an earlier call has begun: it ends with this call as well. */
  public void goOn(RunningStatement statement) {
    record.statement(statement);
    latest = statement;
    gone.whenCancelled(statement::cancel);
  }

  private Optional<TimeLimit> limit(Optional<Duration> usual) {
    Optional<TimeLimit> limit =
        header(RequestHeader.STATEMENT_TIMEOUT)
            .map(
                text ->
                    new TimeLimit(
                        StatementTimeout.parse(text), RequestHeader.STATEMENT_TIMEOUT.text()));
    return limit
        .or(() -> session.options().statementTimeout().or(() -> usual).map(CallScope::named))
        .filter(time -> !time.limit().isZero());
  }

  private static TimeLimit named(Duration limit) {
    return new TimeLimit(limit, StatementTimeout.NAME);
  }

  /**
   * Refuses to write where the call's header or the session's option says that it only reads.
   *
   * @throws InvalidRequest saying what to change
   */
  public void requireNotReadOnly() {
    if (isReadOnly()) {
      throw new InvalidRequest(
          "this session is read-only; SET read_only = false, and leave out the header "
              + RequestHeader.READ_ONLY.text()
              + ", to write");
    }
  }

  /**
   * Whether it refuses to write, by its header or by the session's option.
   *
   * @throws InvalidRequest for a header that is no flag
   */
  public boolean isReadOnly() {
    return header(RequestHeader.READ_ONLY)
            .map(text -> OptionWords.flag(RequestHeader.READ_ONLY.text(), text))
            .orElse(false)
        || session.options().readOnly();
  }

  /**
   * How the batches of results are compressed.
   *
   * @throws InvalidRequest for a header with another word
   */
  public Compression compression() {
    return header(RequestHeader.COMPRESSION)
        .map(Compression::parse)
        .or(() -> session.options().compression())
        .orElse(Compression.NONE);
  }

  /**
   * How many endpoints a result has at most.
   *
   * @throws InvalidRequest for a header that is no such number
   */
  public int endpoints() {
    return header(RequestHeader.ENDPOINTS)
        .map(OptionWords::endpoints)
        .or(() -> session.options().endpoints())
        .orElse(1);
  }

  /** What the call says by a header, as it is sent. */
  public Optional<String> header(RequestHeader header) {
    return header.value(headers);
  }

  /** The name of a place, or a moment, that a header says. */
  private Optional<String> named(RequestHeader header) {
    return header(header).map(PercentEncoding::decoded);
  }

  /**
   * Where the call works: its headers first, then the session's options, then the defaults.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when no graph is named and several are
   *     served, a header names both a branch and a snapshot, or a header names one place and an
   *     option of the session something inside another
   * @throws org.omnigraph.engine.error.NotFound when a graph or a branch does not exist
   * @throws org.omnigraph.engine.error.PolicyDenied when the caller may not read it
   */
  public Place place() {
    SessionOptions options = session.options();
    Optional<SchemaName> header = branchHeader();
    BranchName branch = header.map(SchemaName::branch).or(options::branch).orElse(BranchName.MAIN);
    Optional<String> named = named(RequestHeader.GRAPH).map(name -> spelled(name, branch));
    String catalog = named.or(options::catalog).orElseGet(graphs::impliedOrThrow);
    record.target(new Target(catalog, branch));
    Optional<String> moment = named(RequestHeader.SNAPSHOT);
    if (header.isPresent() && moment.isPresent()) {
      throw new InvalidRequest(
          "the headers name both the branch '"
              + branch
              + "' and the snapshot "
              + moment.get()
              + "; a snapshot is of no branch, so send one of the two");
    }
    boolean atMoment = moment.isPresent() || header.flatMap(SchemaName::moment).isPresent();
    if (!options.catalog().or(graphs::implied).equals(Optional.of(catalog))) {
      requireNothingInAnotherGraph(catalog, header.isPresent(), atMoment);
    }
    if (!atMoment && header.isPresent()) {
      requireSnapshotOn(header.get().branch());
    }
    graphs.requireBranch(catalog, branch);
    Optional<CommitId> snapshot =
        moment
            .map(m -> graphs.anyCommit(catalog, branch, m))
            .or(
                () ->
                    header.flatMap(SchemaName::moment).map(m -> graphs.commit(catalog, branch, m)))
            .or(options::snapshot);
    Place place = new Place(graphs, catalog, branch, snapshot);
    record.place(place);
    return place;
  }

  /**
   * As {@link Graphs#spelled}; a name that is denied is what the call is about.
   *
   * @param branch that is meant in it
   */
  public String spelled(String name, BranchName branch) {
    try {
      return graphs.spelled(name);
    } catch (PolicyDenied e) {
      record.target(new Target(name, branch));
      throw e;
    }
  }

  private void requireNothingInAnotherGraph(String catalog, boolean onBranch, boolean atMoment) {
    SessionOptions options = session.options();
    Optional<String> passedOver =
        onBranch ? Optional.empty() : options.branch().map(branch -> "schema = '" + branch + "'");
    passedOver
        .or(
            () ->
                atMoment ? Optional.empty() : options.snapshot().map(c -> "snapshot = '" + c + "'"))
        .ifPresent(
            option -> {
              throw new InvalidRequest(
                  "the header x-omnigraph-graph names the graph '"
                      + catalog
                      + "', and the session's option "
                      + option
                      + " is one of "
                      + options.catalog().map(old -> "the graph '" + old + "'").orElse("no graph")
                      + "; RESET it, or name the branch in a header too");
            });
  }

  /**
   * Refuses to read a branch at its head where the session has chosen a snapshot of another.
   *
   * @param branch that a header names
   */
  private void requireSnapshotOn(BranchName branch) {
    SessionOptions options = session.options();
    BranchName chosen = options.branch().orElse(BranchName.MAIN);
    if (options.snapshot().isPresent() && !chosen.equals(branch)) {
      throw new InvalidRequest(
          "the header x-omnigraph-branch names the branch '"
              + branch
              + "', and the session's option snapshot = '"
              + options.snapshot().get()
              + "' was chosen on the branch '"
              + chosen
              + "'; RESET snapshot, or leave out the header");
    }
  }

  /** The branch that a header names, with its moment when it says one. */
  public Optional<SchemaName> branchHeader() {
    return named(RequestHeader.BRANCH).map(SchemaName::parse);
  }

  /** The graph that a header names, as it is written. */
  public Optional<String> graphHeader() {
    return named(RequestHeader.GRAPH);
  }

  /**
   * Refuses to set an option where a header of the call says otherwise and goes before it.
   *
   * @throws InvalidRequest when there is such a header, by name
   */
  public void requireNoOtherHeader(String option, String value) {
    other(option, value).ifPresent(header -> refuse(option, header));
  }

  /**
   * Refuses to reset an option that a header of the call goes before. It takes back what the
   * session has chosen otherwise.
   *
   * @throws InvalidRequest when there is such a header, by name
   */
  public void requireNoHeader(String option) {
    Optional<String> passedOver =
        session.options().text(option).flatMap(chosen -> other(option, chosen));
    if (passedOver.isEmpty()) {
      other(option, value -> false).ifPresent(header -> refuse(option, header));
    }
  }

  private static void refuse(String option, String header) {
    throw new InvalidRequest(
        "this connection sends the header "
            + header
            + ", which goes before the option "
            + option
            + "; connect without it, or change it there");
  }

  /** The header that says something else about an option. */
  private Optional<String> other(String option, String value) {
    return switch (option) {
      case "schema" -> {
        SchemaName name = SchemaName.parse(value);
        yield other(RequestHeader.BRANCH, sent -> SchemaName.parse(sent).equals(name))
            .or(
                () ->
                    other(
                        RequestHeader.SNAPSHOT,
                        sent ->
                            name.moment().isEmpty() || name.moment().get().equalsIgnoreCase(sent)));
      }
      default -> other(option, value::equalsIgnoreCase);
    };
  }

  private Optional<String> other(String option, Predicate<String> isSame) {
    return switch (option) {
      case "catalog" -> other(RequestHeader.GRAPH, isSame);
      case "schema" -> other(RequestHeader.BRANCH, isSame);
      case "snapshot" ->
          other(RequestHeader.SNAPSHOT, isSame)
              .or(
                  () ->
                      other(
                          RequestHeader.BRANCH,
                          sent -> SchemaName.parse(sent).moment().map(isSame::test).orElse(true)));
      case OptionWords.READ_ONLY -> other(RequestHeader.READ_ONLY, isSame);
      case OptionWords.ENDPOINTS -> other(RequestHeader.ENDPOINTS, isSame);
      case Compression.NAME -> other(RequestHeader.COMPRESSION, isSame);
      case StatementTimeout.NAME -> other(RequestHeader.STATEMENT_TIMEOUT, isSame);
      default -> Optional.empty();
    };
  }

  /** The name under which a header is sent that says something else. */
  private Optional<String> other(RequestHeader header, Predicate<String> isSame) {
    return header.names().stream()
        .filter(
            name ->
                RequestHeader.value(name, headers)
                    .map(PercentEncoding::decoded)
                    .filter(isSame.negate())
                    .isPresent())
        .findFirst();
  }

  /** Whether a header or the session names a graph. */
  public boolean namesGraph() {
    return named(RequestHeader.GRAPH).isPresent() || session.options().catalog().isPresent();
  }

  /** Tells the client with the reply to this call to forget its cookie. */
  public void forgetCookie() {
    forgetting = true;
  }

  boolean isForgetting() {
    return forgetting;
  }
}

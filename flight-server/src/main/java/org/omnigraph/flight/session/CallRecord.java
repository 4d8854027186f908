package org.omnigraph.flight.session;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.ShownText;

/**
 * What one call is about, for those who watch calls: filled by its handlers, read at its end. Shows
 * no value of a statement. Safe for use by many threads.
 */
public final class CallRecord {
  /** What a call does. */
  public enum Kind {
    /** Plans a query. */
    QUERY,
    /** Reads the rows of a query. */
    READ,
    UPDATE,
    INGEST,
    PREPARE,
    /** A statement about the session itself. */
    SESSION,
    COMMIT,
    ROLLBACK,
    OTHER
  }

  /**
   * A part of a call.
   *
   * @param name plan, run or commit
   */
  public record Phase(String name, Instant begin, Instant end) {
    public Duration time() {
      return Duration.between(begin, end);
    }
  }

  /** A part that goes on; closing ends it. */
  public final class OpenPhase implements AutoCloseable {
    private final String name;
    private final Instant begin = Instant.now();

    private OpenPhase(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      phases.add(new Phase(name, begin, Instant.now()));
    }
  }

  private static final String POLLED = "PolledStatement";

  private final String method;
  private final Instant begun = Instant.now();
  private final long begunNanos = System.nanoTime();
  private final Optional<String> traceParent;
  private final Optional<String> peer;
  private final Optional<String> claimed;
  private final List<Phase> phases = new CopyOnWriteArrayList<>();
  private volatile @Nullable Principal caller;
  private volatile boolean first;
  private volatile String session = "";
  private volatile Kind kind = Kind.OTHER;
  private volatile @Nullable Target target;
  private volatile @Nullable RunningStatement statement;
  private volatile String sent = "";
  private volatile @Nullable OpenPhase running;
  private volatile String shape = "";
  private volatile long rows = -1;
  private volatile @Nullable String commit;

  /**
   * A call that begins now.
   *
   * @param method its short name
   * @param traceParent the W3C header of that name
   * @param peer the address that it comes from
   * @param claimed who the caller says to be, true or not
   */
  CallRecord(
      String method,
      Optional<String> traceParent,
      Optional<String> peer,
      Optional<String> claimed) {
    this.method = method;
    this.traceParent = traceParent;
    this.peer = peer;
    this.claimed = claimed;
  }

  /** A record of its own for work that goes on when this call has been answered. */
  CallRecord outliving() {
    CallRecord work = new CallRecord(POLLED, traceParent, peer, claimed);
    work.caller = caller;
    work.session = session;
    return work;
  }

  /**
   * What the server has rolled back by itself.
   *
   * @param reason in the place of a method
   * @param where the rows had been written
   */
  static CallRecord ofRollback(Session owner, String reason, Target where) {
    CallRecord record =
        new CallRecord(reason, Optional.empty(), Optional.empty(), Optional.empty());
    record.belongsTo(owner, false);
    record.kind(Kind.ROLLBACK);
    record.target(where);
    return record;
  }

  void belongsTo(Session owner, boolean isFirst) {
    caller = owner.principal();
    session = owner.name();
    first = isFirst;
  }

  public String method() {
    return method;
  }

  public Instant begun() {
    return begun;
  }

  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begunNanos);
  }

  public Optional<String> traceParent() {
    return traceParent;
  }

  /** The address that it comes from. */
  public Optional<String> peer() {
    return peer;
  }

  /** The name that the caller gave with a password, right or wrong. */
  public Optional<String> claimed() {
    return claimed;
  }

  /** Empty when the caller was refused. */
  public Optional<Principal> caller() {
    return Optional.ofNullable(caller);
  }

  /** Whether it is the first call of its session. */
  public boolean isFirst() {
    return first;
  }

  /** The name of its session, empty when it has none. */
  public String session() {
    return session;
  }

  public Kind kind() {
    return kind;
  }

  public void kind(Kind what) {
    kind = what;
  }

  /** Where it works; empty when nothing has said so. */
  public Optional<Target> target() {
    return Optional.ofNullable(target);
  }

  public void target(Target where) {
    target = where;
  }

  public void place(Place where) {
    target(new Target(where.catalog(), where.branch()));
  }

  /** The text that the caller has sent; it is shown where no statement has begun. */
  public void sent(String text) {
    sent = text;
  }

  void statement(RunningStatement begunNow) {
    statement = begunNow;
  }

  /** The text of its statement without the values in it. */
  public Optional<String> text() {
    RunningStatement last = statement;
    String text = last == null || last.text().isEmpty() ? ShownText.of(sent) : last.text();
    return Optional.of(text).filter(shown -> !shown.isEmpty());
  }

  /** How long its statement waited for others. */
  public Duration waited() {
    RunningStatement last = statement;
    return last == null ? Duration.ZERO : last.waited();
  }

  /** The operators of the plan, without any value; empty when there is none. */
  public String shape() {
    return shape;
  }

  public void shape(String operators) {
    shape = operators;
  }

  /** Rows that it changed, else those that its statement has made. */
  public long rows() {
    RunningStatement last = statement;
    return rows >= 0 || last == null ? Math.max(rows, 0) : last.rows();
  }

  public void rows(long changed) {
    rows = changed;
  }

  /** The id of the commit that it made. */
  public Optional<String> commit() {
    return Optional.ofNullable(commit);
  }

  public void commit(Receipt receipt) {
    commit = receipt.commit().map(CommitId::value).orElse(null);
  }

  /** Begins a part of the call. */
  public OpenPhase phase(String name) {
    return new OpenPhase(name);
  }

  /** Begins the part that ends with the call. */
  public void running() {
    running = phase("execute");
  }

  void end() {
    OpenPhase open = running;
    if (open != null) {
      open.close();
    }
  }

  /** The parts of an ended call. */
  public List<Phase> phases() {
    return List.copyOf(phases);
  }
}

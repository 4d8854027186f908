package org.omnigraph.query.running;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.Cancelled;

/**
 * One statement that is worked on, from its planning to its last row. Whoever begins it closes it.
 * Safe for use by many threads.
 */
public final class RunningStatement implements AutoCloseable {
  /** What it does. */
  public enum State {
    PLANNING,
    /** Waits until fewer statements run. */
    WAITING,
    RUNNING,
    /** Somebody has ended it; it lets go of what it holds. */
    ENDING
  }

  private static final int NO_RUN = -1;

  private final long id;
  private final Origin origin;
  private final String text;
  private final Instant started;
  private final Cancellation cancellation;
  private final Runnable onEnd;
  private final StatementWatch watch;
  private final long begun = System.nanoTime();
  private final AtomicLong waitedNanos = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Progress progress;
  private final AtomicLong rows = new AtomicLong();
  private final Collection<BufferAllocator> memory = new ConcurrentLinkedQueue<>();
  private volatile State state = State.PLANNING;
  private volatile int run = NO_RUN;
  private volatile long waitingSince;
  private volatile @Nullable Long offeredAt;

  RunningStatement(
      long id,
      Origin origin,
      String text,
      Instant started,
      Cancellation cancellation,
      Runnable onEnd,
      StatementWatch watch) {
    this(id, origin, text, started, cancellation, onEnd, watch, new Progress());
  }

  private RunningStatement(
      long id,
      Origin origin,
      String text,
      Instant started,
      Cancellation cancellation,
      Runnable onEnd,
      StatementWatch watch,
      Progress progress) {
    this.progress = progress;
    this.id = id;
    this.origin = origin;
    this.text = text;
    this.started = started;
    this.cancellation = cancellation;
    this.onEnd = onEnd;
    this.watch = watch;
  }

  /** A statement that nobody looks at. */
  public static RunningStatement unlisted() {
    return new RunningStatement(
        0, Origin.LOCAL, "", Instant.EPOCH, new Cancellation(), () -> {}, StatementWatch.NONE);
  }

  /** A part of this one that ends with it and counts its rows for itself. */
  public RunningStatement part() {
    StatementWatch toldByPart =
        new StatementWatch() {
          @Override
          public void progressed(RunningStatement part) {
            watch.progressed(RunningStatement.this);
          }

          @Override
          public void ended(RunningStatement part) {}
        };
    return new RunningStatement(
        id, origin, text, started, cancellation, () -> {}, toldByPart, progress);
  }

  public long id() {
    return id;
  }

  public Origin origin() {
    return origin;
  }

  /** Its text without the values in it. */
  public String text() {
    return text;
  }

  public Instant started() {
    return started;
  }

  public State state() {
    return cancellation.isCancelled() ? State.ENDING : state;
  }

  public void enter(State next) {
    long now = System.nanoTime();
    if (state == State.WAITING) {
      waitedNanos.addAndGet(now - waitingSince);
    }
    waitingSince = now;
    state = next;
  }

  /** It works on one row of arguments, counted from 0, alone. */
  public void enterRun(int number) {
    run = number;
  }

  /** It works on all its rows of arguments together. */
  public void leaveRun() {
    run = NO_RUN;
  }

  /** The row of arguments that it works on alone, counted from 0. */
  public OptionalInt run() {
    int now = run;
    return now == NO_RUN ? OptionalInt.empty() : OptionalInt.of(now);
  }

  /** Since it was begun. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** How long it has waited for others; the wait that goes on is not among it. */
  public Duration waited() {
    return Duration.ofNanos(waitedNanos.get());
  }

  /** Rows that it has made so far. */
  public long rows() {
    return rows.get();
  }

  /**
   * A batch of so many rows has been made.
   *
   * @throws org.omnigraph.engine.error.GraphException when it may not go on
   */
  public void made(long more) {
    rows.addAndGet(more);
    watch.progressed(this);
  }

  /** It will read so many rows of a table more, at most. */
  public void expects(long more) {
    progress.expect(more);
  }

  /** It has read, or passed over, so many more of the rows that it expected. */
  public void read(long more) {
    progress.read(more);
  }

  /** It offers rows, and waits until they are taken; {@link #goesOn} ends that. */
  public void offers() {
    offeredAt = System.nanoTime();
  }

  /** Its rows have been taken. */
  public void goesOn() {
    offeredAt = null;
  }

  /** For how long it has waited for somebody to take its rows. */
  public Duration untaken() {
    Long since = offeredAt;
    return since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  /** How much of its tables it has read, from 0 to 1; empty while that is not known. */
  public OptionalDouble progress() {
    return progress.part();
  }

  /** Bytes of Arrow memory that it holds; what the kernel holds is not among them. */
  public long memory() {
    return memory.stream().mapToLong(BufferAllocator::getAllocatedMemory).sum();
  }

  /** From here on the memory of an allocator is the statement's. */
  public void holds(BufferAllocator allocator) {
    memory.add(allocator);
  }

  /** The allocator is closed. */
  public void holdsNoMore(BufferAllocator allocator) {
    memory.remove(allocator);
  }

  /** How others end it. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** Ends it, wherever it is, with {@link Cancelled}. */
  public void cancel() {
    cancellation.cancel(() -> new Cancelled("the statement was cancelled"));
  }

  @Override
  public void close() {
    onEnd.run();
    if (closed.compareAndSet(false, true)) {
      watch.ended(this);
    }
  }
}

package org.omnigraph.query.running;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.TimedOut;

/** The statements that an engine works on now. Safe for use by many threads. */
public final class RunningStatements implements AutoCloseable {
  private final Map<Long, RunningStatement> byId = new ConcurrentSkipListMap<>();
  private final AtomicLong begun = new AtomicLong();
  private final ScheduledThreadPoolExecutor limits;

  public RunningStatements() {
    limits =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "omnigraph-time-limits");
              thread.setDaemon(true);
              return thread;
            });
    limits.setRemoveOnCancelPolicy(true);
  }

  /**
   * Lists a statement until it is closed.
   *
   * @param sql its text; what is shown of it has no values
   * @param limit ends it with {@link TimedOut}
   */
  public RunningStatement begin(Origin origin, String sql, Optional<TimeLimit> limit) {
    return begin(origin, sql, limit, StatementWatch.NONE);
  }

  /**
   * As {@link #begin(Origin, String, Optional)}.
   *
   * @param watch hears of its memory and its end
   */
  public RunningStatement begin(
      Origin origin, String sql, Optional<TimeLimit> limit, StatementWatch watch) {
    long id = begun.incrementAndGet();
    Cancellation cancellation = new Cancellation();
    Optional<Future<?>> end = limit.map(time -> endAfter(time, cancellation));
    RunningStatement statement =
        new RunningStatement(
            id,
            origin,
            ShownText.of(sql),
            Instant.now(),
            cancellation,
            () -> {
              byId.remove(id);
              end.ifPresent(task -> task.cancel(false));
            },
            watch);
    byId.put(id, statement);
    return statement;
  }

  private Future<?> endAfter(TimeLimit time, Cancellation cancellation) {
    return limits.schedule(
        () -> cancellation.cancel(() -> new TimedOut(time.limit(), time.option())),
        time.limit().toMillis(),
        TimeUnit.MILLISECONDS);
  }

  /** Those that run, oldest first. */
  public List<RunningStatement> list() {
    return List.copyOf(byId.values());
  }

  public Optional<RunningStatement> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  @Override
  public void close() {
    limits.shutdownNow();
  }
}

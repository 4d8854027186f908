package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * Sessions side by side that read, ingest, run transactions and go away half-way. What was
 * acknowledged is there and nothing else, no call fails but by a stated limit or a conflict that
 * says so, and the server's memory is as at its start.
 */
class ManySessionsTest {
  private static final String POINT = "SELECT name FROM Person WHERE name = ?";
  private static final String ALL = "SELECT name FROM Person";

  private static final int THINK = Integer.getInteger("load.think", 0);

  @TempDir Path folder;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> refused = new ConcurrentHashMap<>();
  private final Map<String, Queue<Long>> times = new ConcurrentHashMap<>();
  private final AtomicInteger names = new AtomicInteger();

  /** A session's action; throws what the server answers. */
  private interface Action {
    void run(PeopleClient client, Random random) throws Exception;
  }

  private record Share(String name, int percent, Action action) {}

  private final List<Share> mix =
      List.of(
          new Share("point read", 50, this::pointRead),
          new Share("aggregate", 15, this::aggregate),
          new Share("full read", 5, this::fullRead),
          new Share("ingest", 12, this::ingest),
          new Share("transaction", 12, this::transaction),
          new Share("half a read", 6, this::halfRead));

  @Test
  void aFewSessionsGetRightAnswers() throws Exception {
    AtomicInteger actions = new AtomicInteger();
    run(8, () -> actions.incrementAndGet() <= 80);
  }

  /**
   * {@code -Dload.sessions} and {@code -Dload.minutes} say how many and how long, {@code
   * -Dload.think} how many milliseconds a session waits between two actions in the mean.
   */
  @Test
  @Tag("soak")
  void twoHundredSessionsGetRightAnswers() throws Exception {
    long end =
        System.nanoTime() + Duration.ofMinutes(Integer.getInteger("load.minutes", 10)).toNanos();
    run(Integer.getInteger("load.sessions", 200), () -> System.nanoTime() < end);
  }

  private void run(int sessions, BooleanSupplier goOn) throws Exception {
    long seed = Long.getLong("load.seed", new Random().nextLong());
    System.out.println("ManySessionsTest seed " + seed);
    SmallGraph graph = SmallGraph.loaded(folder);
    acknowledged.addAll(List.of("Ada", "Grace, \"Amazing\""));
    ExecutorService threads = Executors.newFixedThreadPool(sessions);
    FlightServer server =
        FlightServer.start(ServerConfig.of(Map.of("people", graph.uri())).at("127.0.0.1", 0));
    try (server;
        RootAllocator memory = new RootAllocator()) {
      List<Future<?>> running = new ArrayList<>();
      for (int session = 0; session < sessions; session++) {
        Random random = new Random(seed + session);
        running.add(
            threads.submit(
                () -> {
                  session(memory, server.port(), random, goOn);
                  return null;
                }));
      }
      for (Future<?> session : running) {
        session.get();
      }
      try (PeopleClient client = new PeopleClient(memory, server.port())) {
        assertThat(client.query(ALL)).containsExactlyInAnyOrderElementsOf(acknowledged);
      }
    } finally {
      threads.shutdown();
    }
    assertThat(server.unfinished()).isEmpty();
    report();
  }

  private void session(RootAllocator memory, int port, Random random, BooleanSupplier goOn)
      throws Exception {
    PeopleClient client = new PeopleClient(memory, port);
    try {
      while (goOn.getAsBoolean()) {
        if (random.nextInt(50) == 0) {
          client.close();
          client = new PeopleClient(memory, port);
        }
        act(client, random);
        Thread.sleep(THINK == 0 ? 0 : random.nextInt(2 * THINK));
      }
    } finally {
      client.close();
    }
  }

  private void act(PeopleClient client, Random random) throws Exception {
    int drawn = random.nextInt(100);
    int at = 0;
    while (drawn >= mix.get(at).percent()) {
      drawn -= mix.get(at++).percent();
    }
    Share share = mix.get(at);
    long start = System.nanoTime();
    try {
      share.action().run(client, random);
      times
          .computeIfAbsent(share.name(), name -> new ConcurrentLinkedQueue<>())
          .add(System.nanoTime() - start);
    } catch (FlightRuntimeException e) {
      boolean conflict = e.getMessage().contains("run the whole request again");
      assertThat(conflict || e.status().code() == FlightStatusCode.RESOURCE_EXHAUSTED)
          .as("%s: %s", share.name(), e)
          .isTrue();
      refused
          .computeIfAbsent(share.name() + " " + e.status().code(), name -> new AtomicInteger())
          .incrementAndGet();
    }
  }

  private List<String> newNames(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(20))
        .mapToObj(i -> "p" + names.incrementAndGet())
        .toList();
  }

  private void pointRead(PeopleClient client, Random random) throws Exception {
    int last = names.get();
    String name = last == 0 ? "Ada" : "p" + (1 + random.nextInt(last));
    boolean surely = acknowledged.contains(name);
    List<String> found = client.prepared(POINT, name);
    assertThat(found).isIn(surely ? List.of(List.of(name)) : List.of(List.of(), List.of(name)));
  }

  private void aggregate(PeopleClient client, Random random) throws Exception {
    int atLeast = acknowledged.size();
    assertThat(Integer.parseInt(client.query("SELECT COUNT(*) FROM Person").get(0)))
        .isGreaterThanOrEqualTo(atLeast);
  }

  private void fullRead(PeopleClient client, Random random) throws Exception {
    List<String> before = List.copyOf(acknowledged);
    assertThat(Set.copyOf(client.query(ALL))).containsAll(before);
  }

  private void halfRead(PeopleClient client, Random random) throws Exception {
    client.beginToRead(
        "SELECT a.name FROM (SELECT name FROM Person LIMIT 1000) a, (SELECT name FROM Person LIMIT"
            + " 40) b, (SELECT name FROM Person LIMIT 40) c ORDER BY b.name LIMIT 100000");
  }

  private void ingest(PeopleClient client, Random random) {
    List<String> rows = newNames(random);
    client.ingest(rows);
    acknowledged.addAll(rows);
  }

  private void transaction(PeopleClient client, Random random) throws Exception {
    List<String> rows = newNames(random);
    String more = newNames(new Random(0)).get(0);
    Transaction transaction = client.begin();
    try {
      client.ingest(rows, transaction);
      client.update("INSERT INTO Person (name) VALUES ('" + more + "')", transaction);
      assertThat(client.query("SELECT name FROM Person WHERE name = '" + more + "'", transaction))
          .containsExactly(more);
      if (random.nextInt(3) == 0) {
        client.rollback(transaction);
        return;
      }
      client.commit(transaction);
    } catch (FlightRuntimeException e) {
      client.rollback(transaction);
      throw e;
    }
    acknowledged.addAll(rows);
    acknowledged.add(more);
  }

  private void report() {
    times.forEach(
        (name, nanos) -> {
          long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
          System.out.printf(
              "%s: %d, median %d ms, p99 %d ms, slowest %d ms%n",
              name,
              sorted.length,
              sorted[sorted.length / 2] / 1_000_000,
              sorted[sorted.length * 99 / 100] / 1_000_000,
              Arrays.stream(sorted).max().orElse(0) / 1_000_000);
        });
    System.out.println("refused: " + refused);
  }
}

package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that is killed with SIGKILL while clients ingest: what it had acknowledged is there when
 * it is started again, and of the rest each batch as a whole or not at all.
 */
class KilledServerTest {
  private static final int CLIENTS = 4;

  /** Rows of a batch; the first part of a name says which batch. */
  private static final int ROWS = 3;

  @TempDir Path folder;

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> tried = ConcurrentHashMap.newKeySet();
  private final AtomicInteger batches = new AtomicInteger();

  /** {@code -Dsoak.server.kills} says how often, {@code -Dsoak.seed} repeats the moments. */
  @Test
  void whatWasAcknowledgedSurvives() throws Exception {
    long seed = Long.getLong("soak.seed", new Random().nextLong());
    System.out.println("KilledServerTest seed " + seed);
    Random random = new Random(seed);
    SmallGraph graph = SmallGraph.empty(folder);
    int kills = Integer.getInteger("soak.server.kills", 3);
    try (RootAllocator memory = new RootAllocator()) {
      for (int kill = 0; kill < kills; kill++) {
        try (CommandProcess server = serve(graph)) {
          compare(memory, port());
          ingestUntilKilled(memory, server, acknowledged.size() + 1 + random.nextInt(30));
        }
      }
      try (CommandProcess server = serve(graph)) {
        compare(memory, port());
        assertThat(server.terminate()).isZero();
      }
    }
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(kills);
  }

  private CommandProcess serve(SmallGraph graph) throws Exception {
    CommandProcess server =
        CommandProcess.start(
            "serve",
            "--graph",
            "people=" + graph.uri(),
            "--port",
            "0",
            "--port-file",
            folder.resolve("port").toString());
    server.lineWith("serving people at");
    return server;
  }

  private int port() throws Exception {
    return Integer.parseInt(Files.readString(folder.resolve("port")).strip());
  }

  private void ingestUntilKilled(RootAllocator memory, CommandProcess server, int wanted)
      throws Exception {
    int port = port();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> clients = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      clients.add(
          threads.submit(
              () -> {
                ingest(memory, port, server);
                return null;
              }));
    }
    while (acknowledged.size() < wanted && server.process().isAlive()) {
      Thread.onSpinWait();
      Thread.yield();
    }
    server.process().destroyForcibly().waitFor();
    for (Future<?> client : clients) {
      client.get();
    }
    threads.shutdown();
  }

  private void ingest(RootAllocator memory, int port, CommandProcess server) throws Exception {
    try (PeopleClient client = new PeopleClient(memory, port)) {
      while (true) {
        String batch = "b" + batches.incrementAndGet();
        tried.add(batch);
        try {
          client.ingest(IntStream.range(0, ROWS).mapToObj(row -> batch + "." + row).toList());
        } catch (FlightRuntimeException e) {
          assertThat(server.process().waitFor()).as("%s", e.getMessage()).isNotZero();
          return;
        }
        acknowledged.add(batch);
      }
    }
  }

  private void compare(RootAllocator memory, int port) throws Exception {
    List<String> rows;
    try (PeopleClient client = new PeopleClient(memory, port)) {
      rows = client.query("SELECT name FROM Person");
    }
    assertThat(rows).doesNotHaveDuplicates();
    Set<String> found =
        rows.stream()
            .map(name -> name.substring(0, name.indexOf('.')))
            .collect(Collectors.toCollection(HashSet::new));
    assertThat(rows).hasSize(found.size() * ROWS);
    assertThat(found).containsAll(acknowledged);
    assertThat(tried).containsAll(found);
  }
}

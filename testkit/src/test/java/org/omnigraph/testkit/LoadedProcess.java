package org.omnigraph.testkit;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.testkit.GraphHarness.Write;

/**
 * A process that writes to a graph from several threads, until it is told to end or killed, and
 * says each thing once it is done: {@code batch BRANCH ID}, {@code counter NAME VALUE}, {@code
 * generation N}, {@code made BRANCH}, {@code deleting BRANCH} (before it begins), {@code gone
 * BRANCH}, {@code same N}.
 */
final class LoadedProcess {
  /** A batch is as many rows of each of the first three types, in one commit. */
  static final int BATCH_ROWS = 2;

  static final String SCHEMA =
      """
      node Left { name: String @key  batch: String  value: I64? }
      node Right { name: String @key  batch: String  value: I64? }
      edge Pair: Left -> Right { batch: String }
      node Board { name: String @key  generation: I64 }
      node Sign { name: String @key  generation: I64 }
      """;

  static final TypeKey LEFT = TypeKey.node("Left");
  static final TypeKey RIGHT = TypeKey.node("Right");
  static final TypeKey PAIR = TypeKey.edge("Pair");
  static final TypeKey BOARD = TypeKey.node("Board");
  static final TypeKey SIGN = TypeKey.node("Sign");

  /** How the names of branches begin. */
  static final String BRANCH = "w-";

  private static final int BRANCHES_KEPT = 2;

  private final Graph graph;
  private final String name;
  private final long start;
  private final boolean beside;
  private volatile boolean toldToEnd;

  private LoadedProcess(Graph graph, String name, long start, boolean beside) {
    this.graph = graph;
    this.name = name;
    this.start = start;
    this.beside = beside;
  }

  /**
   * Arguments: its name, a seed, {@code alone} or {@code beside} another. The first line of its
   * input: where values start, a space, the graph. The second one tells it to end.
   */
  public static void main(String[] arguments) throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String[] begin = input.readLine().split(" ", 2);
    try (Graph graph = Graph.open(begin[1], GraphConfig.defaults())) {
      LoadedProcess process =
          new LoadedProcess(
              graph, arguments[0], Long.parseLong(begin[0]), arguments[2].equals("beside"));
      process.run(new Random(Long.parseLong(arguments[1])), input);
    }
  }

  private void run(Random random, BufferedReader input) throws Exception {
    List<Callable<Void>> work = new ArrayList<>();
    work.add(() -> insert(0));
    work.add(() -> insert(1));
    work.add(this::count);
    work.add(this::branch);
    if (name.equals("a")) {
      work.add(this::replace);
    }
    if (beside) {
      work.add(this::contend);
      work.add(() -> visit(new Random(random.nextLong())));
    }
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<Future<Void>> running = new ArrayList<>();
      work.forEach(part -> running.add(threads.submit(part)));
      threads.shutdown();
      input.readLine();
      toldToEnd = true;
      for (Future<Void> part : running) {
        part.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void say(String what) {
    synchronized (System.out) {
      System.out.println(what + ChildProcess.END);
      System.out.flush();
    }
  }

  /** Does something; what a rival, living or dead, may do to it is no fault. */
  private boolean attempt(Runnable what) {
    try {
      what.run();
      return true;
    } catch (ReadSetChanged | RetryableCommitConflict | NotFound e) {
      return false;
    } catch (RecoveryRequired e) {
      return !beside && fail(e);
    } catch (RuntimeException e) {
      return fail(e);
    }
  }

  private static boolean fail(RuntimeException fault) {
    fault.printStackTrace();
    Runtime.getRuntime().halt(9);
    return false;
  }

  private static Map<String, Object> named(String name, String batch, long value) {
    return Map.of("name", name, "batch", batch, "value", value);
  }

  private void writeBatch(BranchName branch, String batch) {
    List<Map<String, Object>> nodes = new ArrayList<>();
    List<Map<String, Object>> edges = new ArrayList<>();
    for (int i = 0; i < BATCH_ROWS; i++) {
      String row = batch + "/" + i;
      nodes.add(named(row, batch, i));
      edges.add(Map.of("src", row, "dst", row, "batch", batch));
    }
    GraphHarness.write(
        graph,
        branch,
        new Write(LEFT, WriteMode.INSERT, List.copyOf(nodes)),
        new Write(RIGHT, WriteMode.INSERT, List.copyOf(nodes)),
        new Write(PAIR, WriteMode.INSERT, List.copyOf(edges)));
  }

  private Void insert(int thread) {
    for (long i = start; !toldToEnd; i++) {
      String batch = name + thread + "-" + i;
      if (attempt(() -> writeBatch(BranchName.MAIN, batch))) {
        say("batch main " + batch);
      }
    }
    return null;
  }

  /** The same value in two types, always. */
  private Void count() {
    String counter = "counter-" + name;
    for (long i = start; !toldToEnd; i++) {
      List<Map<String, Object>> row = List.of(named(counter, "counter", i));
      if (attempt(
          () ->
              GraphHarness.write(
                  graph,
                  new Write(LEFT, WriteMode.UPSERT, List.copyOf(row)),
                  new Write(RIGHT, WriteMode.UPSERT, List.copyOf(row))))) {
        say("counter " + counter + " " + i);
      }
    }
    return null;
  }

  /** One generation in two types, always. */
  private Void replace() {
    for (long i = start; !toldToEnd; i++) {
      List<Map<String, Object>> board = new ArrayList<>();
      for (int row = 0; row < 3; row++) {
        board.add(Map.of("name", "g" + i + "-" + row, "generation", i));
      }
      List<Map<String, Object>> sign = List.of(Map.of("name", "sign", "generation", i));
      if (attempt(
          () ->
              GraphHarness.write(
                  graph,
                  new Write(BOARD, WriteMode.REPLACE, List.copyOf(board)),
                  new Write(SIGN, WriteMode.REPLACE, List.copyOf(sign))))) {
        say("generation " + i);
      }
    }
    return null;
  }

  private Void branch() {
    Deque<BranchName> own = new ArrayDeque<>();
    graph.branches().stream()
        .filter(branch -> branch.value().startsWith(BRANCH + name))
        .forEach(own::add);
    for (long i = start; !toldToEnd; i++) {
      while (own.size() >= BRANCHES_KEPT) {
        delete(own.remove());
      }
      BranchName made = BranchName.of(BRANCH + name + "-" + i);
      if (attempt(() -> graph.createBranch(made, BranchName.MAIN))) {
        say("made " + made);
        own.add(made);
        String batch = "on-" + made;
        if (attempt(() -> writeBatch(made, batch))) {
          say("batch " + made + " " + batch);
        }
      }
    }
    return null;
  }

  private void delete(BranchName branch) {
    say("deleting " + branch);
    if (attempt(() -> graph.deleteBranch(branch))) {
      say("gone " + branch);
    }
  }

  /** Two processes insert the same ids. */
  private Void contend() {
    for (int i = 0; !toldToEnd; i++) {
      int number = i;
      List<Map<String, Object>> row = List.of(named("same-" + i, "same", start));
      boolean won =
          attempt(
              () -> {
                try {
                  GraphHarness.write(graph, new Write(LEFT, WriteMode.INSERT, List.copyOf(row)));
                  say("same " + number);
                } catch (KeyConflict e) {
                  // The other one has it.
                }
              });
      if (!won) {
        i--;
      }
    }
    return null;
  }

  /** Writes to branches that somebody else is about to delete. */
  private Void visit(Random random) {
    for (long i = start; !toldToEnd; i++) {
      List<BranchName> others =
          graph.branches().stream()
              .filter(branch -> branch.value().startsWith(BRANCH))
              .filter(branch -> !branch.value().startsWith(BRANCH + name))
              .toList();
      if (!others.isEmpty()) {
        BranchName branch = others.get(random.nextInt(others.size()));
        String batch = "visit-" + name + "-" + i;
        if (attempt(() -> writeBatch(branch, batch))) {
          say("batch " + branch + " " + batch);
        }
      }
    }
    return null;
  }
}

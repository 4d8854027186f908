package org.omnigraph.testkit.simulation;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.simulation.Operation.Outcome;

/** One run from one seed, in an empty directory. */
final class Simulation {
  /**
   * How a run is made.
   *
   * @param players processes that write and read
   * @param requests what each of them asks for
   * @param strangers how many of them do not know the gates of the others
   * @param crashes of a thousand places passed
   * @param faults of a thousand places where storage is used
   */
  record Setup(int players, int requests, int strangers, int crashes, int faults) {}

  /** The end of a process, which no tidy-up sees. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(Failpoint place) {
      super("crashed at " + place, null, false, false);
    }
  }

  /** Where an exception stands for an error of storage, or for a reply that is lost. */
  private static final Set<Failpoint> STORAGE =
      EnumSet.of(
          Failpoint.SIDECAR_WRITE,
          Failpoint.SIDECAR_WRITTEN,
          Failpoint.FORK_MADE,
          Failpoint.COMMITTING,
          Failpoint.TABLE_COMMITTED,
          Failpoint.SIDECAR_CONFIRM,
          Failpoint.SIDECAR_CONFIRMED,
          Failpoint.PUBLISH_ATTEMPT,
          Failpoint.SIDECAR_DELETE,
          Failpoint.SIDECAR_DELETED,
          Failpoint.SIDECAR_LIST,
          Failpoint.SIDECARS_LISTED,
          Failpoint.SIDECAR_READ,
          Failpoint.ROLLBACK_PLAN,
          Failpoint.AUDIT,
          Failpoint.BRANCH_CREATING,
          Failpoint.BRANCH_CREATED,
          Failpoint.BRANCH_DELETING,
          Failpoint.BRANCH_DELETED,
          Failpoint.BRANCH_TABLES_LEFT);

  private static final List<String> NAMES = List.of("ada", "bob", "cyd", "dan", "eve", "fay");
  private static final List<BranchName> BRANCHES =
      List.of(new BranchName("a"), new BranchName("b"));
  private static final String INJECTED = "injected at ";
  private static final int REMEMBERED = Integer.getInteger("simulation.trace", 80);

  private final long seed;
  private final Setup setup;
  private final String uri;
  private final Random random;
  private final Turns turns;
  private final Book book = new Book();
  private final Deque<String> trace = new ArrayDeque<>();
  private final GraphConfig config;
  private boolean troubled;
  private int operations;

  Simulation(long seed, Setup setup, Path directory) {
    this.seed = seed;
    this.setup = setup;
    this.uri = directory.resolve("g").toString();
    this.random = new Random(seed);
    this.turns = new Turns(random, random.nextInt(90));
    GraphConfig defaults = GraphConfig.defaults();
    this.config =
        new GraphConfig(
            false,
            defaults.memoryLimit(),
            defaults.storageOptions(),
            new Counting(),
            new Numbered(),
            defaults.blobs(),
            defaults.bulk(),
            defaults.validationState());
  }

  /** Identities in their order. */
  private static final class Numbered implements IdSource {
    private long next;

    @Override
    public synchronized String ulid() {
      return String.format("01J%023d", next++);
    }
  }

  /** A clock that goes on by a millisecond each time it is read. */
  private static final class Counting extends Clock {
    private long millis = 1_700_000_000_000L;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public synchronized Instant instant() {
      return Instant.ofEpochMilli(millis++);
    }
  }

  /**
   * Runs to the end.
   *
   * @throws AssertionError naming the seed, what was wrong, and the last places that were passed
   */
  void run() {
    Graph.init(uri, Model.SCHEMA, config).close();
    for (int i = 0; i < setup.players(); i++) {
      new Client("p" + i, i < setup.strangers());
    }
    try {
      turns.play();
      checkAtTheEnd();
    } catch (AssertionError | GraphException | Crash e) {
      throw new AssertionError(
          "seed " + seed + " with " + setup + ": " + e + "\n" + String.join("\n", trace), e);
    }
  }

  /** Everything is settled by an open, and every table takes another write: nothing to repair. */
  private void checkAtTheEnd() {
    try (Graph graph = Graph.open(uri, config)) {
      for (BranchName branch : graph.branches()) {
        if (setup.strangers() == 0) {
          book.checkSettled(graph, branch);
          writeOnceMore(graph, branch);
        }
        book.check(graph, branch);
      }
    } catch (RecoveryRequired e) {
      if (setup.strangers() == 0) {
        throw e;
      }
      checkReadOnly();
    }
  }

  /** Beside strangers an operation may stay unsettled; what was acknowledged shows all the same. */
  private void checkReadOnly() {
    try (Graph graph = Graph.open(uri, config.asReadOnly())) {
      graph.branches().forEach(branch -> book.check(graph, branch));
    }
  }

  private void writeOnceMore(Graph graph, BranchName branch) {
    Operation last =
        book.begin(
            branch,
            List.of(
                nodes(Model.PERSON, WriteMode.UPSERT, NAMES),
                nodes(Model.CITY, WriteMode.UPSERT, NAMES),
                edges(Model.KNOWS, WriteMode.UPSERT),
                edges(Model.LIVES_IN, WriteMode.UPSERT)));
    try (MutationStaging staging = graph.begin(branch, Budget.KEYED)) {
      last.begunOn(staging.base());
      GraphHarness.stage(graph, staging, last.writes().toArray(Write[]::new));
      graph.commit(staging, CommitOptions.by(last.name()));
    }
    last.ended(Outcome.ACKNOWLEDGED);
  }

  private void note(String event) {
    trace.addLast(event);
    if (trace.size() > REMEMBERED) {
      trace.removeFirst();
    }
  }

  // ---- random requests

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private List<String> someNames() {
    List<String> names = new ArrayList<>(NAMES);
    java.util.Collections.shuffle(names, random);
    return names.subList(0, 1 + random.nextInt(3));
  }

  private Write nodes(TypeKey type, WriteMode mode, List<String> names) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("name", name);
      row.put("age", random.nextInt(1000));
      rows.add(row);
    }
    return new Write(type, mode, rows);
  }

  private Write edges(TypeKey type) {
    return edges(type, random.nextInt(4) == 0 ? WriteMode.UPSERT : WriteMode.INSERT);
  }

  private Write edges(TypeKey type, WriteMode mode) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("id", (random.nextInt(4) == 0 ? "e" : "e-" + operations + "-") + i);
      row.put("src", any(NAMES));
      row.put("dst", any(NAMES));
      row.put("since", (long) random.nextInt(1000));
      rows.add(row);
    }
    return new Write(type, mode, rows);
  }

  private List<Write> request() {
    operations++;
    TypeKey node = random.nextBoolean() ? Model.PERSON : Model.CITY;
    TypeKey edge = random.nextBoolean() ? Model.KNOWS : Model.LIVES_IN;
    return switch (random.nextInt(8)) {
      case 0, 1 -> List.of(nodes(node, WriteMode.INSERT, someNames()));
      case 2 -> List.of(nodes(node, WriteMode.UPSERT, someNames()));
      case 3 -> List.of(edges(edge));
      case 4 ->
          List.of(
              nodes(Model.PERSON, WriteMode.UPSERT, someNames()),
              nodes(Model.CITY, WriteMode.INSERT, someNames()));
      case 5 -> List.of(nodes(Model.PERSON, WriteMode.UPSERT, NAMES), edges(edge));
      case 6 -> List.of(nodes(node, WriteMode.REPLACE, NAMES), edges(edge));
      default ->
          List.of(
              nodes(Model.PERSON, WriteMode.UPSERT, someNames()),
              edges(Model.KNOWS),
              edges(Model.LIVES_IN));
    };
  }

  // ---- processes

  /** A process that asks for one thing after the other, and begins anew when it has crashed. */
  private final class Client implements Failpoints {
    private final Turns.Player me;
    private final boolean stranger;
    private @Nullable Operation running;
    private boolean dead;

    /** Whether it holds every gate, as far as recovery is concerned. */
    private boolean alone;

    private int left = setup.requests();

    Client(String name, boolean stranger) {
      this.stranger = stranger;
      this.me = turns.add(name, this::live);
    }

    @Override
    public boolean sharesGates() {
      return !stranger;
    }

    @Override
    public void await(Semaphore gate, int shares) {
      if (!dead) {
        me.await(gate, shares);
        alone = shares > 1;
      } else if (!gate.tryAcquire(shares)) {
        throw new Crash(Failpoint.STAGED);
      }
    }

    @Override
    public void reached(Failpoint place) {
      if (dead) {
        throw new Crash(place);
      }
      note(me + " " + place);
      Operation operation = running;
      if (operation != null) {
        operation.passed(place);
      }
      requireAlone(place);
      me.pass();
      if (random.nextInt(1000) < setup.crashes()) {
        note(me + " crashes");
        dead = true;
        troubled = true;
        throw new Crash(place);
      }
      if (STORAGE.contains(place) && random.nextInt(1000) < setup.faults()) {
        note(me + " has an error of storage");
        troubled = true;
        throw new StorageUnavailable(INJECTED + place, null);
      }
    }

    /** Beside other writers recovery goes forward only. */
    private void requireAlone(Failpoint place) {
      if (place == Failpoint.SIDECAR_READ) {
        alone = false;
      } else if (place == Failpoint.ROLLBACK_PLAN && !alone) {
        throw new AssertionError(me + " takes an operation back beside other writers");
      }
    }

    private void live() {
      while (left > 0) {
        dead = false;
        note(me + " opens");
        try (Graph graph = Graph.open(uri, config, this)) {
          while (left > 0) {
            left--;
            ask(graph);
          }
        } catch (Crash e) {
          running = null;
          for (Throwable also : e.getSuppressed()) {
            if (!(also instanceof Crash)) {
              throw new AssertionError("a crashed process does not close", also);
            }
          }
        } catch (GraphException e) {
          requireTrouble(e);
          left--;
        }
      }
    }

    private void ask(Graph graph) {
      me.pass();
      int what = random.nextInt(100);
      if (what < 60) {
        write(graph);
      } else if (what < 80) {
        read(graph);
      } else if (what < 88) {
        createBranch(graph);
      } else if (what < 94) {
        deleteBranch(graph);
      } else {
        refresh(graph);
      }
    }

    private void write(Graph graph) {
      Operation operation = book.begin(any(graph.branches()), request());
      note(me + " asks for " + operation);
      running = operation;
      try (MutationStaging staging = graph.begin(operation.branch(), Budget.KEYED)) {
        operation.begunOn(staging.base());
        GraphHarness.stage(graph, staging, operation.writes().toArray(Write[]::new));
        graph.commit(staging, CommitOptions.by(operation.name()));
        operation.ended(Outcome.ACKNOWLEDGED);
        note(me + " is told that " + operation.name() + " is done");
        checkNow(graph, operation.branch());
      } catch (GraphException e) {
        note(me + " is told of " + operation.name() + ": " + e.getMessage());
        refused(graph, operation, e);
      } catch (Crash e) {
        operation.ended(Outcome.IN_DOUBT);
        throw e;
      } finally {
        running = null;
      }
    }

    private void refused(Graph graph, Operation operation, GraphException e) {
      boolean inDoubt =
          operation.isArmed() && (setup.strangers() > 0 || e instanceof RecoveryRequired);
      operation.ended(inDoubt ? Outcome.IN_DOUBT : Outcome.REFUSED);
      if (book.mayBeGone(operation.branch())) {
        return;
      }
      if (e instanceof KeyConflict || e instanceof InvalidRequest) {
        if (!book.isRefusedWithCause(graph, operation)) {
          throw new AssertionError("refused without cause: " + operation, e);
        }
      } else if (e instanceof ReadSetChanged) {
        boolean moved =
            !operation
                .base()
                .map(Snapshot::commit)
                .equals(Optional.of(graph.snapshot(operation.branch()).commit()));
        if (setup.strangers() == 0 && !(operation.isStrict() && moved)) {
          throw new AssertionError("nothing has changed for " + operation, e);
        }
      } else {
        requireTrouble(e);
      }
    }

    /** Refusals that only crashes, errors of storage and strangers explain. */
    private void requireTrouble(GraphException e) {
      boolean injected =
          e instanceof StorageUnavailable && String.valueOf(e.getMessage()).contains(INJECTED);
      boolean ofCrash = e instanceof RecoveryRequired && troubled;
      if (!injected && !ofCrash && setup.strangers() == 0) {
        throw new AssertionError(me + " is refused without cause: " + e, e);
      }
    }

    private void checkNow(Graph graph, BranchName branch) {
      try {
        book.check(graph, branch);
      } catch (NotFound e) {
        requireMayBeGone(branch, e);
      }
    }

    private void requireMayBeGone(BranchName branch, GraphException e) {
      if (!book.mayBeGone(branch)) {
        throw new AssertionError("branch '" + branch + "' is gone", e);
      }
    }

    private void read(Graph graph) {
      BranchName branch = any(graph.branches());
      try {
        Snapshot snapshot = graph.snapshot(branch);
        Model expected = book.expected(graph, snapshot);
        note(me + " reads " + branch + " at " + snapshot.commit());
        for (int i = random.nextInt(20); i > 0; i--) {
          me.pass();
        }
        Book.requireRows(graph, snapshot, expected);
      } catch (GraphException e) {
        requireMayBeGone(branch, e);
      }
    }

    private void createBranch(Graph graph) {
      BranchName name = any(BRANCHES);
      BranchName from = any(graph.branches());
      note(me + " creates " + name + " from " + from);
      try {
        graph.createBranch(name, from);
        if (setup.strangers() == 0 && !graph.branches().contains(name)) {
          throw new AssertionError("branch '" + name + "' was made and is not there");
        }
      } catch (NotFound | Conflict | ReadSetChanged | InvalidRequest e) {
        requireNoRepair(e);
      } catch (GraphException e) {
        requireTrouble(e);
      }
    }

    private void deleteBranch(Graph graph) {
      BranchName name = any(BRANCHES);
      note(me + " deletes " + name);
      book.deleting(name);
      try {
        graph.deleteBranch(name);
        if (setup.strangers() == 0 && graph.branches().contains(name)) {
          throw new AssertionError("branch '" + name + "' was deleted and is there");
        }
      } catch (NotFound | Conflict | ReadSetChanged e) {
        requireNoRepair(e);
      } catch (GraphException e) {
        requireTrouble(e);
      }
    }

    private void refresh(Graph graph) {
      note(me + " refreshes");
      try {
        graph.refresh();
      } catch (GraphException e) {
        requireTrouble(e);
      }
    }

    private void requireNoRepair(GraphException e) {
      if (setup.strangers() == 0 && String.valueOf(e.getMessage()).contains("repair")) {
        throw new AssertionError(me + " would have to repair by hand", e);
      }
    }
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** What open handles see, and what opening one does. */
class HandlesTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);
  @TempDir Path folder;

  private Graph readOnly() {
    return Graph.open(harness.directory().toString(), GraphConfig.defaults().asReadOnly());
  }

  @Test
  void aClosedGraphReadsAndWritesNothing() {
    Graph graph = Graph.open(harness.directory().toString(), GraphConfig.defaults());
    long version = graph.snapshot(BranchName.MAIN).manifestVersion();
    graph.close();
    assertThatThrownBy(() -> GraphHarness.write(graph, BranchName.MAIN, "carol", insert("eve")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(harness.directory().toString())
        .hasMessageContaining("open it again");
    assertThatThrownBy(() -> graph.createBranch(DRAFT, BranchName.MAIN))
        .isInstanceOf(InvalidRequest.class);
    assertThatThrownBy(() -> graph.snapshot(BranchName.MAIN)).isInstanceOf(InvalidRequest.class);
    assertThat(harness.graph().snapshot(BranchName.MAIN).manifestVersion()).isEqualTo(version);
  }

  @Test
  @Tag("H-001")
  void aSnapshotStaysAsItIs() {
    harness.write(insert("ada", "bob"));
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    try (TableSnapshot open = harness.graph().open(before, PERSON)) {
      harness.write(insert("eve"));
      harness.write(people(WriteMode.REPLACE, 9, "kim"));
      assertThat(open.rowCount()).isEqualTo(2);
      assertThat(RowReader.rows(harness.graph(), before, PERSON)).containsOnlyKeys("ada", "bob");
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("kim");
  }

  private Map<Path, FileTime> files() throws IOException {
    Map<Path, FileTime> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(harness.directory())) {
      for (Path file : all.toList()) {
        files.put(file, Files.getLastModifiedTime(file));
      }
    }
    return files;
  }

  @Test
  @Tag("H-004")
  @Tag("H-005")
  void aReadOnlyHandleWritesNothingAndShowsTheOldStateBesideAnIntent() throws IOException {
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
    Script script = new Script();
    Graph dying = harness.reopen(script);
    script.crashAt(Failpoint.CONFIRMED);
    assertThatThrownBy(() -> GraphHarness.write(dying, insert("eve")))
        .isInstanceOf(Script.Crash.class);
    harness.close();
    Map<Path, FileTime> before = files();
    try (Graph reading = readOnly()) {
      assertThat(GraphImage.of(reading).rows().get(BranchName.MAIN).get(PERSON))
          .containsOnlyKeys("ada", "bob");
      assertThat(reading.commits(BranchName.MAIN)).hasSize(2);
    }
    assertThat(files()).isEqualTo(before);
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @ParameterizedTest
  @ValueSource(strings = {"_schema.pg", "_schema.ir.json", "__schema_state.json"})
  @Tag("H-007")
  void aMissingSchemaFileIsNamedWithTheOthers(String name) throws IOException {
    harness.close();
    Files.delete(harness.directory().resolve(name));
    for (GraphConfig config :
        List.of(GraphConfig.defaults(), GraphConfig.defaults().asReadOnly())) {
      assertThatThrownBy(() -> Graph.open(harness.directory().toString(), config))
          .isInstanceOf(CorruptState.class)
          .hasMessageContaining("has no " + name)
          .hasMessageContaining("_schema.pg")
          .hasMessageContaining("_schema.ir.json")
          .hasMessageContaining("__schema_state.json");
    }
  }

  @Test
  @Tag("H-008")
  void theSchemaFilesOfAnotherGraphAreRefused() throws IOException {
    Path other = folder.resolve("other");
    String more = "node Aunt { name: String @key }\n" + People.SCHEMA;
    Graph.init(other.toString(), more, GraphConfig.defaults()).close();
    harness.close();
    for (String name : List.of("_schema.pg", "_schema.ir.json", "__schema_state.json")) {
      Files.writeString(harness.directory().resolve(name), Files.readString(other.resolve(name)));
    }
    for (GraphConfig config :
        List.of(GraphConfig.defaults(), GraphConfig.defaults().asReadOnly())) {
      assertThatThrownBy(() -> Graph.open(harness.directory().toString(), config))
          .isInstanceOf(CorruptState.class)
          .hasMessageContaining("disagree about the tables")
          .hasMessageContaining("node:Person");
    }
  }

  private Set<Path> manifestFiles() throws IOException {
    try (Stream<Path> files = Files.list(harness.directory().resolve("__manifest/data"))) {
      return new HashSet<>(files.toList());
    }
  }

  @Test
  @Tag("H-009")
  void aRefreshThatFailsLeavesStateAndLineageTogether() throws IOException {
    harness.write(insert("ada"));
    Graph graph = harness.graph();
    Snapshot before = graph.snapshot(BranchName.MAIN);
    Set<Path> known = manifestFiles();
    try (Graph other = Graph.open(graph.uri(), GraphConfig.defaults())) {
      GraphHarness.write(other, insert("bob"));
    }
    Set<Path> added = manifestFiles();
    added.removeAll(known);
    Path file = added.iterator().next();
    Path hidden = Files.move(file, folder.resolve("hidden"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> graph.snapshot(BranchName.MAIN)).isInstanceOf(GraphException.class);
      assertThatThrownBy(() -> graph.commits(BranchName.MAIN)).isInstanceOf(GraphException.class);
    }
    assertThat(RowReader.rows(graph, before, PERSON)).containsOnlyKeys("ada");
    Files.move(hidden, file);
    assertThat(graph.snapshot(BranchName.MAIN).commit())
        .contains(graph.commits(BranchName.MAIN).get(0).id());
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("H-016")
  void aWritersOwnStateIsWhatAFreshHandleReads() throws IOException {
    Graph graph = harness.graph();
    graph.createBranch(DRAFT, BranchName.MAIN);
    Path lines =
        Files.writeString(
            folder.resolve("more.jsonl"), "{\"type\":\"Person\",\"data\":{\"name\":\"loaded\"}}\n");
    List<Runnable> writers =
        List.of(
            () -> GraphHarness.write(graph, insert("ada", "bob"), knows("ada", "bob")),
            () -> GraphHarness.write(graph, people(WriteMode.UPSERT, 4, "bob", "eve")),
            () -> GraphHarness.write(graph, DRAFT, insert("kim")),
            () -> GraphHarness.write(graph, DRAFT, people(WriteMode.REPLACE, 2, "max")),
            () -> Deleting.delete(graph, BranchName.MAIN, Map.of(PERSON, Set.of("eve"))),
            () ->
                graph.load(
                    new LoadRequest(lines, LoadMode.APPEND, DRAFT, Optional.empty()),
                    LoadProgress.NONE),
            () -> graph.createBranch(BranchName.of("more"), DRAFT),
            () -> graph.deleteBranch(BranchName.of("more")),
            () -> graph.repair(true));
    for (Runnable writer : writers) {
      writer.run();
      try (Graph fresh = readOnly()) {
        assertThat(graph.branches()).isEqualTo(fresh.branches());
        for (BranchName branch : fresh.branches()) {
          assertThat(graph.snapshot(branch)).isEqualTo(fresh.snapshot(branch));
        }
        assertThat(GraphImage.of(graph)).isEqualTo(GraphImage.of(fresh));
      }
    }
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  // ---- what it costs

  /** A table store that counts its calls by name, and the scans of what it opens. */
  private static TableStore counting(TableStore store, Map<String, Integer> calls) {
    return proxy(TableStore.class, store, calls);
  }

  private static <T> T proxy(Class<T> type, T target, Map<String, Integer> calls) {
    Object made =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              calls.merge(method.getName(), 1, Integer::sum);
              try {
                Object result = method.invoke(target, arguments);
                return result instanceof TableSnapshot snapshot
                    ? proxy(TableSnapshot.class, snapshot, calls)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return type.cast(made);
  }

  private Map<String, Integer> callsOf(Consumer<Manifest> use) {
    return callsOf(manifest -> {}, use);
  }

  private Map<String, Integer> callsOf(Consumer<Manifest> first, Consumer<Manifest> use) {
    Map<String, Integer> calls = new TreeMap<>();
    try (BufferAllocator allocator = new RootAllocator();
        TableStore store =
            counting(
                new LanceTableStore(
                    Storage.at(harness.directory().toString(), Map.of()), allocator),
                calls)) {
      Manifest manifest = new Manifest(store, allocator, IdSource.SYSTEM, Failpoints.NONE);
      first.accept(manifest);
      calls.clear();
      use.accept(manifest);
      return new TreeMap<>(calls);
    }
  }

  @Test
  @Tag("H-018")
  void stateAndLineageAreReadInOneScan() {
    harness.write(insert("ada"));
    harness.write(insert("bob"));
    Map<String, Integer> calls =
        callsOf(
            manifest -> {
              assertThat(manifest.state(BranchName.MAIN).snapshot().tables()).hasSize(2);
              assertThat(manifest.commits(BranchName.MAIN)).hasSize(3);
            });
    assertThat(calls).containsEntry("scanFragments", 1).doesNotContainKey("scan");
  }

  @Test
  @Tag("H-019")
  void aPublishAsksStorageTheSameWhateverTheHistory() {
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      Map<String, Integer> early = publishing(foreign);
      for (int i = 0; i < 60; i++) {
        foreign.publish(BranchName.MAIN);
      }
      assertThat(publishing(foreign)).isEqualTo(early).doesNotContainKey("scan");
    }
  }

  private Map<String, Integer> publishing(ForeignPublisher foreign) {
    return callsOf(
        manifest -> manifest.state(BranchName.MAIN),
        manifest -> manifest.publish(foreign.publication(BranchName.MAIN, List.of())));
  }
}

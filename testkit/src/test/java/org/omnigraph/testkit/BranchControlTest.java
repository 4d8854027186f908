package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.table.TableRef;

/** Making and deleting branches, and what is refused. */
class BranchControlTest {
  private static final BranchName WORK = BranchName.of("work");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
  }

  private void create(String name, String from) {
    harness.graph().createBranch(BranchName.of(name), BranchName.of(from));
  }

  private void delete(String name) {
    harness.graph().deleteBranch(BranchName.of(name));
  }

  private Path tree(String name) {
    return harness.directory().resolve(Manifest.PATH).resolve("tree").resolve(name);
  }

  private TableRefs refs() {
    return new TableRefs(harness.graph());
  }

  private List<String> names() {
    return harness.graph().branches().stream().map(BranchName::value).toList();
  }

  @Test
  @Tag("B-001")
  @Tag("B-002")
  void neitherMakingNorDeletingWritesACommitOrARow() {
    List<GraphCommit> log = harness.graph().commits(BranchName.MAIN);
    long version = harness.graph().snapshot(BranchName.MAIN).manifestVersion();
    create("work", "main");
    assertThat(harness.graph().commits(WORK)).isEqualTo(log);
    assertThat(harness.graph().snapshot(WORK).manifestVersion()).isEqualTo(version);
    assertThat(harness.graph().snapshot(WORK).commit())
        .isEqualTo(harness.graph().snapshot(BranchName.MAIN).commit());
    delete("work");
    assertThat(harness.graph().commits(BranchName.MAIN)).isEqualTo(log);
    assertThat(harness.graph().snapshot(BranchName.MAIN).manifestVersion()).isEqualTo(version);
    assertThat(names()).containsExactly("main");
    assertThat(harness.sidecars()).isEmpty();
    assertThat(tree("work")).doesNotExist();
  }

  @Test
  @Tag("B-003")
  void filesThatAnInterruptedCreateLeftAreReclaimedByTheNextOfTheName() throws IOException {
    create("work", "main");
    Files.delete(harness.directory().resolve("__manifest/_refs/branches/work.json"));
    harness.reopen();
    assertThat(names()).containsExactly("main");
    assertThat(tree("work")).exists();
    create("work", "main");
    harness.write(WORK, insert("eve"));
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @ParameterizedTest
  @Tag("B-007")
  @ValueSource(
      strings = {
        "a//b", "x.lock", "a..b", "/a", "a/", "a b", "a\\b", "é!", ".", "./a", "a/.", "a/./b"
      })
  void aWrongNameIsRefusedBeforeAnythingIsMade(String name) {
    assertThatThrownBy(() -> create(name, "main"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(name);
    assertThat(harness.directory().resolve("__manifest/tree")).doesNotExist();
  }

  @Test
  @Tag("B-007")
  void aNameThatIsNoPathOfItsOwnHarmsNoOtherBranch() {
    create("work", "main");
    assertThatThrownBy(() -> create(".", "main")).isInstanceOf(InvalidRequest.class);
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("B-007")
  void aNameThatNoFileCanHaveIsRefusedWithItsLength() {
    String longest = "n".repeat(250);
    create(longest, "main");
    assertThatThrownBy(() -> create(longest + "n", "main"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("251 bytes");
    assertThatThrownBy(() -> create("ü".repeat(42), "main"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("252 bytes");
    assertThat(names()).containsExactlyInAnyOrder("main", longest);
  }

  @ParameterizedTest
  @Tag("B-008")
  @CsvSource({"feature, feature/x", "feature/x, feature", "a/b/c, a", "a, a/b/c"})
  void aNameThatIsAPathAboveOrBelowALivingOneIsRefused(String living, String name) {
    create(living, "main");
    assertThatThrownBy(() -> create(name, "main"))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("'" + living + "'")
        .hasMessageContaining("'" + name + "'");
    assertThat(names()).containsExactlyInAnyOrder("main", living);
    assertThat(refs().of(Manifest.PATH)).hasSize(1);
  }

  @Test
  @Tag("B-009")
  void oneNameMayBeginAsAnotherDoes() {
    create("feature", "main");
    create("feature-2", "main");
    create("featurex", "feature");
    assertThat(names()).containsExactly("feature", "feature-2", "featurex", "main");
  }

  @Test
  void aNameIsTrimmed() {
    create(" work ", " main ");
    assertThat(names()).containsExactly("main", "work");
  }

  @Test
  @Tag("B-010")
  void aNameThatIsTakenIsRefused() {
    create("work", "main");
    harness.write(WORK, insert("eve"));
    assertThatThrownBy(() -> create("work", "main"))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("already exists");
    assertThat(harness.rows(WORK, PERSON)).containsKey("eve");
  }

  @ParameterizedTest
  @Tag("B-011")
  @ValueSource(strings = {"main", "", "  ", "__schema_apply_lock__"})
  void mainTheEmptyNameAndInternalNamesAreRefused(String name) {
    assertThatThrownBy(() -> create(name, "main")).isInstanceOf(InvalidRequest.class);
    assertThatThrownBy(() -> delete(name)).isInstanceOf(InvalidRequest.class);
  }

  @Test
  void aBranchOfNothingIsRefused() {
    assertThatThrownBy(() -> create("work", "nothing"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("'nothing'")
        .hasMessageContaining("main");
    assertThat(names()).containsExactly("main");
  }

  @Test
  @Tag("B-015")
  void deletingAnUnknownBranchIsNotFound() {
    create("work", "main");
    assertThatThrownBy(() -> delete("wrok"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("'wrok'")
        .hasMessageContaining("work");
  }

  @Test
  @Tag("B-016")
  @Tag("B-017")
  void aBranchThatAnotherWasMadeFromIsDeletedAfterIt() {
    create("work", "main");
    harness.write(WORK, insert("eve"));
    create("child", "work");
    assertThatThrownBy(() -> delete("work"))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("'child'");
    assertThat(harness.rows(BranchName.of("child"), PERSON)).containsKey("eve");
    delete("child");
    delete("work");
    assertThat(names()).containsExactly("main");
    assertThat(refs().of(TableRefs.path(harness.graph(), PERSON))).isEmpty();
  }

  @Test
  @Tag("B-019")
  void ofBranchesWithOverlappingPathsTheLowerOneGoesFirst() {
    create("old", "main");
    TableRef at =
        new TableRef(
            Manifest.PATH,
            java.util.Optional.empty(),
            harness.graph().snapshot(BranchName.MAIN).manifestVersion());
    refs().make(at, BranchName.of("old/child"));
    assertThatThrownBy(() -> delete("old"))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("'old/child'")
        .hasMessageContaining("first");
    delete("old/child");
    delete("old");
    assertThat(names()).containsExactly("main");
  }

  @Test
  void deletingABranchRemovesTheTableBranchesItOwned() {
    create("work", "main");
    harness.write(WORK, insert("eve"), knows("eve", "ada"));
    String person = TableRefs.path(harness.graph(), PERSON);
    String knows = TableRefs.path(harness.graph(), KNOWS);
    assertThat(refs().of(person)).hasSize(1);
    delete("work");
    assertThat(refs().of(person)).isEmpty();
    assertThat(refs().of(knows)).isEmpty();
    assertThat(harness.directory().resolve(person).resolve("tree/work")).doesNotExist();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("B-029")
  void branchesMadeAtOnceAreEachOfTheirOwnSource() throws Exception {
    List<BranchName> sources = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      BranchName source = BranchName.of("source-" + i);
      harness.graph().createBranch(source, BranchName.MAIN);
      harness.write(source, insert("only-" + i));
      sources.add(source);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (BranchName source : sources) {
        all.add(
            threads.submit(
                () -> harness.graph().createBranch(BranchName.of(source + "-copy"), source)));
      }
      for (Future<?> one : all) {
        one.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    for (int i = 0; i < 4; i++) {
      assertThat(harness.rows(BranchName.of("source-" + i + "-copy"), PERSON))
          .containsOnlyKeys("ada", "bob", "only-" + i);
    }
  }

  @Test
  @Tag("B-032")
  void theLockOfASchemaChangeIsNotListedAndKeepsBranchControlOut() {
    TableRef at =
        new TableRef(
            Manifest.PATH,
            java.util.Optional.empty(),
            harness.graph().snapshot(BranchName.MAIN).manifestVersion());
    create("work", "main");
    refs().make(at, BranchName.SCHEMA_LOCK);
    assertThat(names()).containsExactly("main", "work");
    assertThatThrownBy(() -> create("other", "main")).isInstanceOf(Conflict.class);
    assertThatThrownBy(() -> delete("work")).isInstanceOf(Conflict.class);
    refs().delete(Manifest.PATH, refs().of(Manifest.PATH, BranchName.SCHEMA_LOCK).orElseThrow());
    delete("work");
  }

  @Test
  void aReadOnlyGraphMakesAndDeletesNoBranches() {
    create("work", "main");
    try (Graph reader = Graph.open(harness.graph().uri(), GraphConfig.defaults().asReadOnly())) {
      assertThat(reader.branches()).contains(WORK);
      assertThatThrownBy(() -> reader.createBranch(BranchName.of("x"), WORK))
          .isInstanceOf(InvalidRequest.class);
      assertThatThrownBy(() -> reader.deleteBranch(WORK)).isInstanceOf(InvalidRequest.class);
    }
  }

  @Test
  @Tag("B-031")
  void aBranchIsNotMadeFromACommit() {
    String commit = harness.graph().commits(BranchName.MAIN).get(0).id().value();
    assertThatThrownBy(() -> create("work", commit))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("branch '" + commit + "' not found");
    assertThat(harness.graph().branches()).containsExactly(BranchName.MAIN);
  }

  @Test
  @Tag("B-030")
  void aListingOutlivesBranchesThatVanishMeanwhile() throws Exception {
    create("stays", "main");
    AtomicBoolean listed = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              while (!listed.get()) {
                create("goes", "main");
                delete("goes");
              }
            });
    other.start();
    try (Graph second = Graph.open(harness.graph().uri(), GraphConfig.defaults().asReadOnly())) {
      for (int i = 0; i < 2_000; i++) {
        assertThat(second.branches()).contains(BranchName.MAIN, BranchName.of("stays"));
      }
    } finally {
      listed.set(true);
      other.join();
    }
  }
}

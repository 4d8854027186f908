package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.delete;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Statements.gt;
import static org.omnigraph.testkit.Statements.insert;
import static org.omnigraph.testkit.Statements.update;
import static org.omnigraph.testkit.Team.COMPANY;
import static org.omnigraph.testkit.Team.KNOWS;
import static org.omnigraph.testkit.Team.NOTE;
import static org.omnigraph.testkit.Team.PERSON;
import static org.omnigraph.testkit.Team.WORKS_AT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;

/** Statements that insert and update become one commit, each seeing those before it. */
class MutationTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(Team.SCHEMA);

  private Mutated mutate(Statement... statements) {
    return mutate(harness.graph(), statements);
  }

  private static Mutated mutate(Graph graph, Statement... statements) {
    return graph.mutate(BranchName.MAIN, Mutation.of(statements), CommitOptions.ANONYMOUS);
  }

  private Snapshot snapshot() {
    return harness.graph().snapshot(BranchName.MAIN);
  }

  private Map<String, @Nullable Object> person(String name) {
    return harness.rows(PERSON).get(name);
  }

  /** The newest version that each table has in storage. */
  private Map<TypeKey, Long> heads() {
    try (RawTables raw = new RawTables(harness.directory())) {
      return snapshot().tables().values().stream()
          .collect(Collectors.toMap(entry -> entry.key(), entry -> raw.newest(entry.ref())));
    }
  }

  private Map<TypeKey, Long> pins() {
    return snapshot().tables().values().stream()
        .collect(Collectors.toMap(entry -> entry.key(), entry -> entry.version()));
  }

  private void leavesNothing(Statement... statements) {
    Snapshot before = snapshot();
    assertThatThrownBy(() -> mutate(statements)).isInstanceOf(GraphException.class);
    assertThat(snapshot()).isEqualTo(before);
    assertThat(heads()).isEqualTo(pins());
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("W-001")
  @Tag("W-002")
  void severalStatementsAreOnePublishAndAnEdgeMayGoToANodeOfTheSameMutation() {
    mutate(insert(PERSON, "name", "bob"));
    Snapshot before = snapshot();
    Mutated done =
        mutate(
            insert(PERSON, "name", "ada"),
            insert(KNOWS, "from", "ada", "to", "bob", "since", 1999));
    assertThat(done.statements()).containsExactly(new Affected(1, 0), new Affected(0, 1));
    assertThat(snapshot().manifestVersion()).isEqualTo(before.manifestVersion() + 1);
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(3);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(harness.rows(KNOWS).values())
        .containsExactly(Map.of("src", "ada", "dst", "bob", "since", 1999L));
  }

  @Test
  @Tag("W-003")
  @Tag("W-049")
  void aStatementThatFailsLeavesNothingOfThoseBeforeIt() {
    mutate(insert(PERSON, "name", "bob"));
    leavesNothing(insert(PERSON, "name", "ada"), insert(KNOWS, "from", "ada", "to", "nobody"));
    mutate(insert(PERSON, "name", "eve"), insert(KNOWS, "from", "eve", "to", "bob"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("bob", "eve");
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  @Test
  @Tag("W-004")
  void noTableMovesWhileStatementsRun() {
    mutate(insert(PERSON, "name", "ada", "age", 1));
    List<Map<TypeKey, Long>> seen = new ArrayList<>();
    harness.reopen(
        new Script()
            .runAt(
                Failpoint.STAGED,
                () -> {
                  seen.add(heads());
                  seen.add(pins());
                }));
    mutate(insert(COMPANY, "name", "acme", "city", "Bern"), update(PERSON, eq("age", 1), "age", 2));
    assertThat(seen).hasSize(2);
    assertThat(seen.get(0)).isEqualTo(seen.get(1));
    assertThat(heads()).isEqualTo(pins()).isNotEqualTo(seen.get(0));
  }

  @Test
  @Tag("W-005")
  void aTouchedTableGetsOneVersion() {
    long before = pins().get(PERSON);
    mutate(
        insert(PERSON, "name", "ada", "age", 1),
        insert(PERSON, "name", "bob", "age", 2),
        insert(PERSON, "name", "eve", "age", 3),
        update(PERSON, gt("age", 1), "age", 50));
    assertThat(heads()).containsEntry(PERSON, before + 1).isEqualTo(pins());
    assertThat(harness.rows(PERSON).values()).extracting("age").containsExactly(1, 50, 50);
  }

  @Test
  @Tag("W-006")
  @Tag("W-007")
  void deletesDoNotMixWithOtherStatementsAndNothingIsReadBeforeThatIsSaid() throws IOException {
    String uri = harness.graph().uri();
    Path manifest = Path.of(uri, "__manifest");
    Files.move(manifest, Path.of(uri, "away"));
    assertThatThrownBy(
            () -> mutate(insert(PERSON, "name", "ada"), delete(PERSON, eq("name", "bob"))))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("mixes inserts/updates and deletes; split into separate mutations");
    assertThatThrownBy(
            () ->
                mutate(delete(PERSON, eq("name", "bob")), update(NOTE, eq("text", "x"), "u32", 1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("split into separate mutations");
    Files.move(Path.of(uri, "away"), manifest);
  }

  @Test
  @Tag("W-008")
  void anInsertAndAnUpdateOfItAreOneRow() {
    long before = pins().get(PERSON);
    Mutated done =
        mutate(
            insert(PERSON, "name", "ada", "age", 1, "repoName", "r"),
            update(PERSON, eq("name", "ada"), "age", 7));
    assertThat(done.affected()).isEqualTo(new Affected(2, 0));
    assertThat(person("ada")).containsEntry("age", 7).containsEntry("repoName", "r");
    assertThat(pins()).containsEntry(PERSON, before + 1);
  }

  @Test
  @Tag("W-009")
  void aLaterUpdateSeesTheValuesOfAnEarlierOne() {
    mutate(insert(PERSON, "name", "ada", "age", 1), insert(PERSON, "name", "bob", "age", 2));
    Mutated done =
        mutate(
            update(PERSON, eq("name", "ada"), "age", 99), update(PERSON, gt("age", 50), "age", 10));
    assertThat(done.statements()).containsExactly(new Affected(1, 0), new Affected(1, 0));
    assertThat(person("ada")).containsEntry("age", 10);
    assertThat(person("bob")).containsEntry("age", 2);
  }

  @Test
  @Tag("W-010")
  void aPendingRowHidesItsCommittedOne() {
    mutate(insert(PERSON, "name", "ada", "age", 60), insert(PERSON, "name", "bob", "age", 70));
    Mutated done =
        mutate(
            update(PERSON, eq("name", "ada"), "age", 1),
            update(PERSON, gt("age", 50), "repoName", "old"));
    assertThat(done.statements()).containsExactly(new Affected(1, 0), new Affected(1, 0));
    assertThat(person("ada")).containsEntry("age", 1).containsEntry("repoName", null);
    assertThat(person("bob")).containsEntry("repoName", "old");
  }

  @Test
  @Tag("W-011")
  void namesInPredicatesKeepTheirCase() {
    mutate(insert(PERSON, "name", "ada", "repoName", "x"));
    Mutated done =
        mutate(
            insert(PERSON, "name", "bob", "repoName", "x"),
            update(PERSON, eq("repoName", "x"), "age", 5));
    assertThat(done.statements().get(1)).isEqualTo(new Affected(2, 0));
    assertThat(harness.rows(PERSON).values()).extracting("age").containsExactly(5, 5);
    assertThatThrownBy(() -> mutate(update(PERSON, eq("reponame", "x"), "age", 6)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'reponame'");
    assertThat(mutate(delete(PERSON, eq("repoName", "x"))).affected())
        .isEqualTo(new Affected(2, 0));
  }

  @Test
  @Tag("W-012")
  @Tag("W-040")
  void anUpdateWithoutAMatchMakesNoCommit() {
    mutate(insert(PERSON, "name", "ada"));
    Snapshot before = snapshot();
    Mutated done = mutate(update(PERSON, eq("name", "nobody"), "age", 1));
    assertThat(done.affected()).isEqualTo(Affected.NOTHING);
    assertThat(done.receipt().commit()).isEmpty();
    assertThat(snapshot()).isEqualTo(before);
    assertThat(heads()).isEqualTo(pins());
  }

  @Test
  @Tag("W-014")
  void anInsertOfAKeyThatIsThereReplacesTheWholeRow() {
    mutate(insert(PERSON, "name", "ada", "age", 1, "mail", "a@x"));
    Mutated done = mutate(insert(PERSON, "name", "ada", "repoName", "r", "mail", "a@x"));
    assertThat(done.affected()).isEqualTo(new Affected(1, 0));
    assertThat(person("ada"))
        .containsEntry("repoName", "r")
        .containsEntry("mail", "a@x")
        .containsEntry("age", null);
  }

  @Test
  @Tag("W-015")
  void nodesWithoutAKeyAndEdgesGetNewIds() {
    mutate(
        insert(NOTE, "text", "one"),
        insert(NOTE, "text", "one"),
        insert(PERSON, "name", "ada"),
        insert(KNOWS, "from", "ada", "to", "ada"),
        insert(KNOWS, "from", "ada", "to", "ada"));
    assertThat(harness.rows(NOTE)).hasSize(2);
    assertThat(harness.rows(NOTE).keySet()).allMatch(id -> id.length() == 26);
    assertThat(harness.rows(KNOWS)).hasSize(2);
    assertThatThrownBy(() -> mutate(insert(KNOWS, "id", "e", "from", "ada", "to", "ada")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("id cannot be chosen");
  }

  @Test
  @Tag("W-016")
  void aPartOfTheKeyCannotBeUpdated() {
    mutate(insert(PERSON, "name", "ada"));
    assertThatThrownBy(() -> mutate(update(PERSON, eq("name", "ada"), "name", "eve")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("cannot update @key property 'name'")
        .hasMessageContaining("delete and re-insert");
    leavesNothing(update(PERSON, eq("name", "ada"), "name", "ada"));
  }

  @Test
  @Tag("W-017")
  void edgesCannotBeUpdated() {
    assertThatThrownBy(() -> mutate(update(KNOWS, eq("since", 1), "since", 2)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'Knows' cannot be updated");
  }

  @Test
  @Tag("W-018")
  @Tag("W-019")
  void whatIsRequiredIsNamedWhenItIsMissing() {
    assertThatThrownBy(() -> mutate(insert(PERSON, "age", 3)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'name'");
    assertThatThrownBy(() -> mutate(insert(PERSON, "name", null, "age", 3)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("Person.name");
    assertThatThrownBy(() -> mutate(insert(COMPANY, "name", "acme")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'city'");
    leavesNothing(insert(PERSON, "name", "ada"), insert(COMPANY, "name", "acme"));
  }

  @Test
  void anUpdateIsCheckedLikeAnInsert() {
    mutate(
        insert(PERSON, "name", "ada", "mail", "a@x"),
        insert(PERSON, "name", "bob", "mail", "b@x"),
        insert(COMPANY, "name", "acme", "city", "Bern"));
    Snapshot before = snapshot();
    assertThatThrownBy(() -> mutate(update(PERSON, eq("name", "ada"), "age", 201)))
        .hasMessageContaining("statement 1 (update Person)")
        .hasMessageContaining("@range violation on Person.age");
    assertThatThrownBy(() -> mutate(update(PERSON, eq("name", "ada"), "level", "boss")))
        .hasMessageContaining("invalid enum value 'boss'");
    assertThatThrownBy(() -> mutate(update(COMPANY, eq("name", "acme"), "city", null)))
        .hasMessageContaining("Company.city");
    assertThatThrownBy(() -> mutate(update(PERSON, eq("name", "ada"), "mail", "b@x")))
        .hasMessageContaining("@unique violation on Person.mail");
    assertThatThrownBy(() -> mutate(update(PERSON, gt("name", ""), "mail", "c@x")))
        .hasMessageContaining("@unique violation on Person.mail");
    assertThatThrownBy(() -> mutate(update(PERSON, eq("name", "ada"), "nosuch", 1)))
        .hasMessageContaining("unknown column 'nosuch'");
    assertThat(snapshot()).isEqualTo(before);
  }

  @Test
  void aUniqueValueThatAnUpdateFreesCanBeTakenInTheSameMutation() {
    mutate(insert(PERSON, "name", "ada", "mail", "a@x"), insert(PERSON, "name", "bob"));
    mutate(
        update(PERSON, eq("name", "ada"), "mail", "new@x"),
        update(PERSON, eq("name", "bob"), "mail", "a@x"));
    assertThat(person("ada")).containsEntry("mail", "new@x");
    assertThat(person("bob")).containsEntry("mail", "a@x");
  }

  @Test
  void rowsInsertedWithoutAKeyCanBeUpdatedInTheSameMutation() {
    mutate(insert(NOTE, "text", "old", "u32", 1));
    Mutated done =
        mutate(
            insert(NOTE, "text", "new", "u32", 2),
            update(NOTE, gt("u32", 0), "f32", 0.5),
            insert(NOTE, "text", "newer", "u32", 3));
    assertThat(done.statements().get(1)).isEqualTo(new Affected(2, 0));
    assertThat(harness.rows(NOTE).values())
        .extracting(row -> row.get("text") + " " + row.get("f32"))
        .containsExactlyInAnyOrder("old 0.5", "new 0.5", "newer null");
  }

  @Test
  @Tag("W-037")
  void nowIsTheSameForEveryStatementAndAttempt() {
    List<Instant> told = new ArrayList<>();
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            Instant next = Instant.ofEpochSecond(1_700_000_000 + told.size());
            told.add(next);
            return next;
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    Graph rival = harness.graph();
    GraphConfig config =
        new GraphConfig(
            false,
            1L << 30,
            Map.of(),
            clock,
            IdSource.SYSTEM,
            BlobPolicy.NONE,
            Budget.BULK,
            Long.MAX_VALUE);
    Script script =
        new Script().runAt(Failpoint.STAGED, () -> mutate(rival, insert(PERSON, "name", "rival")));
    try (Graph graph = Graph.open(rival.uri(), config, script)) {
      int before = told.size();
      mutate(
          graph,
          insert(NOTE, "text", "one", "at", new Value.Now()),
          insert(NOTE, "text", "two", "at", new Value.Now()));
      LocalDateTime first = LocalDateTime.ofInstant(told.get(before), ZoneOffset.UTC);
      assertThat(harness.rows(NOTE).values()).extracting("at").containsExactly(first, first);
    }
    assertThat(script.passed()).filteredOn(Failpoint.STAGED::equals).hasSize(2);
  }

  @Test
  @Tag("W-038")
  @Tag("W-039")
  void theReceiptIsTheCommitAndTheCommitNamesTheActor() {
    Mutated done =
        harness
            .graph()
            .mutate(
                BranchName.MAIN,
                Mutation.of(insert(PERSON, "name", "ada")),
                CommitOptions.by("carol"));
    assertThat(done.receipt().commit()).isPresent().isEqualTo(snapshot().commit());
    assertThat(harness.graph().commits(BranchName.MAIN).get(0).actor()).contains("carol");
  }

  @Test
  @Tag("W-042")
  @Tag("W-043")
  void numbersThatDoNotFitAreRefused() {
    mutate(insert(NOTE, "text", "x", "u32", 0xffff_ffffL, "u64", Long.MAX_VALUE, "f32", 1.5));
    leavesNothing(insert(PERSON, "name", "ada", "age", 1L << 31));
    leavesNothing(insert(NOTE, "text", "y", "u32", -1));
    leavesNothing(insert(NOTE, "text", "y", "u32", 1L << 32));
    leavesNothing(insert(NOTE, "text", "y", "u64", -1));
    leavesNothing(update(NOTE, eq("text", "x"), "u64", -1));
    leavesNothing(insert(NOTE, "text", "y", "f32", Double.NaN));
    leavesNothing(insert(NOTE, "text", "y", "f32", Double.POSITIVE_INFINITY));
    leavesNothing(update(NOTE, eq("text", "x"), "f32", 1e300));
    assertThat(harness.rows(NOTE)).hasSize(1);
  }

  @Test
  @Tag("W-044")
  void aRowIsUpdatedAgainByTheNextMutation() {
    mutate(insert(PERSON, "name", "ada", "age", 1));
    for (int age = 2; age < 5; age++) {
      assertThat(mutate(update(PERSON, eq("age", age - 1), "age", age)).affected())
          .isEqualTo(new Affected(1, 0));
    }
    assertThat(person("ada")).containsEntry("age", 4);
  }

  @Test
  @Tag("W-045")
  void filteredReadsStayRightOverUpsertsUpdatesAndDeletes() {
    for (String name : List.of("ada", "bob", "eve", "kim")) {
      mutate(insert(PERSON, "name", name, "age", 1, "repoName", "r"));
    }
    mutate(insert(PERSON, "name", "ada", "age", 2, "repoName", "r"));
    mutate(update(PERSON, eq("age", 1), "age", 3));
    mutate(delete(PERSON, eq("name", "bob")));
    mutate(update(PERSON, eq("name", "eve"), "age", 2));
    Graph graph = harness.reopen();
    assertThat(mutate(graph, update(PERSON, eq("age", 2), "repoName", "two")).affected())
        .isEqualTo(new Affected(2, 0));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "eve", "kim");
    assertThat(harness.rows(PERSON).values()).extracting("age").containsExactly(2, 2, 3);
    assertThat(harness.rows(PERSON).values())
        .extracting("repoName")
        .containsExactly("two", "two", "r");
  }

  @Test
  @Tag("W-046")
  void aNameOfOldRunsIsAnOrdinaryBranch() {
    BranchName run = BranchName.of("__run__x");
    harness.graph().createBranch(run, BranchName.MAIN);
    harness
        .graph()
        .mutate(run, Mutation.of(insert(PERSON, "name", "ada")), CommitOptions.ANONYMOUS);
    assertThat(harness.rows(run, PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(PERSON)).isEmpty();
  }

  @Test
  @Tag("W-047")
  void theBranchThatLocksTheSchemaIsNotWrittenTo() {
    assertThatThrownBy(
            () ->
                harness
                    .graph()
                    .mutate(
                        BranchName.SCHEMA_LOCK,
                        Mutation.of(insert(PERSON, "name", "ada")),
                        CommitOptions.ANONYMOUS))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("__schema_apply_lock__");
  }

  @Test
  @Tag("W-048")
  void anEndOfAnotherTypeIsNoEnd() {
    mutate(insert(PERSON, "name", "ada"), insert(COMPANY, "name", "acme", "city", "Bern"));
    assertThatThrownBy(() -> mutate(insert(WORKS_AT, "from", "ada", "to", "ada")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'ada' not found in Company");
    leavesNothing(insert(WORKS_AT, "from", "acme", "to", "acme"));
  }

  @Test
  @Tag("W-050")
  void anEdgeOnABranchTouchesOnlyItsOwnTable() {
    mutate(insert(PERSON, "name", "ada"));
    BranchName draft = BranchName.of("draft");
    harness.graph().createBranch(draft, BranchName.MAIN);
    harness
        .graph()
        .mutate(
            draft, Mutation.of(insert(KNOWS, "from", "ada", "to", "ada")), CommitOptions.ANONYMOUS);
    TableRefs refs = new TableRefs(harness.graph());
    for (TypeKey type : List.of(PERSON, COMPANY, NOTE, WORKS_AT, KNOWS)) {
      Optional<?> ref = refs.of(TableRefs.path(harness.graph(), type), draft);
      assertThat(ref.isPresent()).as(type.toString()).isEqualTo(type.equals(KNOWS));
    }
  }

  @Test
  @Tag("T-002")
  void anUpdateOrADeleteThatWasOvertakenIsRefusedAndAnInsertBesideItToo() {
    mutate(insert(PERSON, "name", "ada", "age", 1));
    for (List<Statement> strict :
        List.of(
            List.of(update(PERSON, eq("name", "ada"), "age", 2)),
            List.of(insert(NOTE, "text", "n"), update(PERSON, eq("name", "no"), "age", 2)),
            List.of(delete(PERSON, eq("name", "ada"))))) {
      try (Graph rival = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
        harness.reopen(
            new Script()
                .runAt(
                    Failpoint.STAGED,
                    () -> mutate(rival, insert(COMPANY, "name", "acme", "city", "Bern"))));
        assertThatThrownBy(() -> mutate(strict.toArray(new Statement[0])))
            .isInstanceOf(ReadSetChanged.class)
            .hasMessageContaining("graph_head:main");
      }
      assertThat(person("ada")).containsEntry("age", 1);
      assertThat(harness.rows(NOTE)).isEmpty();
      assertThat(heads()).isEqualTo(pins());
      assertThat(harness.sidecars()).isEmpty();
    }
  }

  @Test
  @Tag("T-001")
  void insertsThatWereOvertakenAreCheckedAgainAndLand() {
    try (Graph rival = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
      harness.reopen(
          new Script()
              .runAt(
                  Failpoint.STAGED,
                  () -> mutate(rival, insert(COMPANY, "name", "acme", "city", "Bern"))));
      mutate(insert(PERSON, "name", "ada"), insert(NOTE, "text", "n"));
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(COMPANY)).containsOnlyKeys("acme");
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(3);
  }

  /** A request that ends at a place, however it ends, without a crash of the process. */
  @ParameterizedTest
  @Tag("W-041")
  @EnumSource(
      names = {
        "STAGED",
        "REVALIDATED",
        "ARMED",
        "TABLE_COMMITTED",
        "EFFECTS_MADE",
        "CONFIRMED",
        "PUBLISHED"
      })
  void aMutationThatIsDroppedShowsNothingOrEverything(Failpoint place) {
    mutate(insert(PERSON, "name", "ada", "age", 1));
    Snapshot before = snapshot();
    Script script = new Script().failAt(place, new IllegalStateException("dropped"));
    harness.reopen(script);
    try {
      mutate(
          update(PERSON, eq("name", "ada"), "age", 2),
          insert(COMPANY, "name", "acme", "city", "Bern"));
    } catch (RuntimeException dropped) {
      assertThat(script.passed()).contains(place);
    }
    boolean landed = harness.rows(COMPANY).containsKey("acme");
    assertThat(person("ada")).containsEntry("age", landed ? 2 : 1);
    assertThat(snapshot().manifestVersion()).isEqualTo(before.manifestVersion() + (landed ? 1 : 0));
    assertThat(harness.graph().branches()).containsExactly(BranchName.MAIN);
    assertThat(harness.directory().toFile().list())
        .noneMatch(name -> name.contains("run"))
        .containsAll(Set.of("__manifest"));
    harness.reopen();
    mutate(update(PERSON, eq("name", "ada"), "age", 3));
    assertThat(person("ada")).containsEntry("age", 3);
  }
}

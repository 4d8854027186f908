package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.delete;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Statements.gt;
import static org.omnigraph.testkit.Statements.insert;
import static org.omnigraph.testkit.Statements.literal;
import static org.omnigraph.testkit.Team.COMPANY;
import static org.omnigraph.testkit.Team.KNOWS;
import static org.omnigraph.testkit.Team.PERSON;
import static org.omnigraph.testkit.Team.WORKS_AT;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;

/** Deletes take the edges of their nodes along and count every row once. */
class MutationDeleteTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(Team.SCHEMA);

  private Mutated mutate(Statement... statements) {
    return harness
        .graph()
        .mutate(BranchName.MAIN, Mutation.of(statements), CommitOptions.ANONYMOUS);
  }

  private Snapshot snapshot() {
    return harness.graph().snapshot(BranchName.MAIN);
  }

  private long pin(TypeKey type) {
    return snapshot().table(type).version();
  }

  @BeforeEach
  void prepare() {
    mutate(
        insert(PERSON, "name", "ada", "age", 20),
        insert(PERSON, "name", "bob", "age", 40),
        insert(PERSON, "name", "eve", "age", 60),
        insert(PERSON, "name", "zoe"),
        insert(COMPANY, "name", "acme", "city", "Bern"),
        insert(KNOWS, "from", "ada", "to", "bob", "since", 1),
        insert(KNOWS, "from", "bob", "to", "eve", "since", 2),
        insert(KNOWS, "from", "bob", "to", "bob", "since", 3),
        insert(KNOWS, "from", "zoe", "to", "ada", "since", 4),
        insert(WORKS_AT, "from", "bob", "to", "acme"));
  }

  @Test
  @Tag("W-013")
  void aDeleteWithoutAMatchMakesNoCommit() {
    Snapshot before = snapshot();
    Mutated done = mutate(delete(PERSON, eq("name", "nobody")));
    assertThat(done.affected()).isEqualTo(Affected.NOTHING);
    assertThat(done.receipt().commit()).isEmpty();
    assertThat(snapshot()).isEqualTo(before);
    try (RawTables raw = new RawTables(harness.directory())) {
      assertThat(raw.newest(before.table(PERSON).ref())).isEqualTo(before.table(PERSON).version());
    }
  }

  @Test
  @Tag("W-020")
  void aNodeTakesTheEdgesAtBothItsEndsAlong() {
    Snapshot before = snapshot();
    Mutated done = mutate(delete(PERSON, eq("name", "bob")));
    assertThat(done.affected()).isEqualTo(new Affected(1, 4));
    assertThat(done.receipt().deleted()).isEqualTo(Map.of(PERSON, 1L, KNOWS, 3L, WORKS_AT, 1L));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "eve", "zoe");
    assertThat(harness.rows(KNOWS).values()).extracting("since").containsExactly(4L);
    assertThat(harness.rows(WORKS_AT)).isEmpty();
    assertThat(snapshot().manifestVersion()).isEqualTo(before.manifestVersion() + 1);
    for (TypeKey type : List.of(PERSON, KNOWS, WORKS_AT)) {
      assertThat(pin(type)).isEqualTo(before.table(type).version() + 1);
    }
    assertThat(pin(COMPANY)).isEqualTo(before.table(COMPANY).version());
  }

  @Test
  @Tag("W-021")
  void withoutIncidentEdgesTheEdgeTablesAreNotTouched() {
    mutate(insert(PERSON, "name", "lone"));
    Snapshot before = snapshot();
    assertThat(mutate(delete(PERSON, eq("name", "lone"))).affected()).isEqualTo(new Affected(1, 0));
    for (TypeKey type : List.of(KNOWS, WORKS_AT)) {
      assertThat(snapshot().table(type)).isEqualTo(before.table(type));
      try (RawTables raw = new RawTables(harness.directory())) {
        assertThat(raw.newest(before.table(type).ref())).isEqualTo(before.table(type).version());
      }
    }
  }

  @Test
  @Tag("W-022")
  @Tag("W-025")
  void deletesThatOverlapCountEveryRowOnce() {
    long before = pin(PERSON);
    Mutated done = mutate(delete(PERSON, gt("age", 30)), delete(PERSON, gt("age", 10)));
    assertThat(done.statements()).containsExactly(new Affected(2, 4), new Affected(1, 1));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("zoe");
    assertThat(harness.rows(KNOWS)).isEmpty();
    assertThat(pin(PERSON)).isEqualTo(before + 1);
  }

  @Test
  @Tag("W-023")
  void aNullInAnEarlierPredicateHidesNoRow() {
    Mutated done = mutate(delete(PERSON, gt("age", 30)), delete(PERSON, eq("name", "zoe")));
    assertThat(done.statements()).containsExactly(new Affected(2, 4), new Affected(1, 1));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(KNOWS)).isEmpty();
  }

  @Test
  @Tag("W-024")
  void aCascadeAndADeleteOfEdgesAreOneVersion() {
    long before = pin(KNOWS);
    Mutated done = mutate(delete(PERSON, eq("name", "eve")), delete(KNOWS, eq("since", 4)));
    assertThat(done.statements()).containsExactly(new Affected(1, 1), new Affected(0, 1));
    assertThat(harness.rows(KNOWS).values()).extracting("since").containsExactlyInAnyOrder(1L, 3L);
    assertThat(pin(KNOWS)).isEqualTo(before + 1);
    Mutated again = mutate(delete(KNOWS, eq("since", 3)), delete(PERSON, eq("name", "bob")));
    assertThat(again.statements()).containsExactly(new Affected(0, 1), new Affected(1, 2));
  }

  @Test
  @Tag("W-026")
  void fromAndToMeanTheEndsOfAnEdge() {
    assertThat(mutate(delete(KNOWS, eq("from", "bob"))).affected()).isEqualTo(new Affected(0, 2));
    assertThat(mutate(delete(KNOWS, eq("to", "bob"))).affected()).isEqualTo(new Affected(0, 1));
    assertThat(harness.rows(KNOWS).values()).extracting("src").containsExactly("zoe");
    assertThat(harness.rows(PERSON)).hasSize(4);
  }

  @Test
  @Tag("K-019")
  void aFragmentThatLosesAllItsRowsGoesAway() {
    mutate(insert(PERSON, "name", "kim"));
    int before = fragments();
    mutate(delete(PERSON, eq("name", "kim")));
    assertThat(fragments()).isEqualTo(before - 1);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "zoe");
    mutate(delete(PERSON, Predicate.TRUE));
    assertThat(fragments()).isZero();
    assertThat(harness.rows(PERSON)).isEmpty();
    assertThat(harness.rows(KNOWS)).isEmpty();
    mutate(insert(PERSON, "name", "kim"));
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("kim");
  }

  private int fragments() {
    try (TableSnapshot table = harness.graph().open(snapshot(), PERSON)) {
      return table.fragments().size();
    }
  }

  @Test
  void manyNodesAndTheirEdgesGoTogether() {
    List<Statement> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(insert(PERSON, "name", "p" + i, "age", 100));
      many.add(insert(KNOWS, "from", "p" + i, "to", i % 2 == 0 ? "ada" : "p" + i, "since", i));
    }
    mutate(many.toArray(new Statement[0]));
    assertThat(mutate(delete(PERSON, eq("age", 100))).affected()).isEqualTo(new Affected(300, 300));
    assertThat(harness.rows(PERSON)).hasSize(4);
    assertThat(harness.rows(KNOWS)).hasSize(4);
  }

  @Test
  void rowsAreDeletedByTheirIdsToo() {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      assertThat(staging.deleteIds(PERSON, List.of("ada", "nobody", "ada")))
          .isEqualTo(new Affected(1, 2));
      assertThat(staging.deleteIds(PERSON, List.of("ada"))).isEqualTo(Affected.NOTHING);
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("bob", "eve", "zoe");
    assertThat(harness.rows(KNOWS)).hasSize(2);
  }

  @Test
  void aStagingDeletesOrWrites() {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      staging.delete(PERSON, eq("name", "ada"));
      assertThatThrownBy(() -> staging.rows(COMPANY, WriteMode.INSERT))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("split into separate mutations");
    }
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      staging.update(COMPANY, eq("name", "acme"), Statements.values("city", "Biel"), row -> "");
      assertThatThrownBy(() -> staging.deleteIds(PERSON, List.of("ada")))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("split into separate mutations");
    }
  }

  @Test
  void whatWasOpenedAndHasNoRowsDoesNotCount() {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      staging.rows(COMPANY, WriteMode.INSERT);
      staging.update(COMPANY, eq("name", "none"), Statements.values("city", "Biel"), row -> "");
      assertThat(staging.deleteIds(PERSON, List.of("ada"))).isEqualTo(new Affected(1, 2));
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("bob", "eve", "zoe");
  }

  @Test
  void whatAPredicateCannotBeIsSaid() {
    assertThatThrownBy(() -> mutate(delete(TypeKey.node("Nobody"), Predicate.TRUE)))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("Nobody");
    assertThatThrownBy(() -> mutate(delete(PERSON, eq("age", "old"))))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'age' of Person is I32");
    assertThatThrownBy(() -> mutate(delete(PERSON, eq("from", "ada"))))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'from'");
    assertThatThrownBy(
            () -> mutate(delete(PERSON, new Predicate.In("age", List.of(literal(1L << 40))))))
        .isInstanceOf(InvalidRequest.class);
  }
}

package org.omnigraph.engine.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.StagingFixture;
import org.omnigraph.engine.pending.TestBatch;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.ScanRequest;

/** A change set is let through or refused as a whole, with the first violation. */
class ValidatorTest {
  private static final String SCHEMA =
      """
      node Person {
        name: String @key
        email: String? @unique
        born: Date? @unique
        member: Bool?
        score: F64? @unique
        a: String?
        b: String?
        @unique(a, b)
      }
      node Team { title: String }
      node Place {
        country: String
        code: I32
        @key(country, code)
      }
      edge Knows: Person -> Person { @unique(src, dst) }
      edge LivesIn: Person -> Place @card(0..1)
      edge Owns: Person -> Team @card(2..3)
      edge Leads: Person -> Team @card(1..1)
      """;

  @TempDir Path root;
  StagingFixture graph;

  @BeforeEach
  void open() {
    graph = new StagingFixture(root, SCHEMA);
    graph.limitState(stateLimit());
  }

  /** What the validation of a change may take. */
  long stateLimit() {
    return Long.MAX_VALUE;
  }

  @AfterEach
  void close() {
    graph.close();
  }

  private TestBatch people(String... names) {
    return graph.batch().text("name", names);
  }

  private TestBatch edges(String src, String dst) {
    return graph.batch().text("src", src).text("dst", dst);
  }

  private TestBatch edges(String id, String src, String dst) {
    return graph.batch().text("id", id).text("src", src).text("dst", dst);
  }

  private MutationStaging staging() {
    return graph.staging(Budget.KEYED);
  }

  private void refuses(MutationStaging staging, String message) {
    assertThatThrownBy(() -> graph.validate(staging))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage(message);
  }

  private void accepts(MutationStaging staging) {
    assertThatCode(() -> graph.validate(staging)).doesNotThrowAnyException();
  }

  // ---- keys and ids

  @ParameterizedTest
  @EnumSource(WriteMode.class)
  @Tag("L-018")
  void aKeyTwiceInOneInputIsRefusedInEveryMode(WriteMode mode) {
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", mode, people("ada", "bob", "ada"));
      refuses(
          staging,
          "Person.csv row 3: @unique violation on Person.name: value 'ada' held by 'ada' and 'ada'"
              + " (first at Person.csv row 1)");
    }
  }

  @Test
  @Tag("L-018")
  void aCompositeKeyTwiceNamesAllItsColumns() {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "node:Place",
          WriteMode.INSERT,
          graph.batch().text("country", "UK", "UK").ints("code", 1, 1));
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("@unique violation on Place.(c")
          .hasMessageContaining("row 2")
          .hasMessageContaining("UK");
    }
  }

  @Test
  void aKeyInTwoUpsertsIsTheSameRow() {
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("ada").text("email", "old"));
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("ada").text("email", "new"));
      accepts(staging);
      assertThat(graph.rows(staging, "node:Person")).hasSize(1).first().asList().contains("new");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = WriteMode.class,
      names = {"INSERT", "REPLACE"})
  @Tag("L-017")
  void anIdTwiceIsRefused(WriteMode mode) {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "node:Team",
          mode,
          graph.batch().text("id", "t", "t").text("title", "one", "two"));
      refuses(
          staging,
          "Team.csv row 2: node Team has the id 't' a second time (first at Team.csv row 1)");
    }
  }

  @Test
  @Tag("L-019")
  void theLastOfTwoUpsertedEdgesWithOneIdWins() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Place", graph.batch().text("country", "UK", "DE").ints("code", 1, 2));
    try (MutationStaging staging = staging()) {
      String uk = id("node:Place", 0);
      String de = id("node:Place", 1);
      graph.add(
          staging,
          "edge:LivesIn",
          WriteMode.UPSERT,
          graph.batch().text("id", "e", "e").text("src", "ada", "ada").text("dst", uk, de));
      accepts(staging);
      assertThat(graph.rows(staging, "edge:LivesIn")).hasSize(1).first().asList().contains(de);
    }
  }

  private String id(String key, int row) {
    try (var table = graph.tables.open(graph.table(key));
        var reader = table.scan(ScanRequest.of(List.of("id")), graph.allocator)) {
      reader.loadNextBatch();
      return reader.getVectorSchemaRoot().getVector(0).getObject(row).toString();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  @Tag("L-002")
  void aStrictInsertOfACommittedIdIsAKeyConflict() {
    graph.commit("node:Person", people("ada", "bob"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("cy", "bob", "ada"));
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOfSatisfying(
              KeyConflict.class,
              e -> {
                assertThat(e.id()).contains("bob");
                assertThat(e).hasMessageContaining("(Person.csv row 2)");
              });
    }
  }

  @Test
  @Tag("L-002")
  void aStrictInsertOfManyIdsStreamsTheCommittedOnes() {
    String[] names = new String[500];
    Arrays.setAll(names, i -> "p" + i);
    graph.commit("node:Person", people("ada", "p499"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people(names));
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOfSatisfying(KeyConflict.class, e -> assertThat(e.id()).contains("p499"));
    }
  }

  @Test
  @Tag("L-004")
  void anUpsertOfACommittedIdPasses() {
    graph.commit("node:Person", people("ada").text("email", "a@x"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("ada", "bob"));
      accepts(staging);
    }
  }

  // ---- unique groups

  @Test
  @Tag("V-009")
  void aUniqueValueTwiceInTheInputIsRefused() {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging, "node:Person", WriteMode.INSERT, people("ada", "bob").text("email", "x", "x"));
      refuses(
          staging,
          "Person.csv row 2: @unique violation on Person.email: value 'x' held by 'ada' and 'bob'"
              + " (first at Person.csv row 1)");
    }
  }

  @Test
  @Tag("V-009")
  void aStreamedInputNamesBothHoldersToo() {
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(
          staging,
          "node:Person",
          WriteMode.REPLACE,
          people("ada", "eve", "bob").text("email", "x", "y", "x"));
      refuses(
          staging,
          "Person.csv row 3: @unique violation on Person.email: value 'x' held by 'ada' and 'bob'"
              + " (first at Person.csv row 1)");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = WriteMode.class,
      names = {"INSERT", "UPSERT"})
  @Tag("V-010")
  @Tag("V-011")
  void aUniqueValueOfACommittedRowIsRefused(WriteMode mode) {
    graph.commit("node:Person", people("ada").text("email", "x"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", mode, people("bob", "eve").text("email", "y", "x"));
      refuses(
          staging,
          "Person.csv row 2: @unique violation on Person.email: value 'x' held by 'ada' and 'eve'");
    }
  }

  @Test
  @Tag("V-012")
  void datesAndFloatsAreComparedByValue() {
    graph.commit("node:Person", people("ada").days("born", 12).doubles("score", 0.0));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("bob").days("born", 12));
      refuses(
          staging,
          "Person.csv row 1: @unique violation on Person.born: value '12' held by 'ada' and 'bob'");
    }
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("bob").doubles("score", -0.0));
      refuses(
          staging,
          "Person.csv row 1: @unique violation on Person.score: value '0' held by 'ada' and 'bob'");
    }
  }

  @Test
  @Tag("V-013")
  void aCompositeGroupIsATupleAndNamesAllColumns() {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "node:Person",
          WriteMode.INSERT,
          people("ada", "bob", "eve").text("a", "1", "1", "1").text("b", "x", "y", "x"));
      refuses(
          staging,
          "Person.csv row 3: @unique violation on Person.(a, b): value (1, x) held by 'ada' and 'eve'"
              + " (first at Person.csv row 1)");
    }
  }

  @Test
  @Tag("V-014")
  void noSeparatorCanBeForged() {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "node:Person",
          WriteMode.INSERT,
          people("ada", "bob").text("a", "x|y", "x").text("b", "z", "y|z"));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-015")
  void aNullPartExempts() {
    graph.commit("node:Person", people("zoe").text("a", "1"));
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "node:Person",
          WriteMode.INSERT,
          people("ada", "bob").text("a", "1", "1").text("b", null, null));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-016")
  void theRowsOwnCommittedImageIsNoDuplicate() {
    graph.commit("node:Person", people("ada").text("email", "x"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("ada").text("email", "x"));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-017")
  void aValueFreedAndReusedInOneChangePasses() {
    graph.commit("node:Person", people("ada").text("email", "x"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("ada").text("email", "y"));
      graph.add(staging, "node:Person", WriteMode.UPSERT, people("bob").text("email", "x"));
      accepts(staging);
    }
  }

  @Test
  void aTupleThatOneUpsertRepeatsIsRefusedEvenWhenOnlyOneRowIsLeft() {
    graph.commit("node:Person", people("ada", "bob"));
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "edge:Knows",
          WriteMode.UPSERT,
          graph.batch().text("id", "e", "e").text("src", "ada", "ada").text("dst", "bob", "bob"));
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining(
              "Knows.csv row 2: @unique violation on Knows.(dst, src): value (bob, ada)");
    }
  }

  @Test
  void aReplacedTypeIsNotComparedWithItsCommittedRows() {
    graph.commit("node:Person", people("ada").text("email", "x"));
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("bob").text("email", "x"));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-011")
  void manyTuplesAreComparedWithCommittedOnesToo() {
    String[] names = new String[300];
    Arrays.setAll(names, i -> "p" + i);
    graph.commit("node:Person", people("ada").text("email", "p200"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people(names).text("email", names));
      refuses(
          staging,
          "Person.csv row 201: @unique violation on Person.email: value 'p200' held by 'ada' and"
              + " 'p200'");
    }
  }

  @Test
  void aCommittedParallelEdgeBreaksItsUniqueEnds() {
    graph.commit("node:Person", people("ada", "bob"));
    graph.commit("edge:Knows", edges("k", "ada", "bob"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:Knows", WriteMode.INSERT, edges("bob", "ada"));
      accepts(staging);
      graph.add(staging, "edge:Knows", WriteMode.INSERT, edges("k2", "ada", "bob"));
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("value (bob, ada) held by 'k' and 'k2'");
    }
  }

  // ---- end points

  @Test
  @Tag("V-019")
  void aMissingEndPointIsNamedWithEndIdAndType() {
    graph.commit("node:Person", people("ada"));
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "edge:Knows",
          WriteMode.INSERT,
          row -> "first.jsonl line " + (812 + row),
          edges("ada", "XXX"));
      refuses(staging, "first.jsonl line 812: edge Knows.dst 'XXX' not found in Person");
    }
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:Knows", WriteMode.INSERT, edges("YYY", "XXX"));
      refuses(staging, "Knows.csv row 1: edge Knows.src 'YYY' not found in Person");
    }
  }

  @Test
  @Tag("V-020")
  void anEndPointOfAnotherTypeIsMissing() {
    graph.commit("node:Person", people("ada", "bob"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:LivesIn", WriteMode.INSERT, edges("ada", "bob"));
      refuses(staging, "LivesIn.csv row 1: edge LivesIn.dst 'bob' not found in Place");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nodesMayComeBeforeOrAfterTheirEdges(boolean nodesFirst) {
    for (Budget budget : new Budget[] {Budget.KEYED, Budget.STREAM}) {
      WriteMode mode = budget.equals(Budget.STREAM) ? WriteMode.REPLACE : WriteMode.INSERT;
      try (MutationStaging staging = graph.staging(budget)) {
        if (nodesFirst) {
          graph.add(staging, "node:Person", mode, people("ada", "bob"));
        }
        graph.add(staging, "edge:Knows", mode, edges("ada", "bob"));
        if (!nodesFirst) {
          graph.add(staging, "node:Person", mode, people("ada", "bob"));
        }
        accepts(staging);
      }
    }
  }

  @Test
  @Tag("L-008")
  void aReplacementIsCheckedAgainstTheNewImage() {
    graph.commit("node:Person", people("ada", "bob"));
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("ada"));
      graph.add(staging, "edge:Knows", WriteMode.REPLACE, edges("ada", "bob"));
      refuses(staging, "Knows.csv row 1: edge Knows.dst 'bob' not found in Person");
    }
  }

  @Test
  @Tag("L-009")
  void aReplacementThatStrandsARetainedEdgeIsRefused() {
    graph.commit("node:Person", people("ada", "bob"));
    graph.commit("edge:Knows", edges("k", "ada", "bob"));
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("ada"));
      refuses(
          staging,
          "edge Knows.dst 'bob' not found in Person after this change, but the committed edge 'k'"
              + " still refers to it; write Knows too, or keep the node");
    }
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("ada", "bob", "eve"));
      accepts(staging);
    }
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("ada"));
      graph.add(staging, "edge:Knows", WriteMode.REPLACE, edges("ada", "ada"));
      accepts(staging);
    }
  }

  @Test
  void deletedNodesDoNotExistAndMayNotStrandEdges() {
    graph.commit("node:Person", people("ada", "bob"));
    graph.commit("edge:Knows", edges("k", "ada", "bob"));
    try (MutationStaging staging = staging()) {
      refuses(
          staging,
          changes(staging, "node:Person", "bob"),
          "edge Knows.dst 'bob' not found in Person after this change");
      graph.add(staging, "edge:Knows", WriteMode.UPSERT, edges("k", "ada", "ada"));
      accepts(staging, changes(staging, "node:Person", "bob"));
    }
  }

  // ---- cardinality

  @Test
  @Tag("V-021")
  void oneEdgeTooManyIsRefused() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Place", graph.batch().text("country", "UK", "DE").ints("code", 1, 2));
    String uk = id("node:Place", 0);
    String de = id("node:Place", 1);
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "edge:LivesIn",
          WriteMode.INSERT,
          graph.batch().text("src", "ada", "ada").text("dst", uk, de));
      refuses(
          staging,
          "LivesIn.csv row 2: @card violation on edge LivesIn: source 'ada' has 2 edges (max 1)");
    }
  }

  @Test
  @Tag("V-021")
  @Tag("V-027")
  void committedEdgesCountToo() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Place", graph.batch().text("country", "UK", "DE").ints("code", 1, 2));
    graph.commit("edge:LivesIn", edges("l", "ada", id("node:Place", 0)));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:LivesIn", WriteMode.INSERT, edges("ada", id("node:Place", 1)));
      refuses(
          staging,
          "LivesIn.csv row 1: @card violation on edge LivesIn: source 'ada' has 2 edges (max 1)");
    }
  }

  @Test
  @Tag("V-028")
  void anUpdatedEdgeIsNotCountedTwice() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Place", graph.batch().text("country", "UK", "DE").ints("code", 1, 2));
    graph.commit("edge:LivesIn", edges("l", "ada", id("node:Place", 0)));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:LivesIn", WriteMode.UPSERT, edges("l", "ada", id("node:Place", 1)));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-022")
  void tooFewEdgesAreRefused() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Team", graph.batch().text("id", "t", "u").text("title", "one", "two"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:Owns", WriteMode.INSERT, edges("ada", "t"));
      refuses(
          staging, "Owns.csv row 1: @card violation on edge Owns: source 'ada' has 1 edge (min 2)");
    }
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "edge:Owns",
          WriteMode.INSERT,
          graph.batch().text("src", "ada", "ada").text("dst", "t", "u"));
      accepts(staging);
    }
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("bob"));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-024")
  void movingAnEdgeCountsItsOldSourceAgain() {
    graph.commit("node:Person", people("ada", "bob"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:Leads", WriteMode.UPSERT, edges("l", "bob", "t"));
      refuses(staging, "@card violation on edge Leads: source 'ada' has 0 edges (min 1)");
    }
  }

  @Test
  @Tag("V-024")
  void movingAnEdgeToANewNodeCountsItsOldSourceAgain() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("bob"));
      graph.add(staging, "edge:Leads", WriteMode.UPSERT, edges("l", "bob", "t"));
      refuses(staging, "@card violation on edge Leads: source 'ada' has 0 edges (min 1)");
    }
  }

  @Test
  void ofSourcesWithTooFewEdgesTheFirstRowIsNamed() {
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    try (MutationStaging staging = staging()) {
      graph.add(
          staging,
          "edge:Owns",
          WriteMode.INSERT,
          graph.batch().text("src", "zoe", "bob", "ada").text("dst", "t", "t", "t"));
      graph.add(staging, "node:Person", WriteMode.INSERT, people("ada", "bob", "zoe"));
      refuses(
          staging, "Owns.csv row 1: @card violation on edge Owns: source 'zoe' has 1 edge (min 2)");
    }
  }

  @Test
  @Tag("L-010")
  void aReplacedEdgeTypeMayNotLeaveASourceWithoutItsEdge() {
    graph.commit("node:Person", people("ada", "bob"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "edge:Leads", WriteMode.REPLACE, edges("bob", "t"));
      refuses(staging, "@card violation on edge Leads: source 'ada' has 0 edges (min 1)");
    }
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Person", WriteMode.REPLACE, people("bob"));
      graph.add(staging, "edge:Leads", WriteMode.REPLACE, edges("bob", "t"));
      accepts(staging);
    }
  }

  @Test
  @Tag("V-023")
  void deletingBelowTheMinimumIsRefused() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = staging()) {
      refuses(
          staging,
          changes(staging, "edge:Leads", "l"),
          "@card violation on edge Leads: source 'ada' has 0 edges (min 1)");
    }
  }

  @Test
  @Tag("V-026")
  void aDeletedSourceIsNotCounted() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = staging()) {
      ChangeSet both = changes(staging, "edge:Leads", "l");
      both.changes().putAll(changes(staging, "node:Person", "ada").changes());
      accepts(staging, both);
    }
  }

  @Test
  @Tag("V-025")
  void aCascadeCountsTheSourcesOfTheEdgesThatGo() {
    graph.commit("node:Person", people("ada"));
    graph.commit("node:Team", graph.batch().text("id", "t").text("title", "one"));
    graph.commit("edge:Leads", edges("l", "ada", "t"));
    try (MutationStaging staging = staging()) {
      ChangeSet both = changes(staging, "node:Team", "t");
      both.changes().putAll(changes(staging, "edge:Leads", "l").changes());
      refuses(staging, both, "@card violation on edge Leads: source 'ada' has 0 edges (min 1)");
    }
  }

  @Test
  @Tag("V-018")
  void aValueFreedByADeleteMayBeTaken() {
    graph.commit("node:Person", people("ada").text("email", "x"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "node:Person", WriteMode.INSERT, people("bob").text("email", "x"));
      assertThatThrownBy(() -> graph.validate(staging)).hasMessageContaining("@unique violation");
      ChangeSet freed = staging.changeSet();
      ChangeSet.TypeChange change = freed.of(TypeKey.node("Person")).orElseThrow();
      freed
          .changes()
          .put(
              TypeKey.node("Person"),
              new ChangeSet.TypeChange(change.type(), change.mode(), change.rows(), Set.of("ada")));
      accepts(staging, freed);
    }
  }

  // ---- order

  @Test
  @Tag("V-030")
  @Tag("V-031")
  void theFirstViolationIsThatOfNodesAndOfThemWhatIsThereAlready() {
    graph.commit("node:Person", people("ada"));
    try (MutationStaging staging = staging()) {
      graph.add(staging, "edge:Knows", WriteMode.INSERT, edges("ada", "nobody"));
      graph.add(
          staging, "node:Person", WriteMode.INSERT, people("cyd", "bob").text("email", "x", "x"));
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> graph.validate(staging))
            .hasMessageContaining("@unique violation on Person.email");
      }
    }
    try (MutationStaging staging = staging()) {
      graph.add(
          staging, "node:Person", WriteMode.INSERT, people("ada", "bob").text("email", "x", "x"));
      graph.add(staging, "edge:Knows", WriteMode.INSERT, edges("ada", "nobody"));
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> graph.validate(staging))
            .isInstanceOf(KeyConflict.class)
            .hasMessageContaining("already has id 'ada'");
      }
    }
  }

  @Test
  void aNewerBaseIsCheckedAnew() {
    try (MutationStaging staging = staging()) {
      graph.add(
          staging, "node:Team", WriteMode.INSERT, graph.batch().text("id", "t").text("title", "x"));
      accepts(staging);
      accepts(staging);
    }
  }

  // ---- changes with deletions, which no staging makes yet

  private ChangeSet changes(MutationStaging staging, String key, String deleted) {
    ChangeSet staged = staging.changeSet();
    TreeMap<TypeKey, ChangeSet.TypeChange> changes = new TreeMap<>(staged.changes());
    changes.put(
        TypeKey.parse(key),
        new ChangeSet.TypeChange(
            graph.type(key),
            WriteMode.UPSERT,
            new ChangeSet.Rows.InMemory(List.of(), 0),
            Set.of(deleted)));
    return new ChangeSet(staged.base(), changes, staged.facts());
  }

  private void refuses(MutationStaging staging, ChangeSet changes, String message) {
    assertThatThrownBy(() -> validator().validate(changes, staging.base()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(message);
  }

  private void accepts(MutationStaging staging, ChangeSet changes) {
    assertThatCode(() -> validator().validate(changes, staging.base())).doesNotThrowAnyException();
  }

  private Validator validator() {
    return new Validator(graph.schema, graph.tables, graph.allocator);
  }
}

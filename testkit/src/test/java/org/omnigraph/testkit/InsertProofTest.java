package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableTransaction;
import org.omnigraph.engine.table.TransactionId;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.IdDigest;
import org.omnigraph.engine.write.InsertProof;

/** What strict inserts, and only they, leave in the transactions of their tables. */
class InsertProofTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private TableTransaction last(BranchName branch, TypeKey type) {
    TableEntry entry = harness.graph().snapshot(branch).table(type);
    try (ForeignPublisher storage = new ForeignPublisher(harness.directory())) {
      return storage.tables().transactionOf(entry.ref()).orElseThrow();
    }
  }

  private Optional<InsertProof> proof(TypeKey type) {
    return InsertProof.of(last(BranchName.MAIN, type));
  }

  private static String digest(Iterable<String> ids) {
    IdDigest digest = new IdDigest();
    ids.forEach(id -> digest.add(id.getBytes(StandardCharsets.UTF_8)));
    return digest.hex();
  }

  private void assertProves(BranchName branch, TypeKey type, Iterable<String> ids, long rows) {
    TableTransaction transaction = last(branch, type);
    assertThat(InsertProof.of(transaction))
        .contains(
            new InsertProof(
                harness.graph().snapshot(branch).table(type).version() - 1,
                transaction.id().uuid(),
                rows,
                digest(ids)));
    assertThat(transaction.properties()).containsOnlyKeys("omnigraph.insert_proof");
  }

  @Test
  void aStrictInsertSaysWhatItAddedToWhichVersion() {
    harness.write(insert("bob", "ada"), knows("ada", "bob"));
    assertProves(BranchName.MAIN, PERSON, List.of("ada", "bob"), 2);
    assertProves(BranchName.MAIN, KNOWS, harness.rows(KNOWS).keySet(), 1);
    harness.write(insert("eve"));
    assertProves(BranchName.MAIN, PERSON, List.of("eve"), 1);
  }

  @Test
  void aFirstWriteToABranchSaysIt() {
    BranchName draft = BranchName.of("draft");
    harness.write(insert("ada"));
    harness.graph().createBranch(draft, BranchName.MAIN);
    harness.write(draft, insert("kim", "eve"));
    assertProves(draft, PERSON, List.of("eve", "kim"), 2);
  }

  @Test
  void rowsThatWaitedInFilesAreInItToo() {
    List<String> names = IntStream.range(0, 20_000).mapToObj(i -> "p" + i).toList();
    Graph graph = harness.graph();
    try (MutationStaging staging = graph.begin(BranchName.MAIN, Budget.BULK)) {
      for (int i = 0; i < 4; i++) {
        List<String> part = names.subList(i * 5_000, (i + 1) * 5_000);
        GraphHarness.stage(graph, staging, insert(part.toArray(String[]::new)));
      }
      graph.commit(staging, CommitOptions.ANONYMOUS);
    }
    assertProves(BranchName.MAIN, PERSON, names, 20_000);
  }

  @Test
  void anInsertThatWasPreparedAgainProvesTheVersionItLandedOn() {
    Graph graph = harness.graph();
    try (MutationStaging late = graph.begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(graph, late, insert("late"));
      harness.write(insert("early"));
      graph.commit(late, CommitOptions.ANONYMOUS);
    }
    assertProves(BranchName.MAIN, PERSON, List.of("late"), 1);
  }

  @Test
  @Tag("K-013")
  void nothingElseProvesAnythingAndNobodyWritesTheCertificateOfAnother() {
    harness.write(people(WriteMode.UPSERT, 1, "ada", "bob"));
    assertThat(proof(PERSON)).isEmpty();
    harness.write(people(WriteMode.UPSERT, 2, "bob", "eve"));
    assertThat(proof(PERSON)).isEmpty();
    harness.write(people(WriteMode.REPLACE, 3, "ada", "bob", "kim"));
    assertThat(proof(PERSON)).isEmpty();
    Deleting.delete(harness.graph(), BranchName.MAIN, Map.of(PERSON, Set.of("kim")));
    assertThat(proof(PERSON)).isEmpty();
    harness.write(insert("max"));
    assertThat(proof(PERSON)).isPresent();
    for (long version = 1; version <= table(PERSON).version(); version++) {
      assertThat(properties(version)).doesNotContain("omnigraph.insert_absence");
    }
  }

  private TableRef table(TypeKey type) {
    return harness.graph().snapshot(BranchName.MAIN).table(type).ref();
  }

  private List<String> properties(long version) {
    TableRef at = new TableRef(table(PERSON).path(), Optional.empty(), version);
    try (ForeignPublisher storage = new ForeignPublisher(harness.directory())) {
      return new ArrayList<>(
          storage.tables().transactionOf(at).orElseThrow().properties().keySet());
    }
  }

  @Test
  @Tag("K-016")
  void aProofInAnotherTransactionOrFormProvesNothing() {
    harness.write(insert("ada"));
    TableTransaction own = last(BranchName.MAIN, PERSON);
    TransactionId id = own.id();
    SortedMap<String, TableTransaction> others = new TreeMap<>();
    others.put("uuid", with(new TransactionId(id.readVersion(), "omnigraph-other"), own));
    others.put("version", with(new TransactionId(id.readVersion() + 1, id.uuid()), own));
    others.put(
        "operation", new TableTransaction(id, "Overwrite", OptionalLong.empty(), own.properties()));
    others.put(
        "form",
        new TableTransaction(
            id, "Update", OptionalLong.empty(), Map.of(InsertProof.PROPERTY, "v2")));
    assertThat(others).allSatisfy((what, other) -> assertThat(InsertProof.of(other)).isEmpty());
    assertThat(InsertProof.of(own)).isPresent();
  }

  private static TableTransaction with(TransactionId id, TableTransaction of) {
    return new TableTransaction(id, of.operation(), of.restored(), of.properties());
  }

  @Test
  void theDigestDependsOnTheIdsAndNotOnTheirOrder() {
    assertThat(digest(List.of("a", "b", "c"))).isEqualTo(digest(List.of("c", "a", "b")));
    assertThat(digest(List.of("a", "b"))).isNotEqualTo(digest(List.of("ab")));
    assertThat(digest(List.of("a"))).isNotEqualTo(digest(List.of("b"))).hasSize(64);
  }
}

package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;
import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.flight.quota.Quotas;
import org.omnigraph.query.running.RunningStatement;

class CommitWithoutMemoryTest {
  private static final Access EVERYTHING = Roles.none().of(Principal.ANONYMOUS);

  @TempDir Path dir;

  private final Transactions transactions =
      new Transactions(new ManualClock(), EVERYTHING, () -> {});

  @Test
  void aCommitThatFindsNoMemorySaysThatItsTransactionWasRolledBack() {
    String uri = dir.resolve("g").toString();
    Graph.init(uri, "node Person {\n    name: String @key\n}\n", GraphConfig.defaults()).close();
    try (RootAllocator memory = new RootAllocator();
        Graph graph = Graph.open(uri, GraphConfig.defaults(), memory)) {
      Optional<CommitId> head = graph.snapshot(BranchName.MAIN).commit();
      String id = transactions.begin();
      write(graph, id);
      memory.setLimit(memory.getAllocatedMemory());

      assertThatThrownBy(() -> transactions.commit(id, Optional.empty()))
          .isInstanceOf(FlightRuntimeException.class)
          .hasMessageContaining("--memory")
          .hasMessageContaining("was rolled back")
          .hasMessageContaining("from its beginning");
      assertThat(graph.snapshot(BranchName.MAIN).commit()).isEqualTo(head);

      memory.setLimit(Long.MAX_VALUE);
      transactions.rollback(id);
      String again = transactions.begin();
      write(graph, again);
      assertThat(transactions.commit(again, Optional.empty())).isPresent();
    }
  }

  private void write(Graph graph, String id) {
    Place place =
        new Place(
            new Graphs(Map.of("g", graph), EVERYTHING), "g", BranchName.MAIN, Optional.empty());
    transactions
        .open(id)
        .write(
            place,
            RunningStatement.unlisted(),
            new Quotas(PrincipalLimits.NONE).of(Principal.ANONYMOUS),
            CommitWithoutMemoryTest::aPerson);
  }

  private static long aPerson(MutationStaging staging) {
    try (RootAllocator memory = new RootAllocator();
        VarCharVector names = new VarCharVector("name", memory);
        VectorSchemaRoot batch = VectorSchemaRoot.of(names)) {
      names.setSafe(0, "Ada".getBytes(StandardCharsets.UTF_8));
      batch.setRowCount(1);
      RowSink rows = staging.rows(TypeKey.node("Person"), WriteMode.INSERT);
      rows.open(batch.getSchema());
      rows.add(batch, new MapDictionaryProvider(), RowPlaces.numbered("", 0));
      return rows.rows();
    }
  }
}

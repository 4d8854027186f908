package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.testkit.People.PERSON;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/**
 * Upserts beyond what is held in memory: rows are in files before it is known what they replace.
 */
class BulkUpsertTest {
  private static final int ROWS = 20_000;

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @Test
  void replacesWhatIsThereAndAddsTheRest() {
    write(WriteMode.INSERT, 0, ROWS, 1);
    Receipt receipt = write(WriteMode.UPSERT, ROWS / 2, ROWS, 2);
    assertThat(receipt.written()).isEqualTo(Map.of(PERSON, (long) ROWS));
    Map<String, Map<String, Object>> rows = harness.rows(PERSON);
    assertThat(rows).hasSize(ROWS + ROWS / 2);
    for (int i = 0; i < ROWS + ROWS / 2; i++) {
      assertThat(rows.get("p" + i)).containsEntry("age", i < ROWS / 2 ? 1 : 2);
    }
    assertThat(harness.graph().snapshot(BranchName.MAIN).table(PERSON).rowCount())
        .isEqualTo(ROWS + ROWS / 2);
  }

  private Receipt write(WriteMode mode, int from, int count, int age) {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.BULK)) {
      for (int first = from; first < from + count; first += 5_000) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = first; i < first + 5_000; i++) {
          rows.add(Map.of("name", "p" + i, "age", age));
        }
        GraphHarness.stage(
            harness.graph(), staging, new GraphHarness.Write(PERSON, mode, List.copyOf(rows)));
      }
      return harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
  }
}

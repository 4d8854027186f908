package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/** Strict inserts of more rows than a request holds in memory, into tables of as many. */
class BulkInsertTest {
  private static final int BATCH = 8_000;

  /** Arrow memory, whatever the number of rows. */
  private static final long MOST_BYTES = 192L << 20;

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @Test
  void isOneCommitAndChecksEveryIdAgainstWhatIsThere() {
    insertTwice(40_000);
  }

  @Test
  @Tag("soak")
  void aMillionRowsIntoATableOfAMillion() {
    insertTwice(1_000_000);
  }

  private void insertTwice(int rows) {
    write(0, rows);
    Receipt receipt = write(rows, rows);
    assertThat(receipt.written()).containsEntry(PERSON, (long) rows);
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    assertThat(before.table(PERSON).rowCount()).isEqualTo(2L * rows);
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(3);
    assertThatThrownBy(() -> write(2 * rows - 1, rows))
        .isInstanceOf(KeyConflict.class)
        .hasMessageContaining("'p" + (2 * rows - 1) + "'");
    assertThat(harness.graph().snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.graph().allocator().getPeakMemoryAllocation()).isLessThan(MOST_BYTES);
  }

  private Receipt write(int from, int count) {
    Graph graph = harness.graph();
    try (MutationStaging staging = graph.beginBulk(BranchName.MAIN)) {
      for (int first = from; first < from + count; first += BATCH) {
        GraphHarness.stage(
            graph,
            staging,
            insert(
                IntStream.range(first, Math.min(first + BATCH, from + count))
                    .mapToObj(i -> "p" + i)
                    .toArray(String[]::new)));
      }
      return graph.commit(staging, CommitOptions.ANONYMOUS);
    }
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness.Write;

/** Lance cannot open a data file by itself when it has two blob columns; writes do without. */
class TwoBlobsTest {
  private static final TypeKey PAGE = TypeKey.node("Page");
  private static final int MANY = 20_000;

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node Page {
            name: String @key
            front: Blob?
            back: Blob?
          }
          """);

  private static Write pages(WriteMode mode, int from, int count) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      rows.add(Map.of("name", "p" + i, "front", "base64:AQ==", "back", "base64:Ag=="));
    }
    return new Write(PAGE, mode, List.copyOf(rows));
  }

  private long rows() {
    return harness.graph().snapshot(BranchName.MAIN).table(PAGE).rowCount();
  }

  @Test
  void insertsAndUpsertsFollowEachOther() {
    for (int i = 0; i < 4; i++) {
      harness.write(pages(WriteMode.INSERT, 2 * i, 2));
    }
    harness.write(pages(WriteMode.UPSERT, 7, 2));
    harness.write(pages(WriteMode.UPSERT, 0, 1));
    harness.reopen();
    harness.write(pages(WriteMode.INSERT, 9, 2));
    harness.write(pages(WriteMode.INSERT, 11, 2));
    harness.write(pages(WriteMode.UPSERT, 0, 13));
    assertThat(rows()).isEqualTo(13);
  }

  @Test
  void manyRowsAreInsertedAtOnce() {
    try (MutationStaging staging = harness.graph().beginBulk(BranchName.MAIN)) {
      for (int i = 0; i < MANY; i += 2_000) {
        GraphHarness.stage(harness.graph(), staging, pages(WriteMode.INSERT, i, 2_000));
      }
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
    assertThat(rows()).isEqualTo(MANY);
  }

  @Test
  void manyRowsAreNotUpsertedAtOnce() {
    try (MutationStaging staging = harness.graph().beginBulk(BranchName.MAIN)) {
      Write many = pages(WriteMode.UPSERT, 0, 9_000);
      assertThatThrownBy(() -> GraphHarness.stage(harness.graph(), staging, many))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("several Blob properties");
    }
  }
}

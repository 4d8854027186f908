package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.testkit.GraphHarness.Write;

/** The bytes of blobs belong to the snapshot they are read from. */
class BlobSnapshotTest {
  private static final BranchName DRAFT = BranchName.of("draft");
  private static final TypeKey DOC = TypeKey.node("Doc");

  @RegisterExtension
  final GraphHarness harness = GraphHarness.onDisk("node Doc { name: String @key  body: Blob }");

  private static Write doc(WriteMode mode, String text) {
    String body =
        "base64:" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return new Write(DOC, mode, List.of(Map.of("name", "doc", "body", body)));
  }

  private List<String> bodies(TableSnapshot table) throws IOException {
    List<Long> rows = new ArrayList<>();
    ScanRequest ids = ScanRequest.of(List.of("id")).withRowId();
    try (ArrowReader reader = table.scan(ids, harness.graph().allocator())) {
      while (reader.loadNextBatch()) {
        UInt8Vector column =
            (UInt8Vector) reader.getVectorSchemaRoot().getVector(ScanRequest.ROW_ID);
        for (int row = 0; row < column.getValueCount(); row++) {
          rows.add(column.get(row));
        }
      }
    }
    return table.blobs("body", rows).stream()
        .map(bytes -> new String(bytes.orElseThrow(), StandardCharsets.UTF_8))
        .toList();
  }

  @Test
  @Tag("H-012")
  void aReaderKeepsItsBytesWhenTheBranchAdvances() throws IOException {
    harness.write(doc(WriteMode.INSERT, "first"));
    Graph graph = harness.graph();
    Snapshot before = graph.snapshot(BranchName.MAIN);
    try (TableSnapshot open = graph.open(before, DOC)) {
      harness.write(doc(WriteMode.UPSERT, "second"));
      assertThat(bodies(open)).containsExactly("first");
      harness.write(doc(WriteMode.REPLACE, "third"));
      assertThat(bodies(open)).containsExactly("first");
    }
    try (TableSnapshot again = graph.open(before, DOC);
        TableSnapshot now = graph.open(graph.snapshot(BranchName.MAIN), DOC)) {
      assertThat(bodies(again)).containsExactly("first");
      assertThat(bodies(now)).containsExactly("third");
    }
  }

  @Test
  @Tag("H-013")
  void aSnapshotOfADeletedBranchNeverGivesTheBytesOfTheNextOfItsName() throws IOException {
    Graph graph = harness.graph();
    graph.createBranch(DRAFT, BranchName.MAIN);
    harness.write(DRAFT, doc(WriteMode.INSERT, "old"));
    Snapshot captured = graph.snapshot(DRAFT);
    graph.deleteBranch(DRAFT);
    graph.createBranch(DRAFT, BranchName.MAIN);
    harness.write(DRAFT, doc(WriteMode.INSERT, "new"));
    assertThat(graph.snapshot(DRAFT).table(DOC).version()).isEqualTo(captured.table(DOC).version());
    assertThatThrownBy(() -> graph.open(captured, DOC).close()).isInstanceOf(NotFound.class);
    try (TableSnapshot now = graph.open(graph.snapshot(DRAFT), DOC)) {
      assertThat(bodies(now)).containsExactly("new");
    }
  }
}

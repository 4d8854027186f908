package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Statements.insert;
import static org.omnigraph.testkit.Statements.update;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.ExternalBlobUnavailable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.ValueRow;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.CommitOptions;

/** An update of other properties carries blobs, and reads only those of rows that match. */
class MutationBlobTest {
  private static final TypeKey FILE = TypeKey.node("File");

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node File {
            name: String @key
            label: String?
            content: Blob?
            thumbnail: Blob?
          }
          """);

  private void mutate(Statement... statements) {
    harness.graph().mutate(BranchName.MAIN, Mutation.of(statements), CommitOptions.ANONYMOUS);
  }

  private static byte[] bytes(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** A column of blobs by file name. */
  private Map<String, Optional<byte[]>> blobs(String column) {
    Snapshot snapshot = harness.graph().snapshot(BranchName.MAIN);
    List<String> names = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    try (TableSnapshot table = harness.graph().open(snapshot, FILE)) {
      try (ArrowReader reader =
          table.scan(ScanRequest.of(List.of("name")).withRowId(), harness.graph().allocator())) {
        while (reader.loadNextBatch()) {
          VarCharVector name = (VarCharVector) reader.getVectorSchemaRoot().getVector(0);
          UInt8Vector row = (UInt8Vector) reader.getVectorSchemaRoot().getVector(1);
          for (int i = 0; i < reader.getVectorSchemaRoot().getRowCount(); i++) {
            names.add(String.valueOf(name.getObject(i)));
            rows.add(row.get(i));
          }
        }
      }
      List<Optional<byte[]>> contents = table.blobs(column, rows);
      Map<String, Optional<byte[]>> byName = new TreeMap<>();
      for (int i = 0; i < names.size(); i++) {
        byName.put(names.get(i), contents.get(i));
      }
      return byName;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  @Tag("W-034")
  void blobsStayWhenOtherPropertiesChange() {
    byte[] small = bytes(1, 100);
    byte[] large = bytes(2, 3 << 20);
    mutate(
        insert(FILE, "name", "a", "label", "x", "content", small, "thumbnail", large),
        insert(FILE, "name", "b", "label", "x"),
        insert(FILE, "name", "c", "label", "y", "content", large));
    for (String kind : List.of("x", "z")) {
      mutate(update(FILE, eq("label", kind), "label", "z"));
      assertThat(blobs("content").get("a")).hasValueSatisfying(b -> assertThat(b).isEqualTo(small));
      assertThat(blobs("thumbnail").get("a"))
          .hasValueSatisfying(b -> assertThat(b).isEqualTo(large));
      assertThat(blobs("content").get("b")).isEmpty();
      assertThat(blobs("content").get("c")).hasValueSatisfying(b -> assertThat(b).isEqualTo(large));
    }
    mutate(update(FILE, eq("name", "a"), "content", large, "label", "w"));
    assertThat(blobs("content").get("a")).hasValueSatisfying(b -> assertThat(b).isEqualTo(large));
    assertThat(blobs("thumbnail").get("a")).hasValueSatisfying(b -> assertThat(b).isEqualTo(large));
    mutate(update(FILE, eq("name", "a"), "content", null));
    assertThat(blobs("content").get("a")).isEmpty();
    assertThat(harness.rows(FILE).get("a")).containsEntry("label", "w");
  }

  @Test
  @Tag("W-035")
  void anInsertAndAnUpdateOfItAreOneRowWithItsBlobs() {
    byte[] content = bytes(3, 1000);
    mutate(
        insert(FILE, "name", "a", "label", "x", "content", content),
        update(FILE, eq("label", "x"), "label", "y"),
        update(FILE, eq("label", "y"), "thumbnail", "tiny".getBytes(StandardCharsets.UTF_8)));
    assertThat(harness.rows(FILE)).hasSize(1);
    assertThat(harness.rows(FILE).get("a")).containsEntry("label", "y");
    assertThat(blobs("content").get("a")).hasValueSatisfying(b -> assertThat(b).isEqualTo(content));
    assertThat(blobs("thumbnail").get("a")).hasValueSatisfying(b -> assertThat(b).hasSize(4));
  }

  @Test
  @Tag("W-033")
  void aBlobThatIsTooLargeIsRefusedBeforeItIsRead() throws IOException {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.BULK)) {
      RowSink sink = staging.rows(FILE, WriteMode.REPLACE);
      try (VectorSchemaRoot row =
          ValueRow.of(
              Statements.values("name", "big", "label", "x", "content", bytes(4, 40 << 20)),
              harness.graph().allocator())) {
        sink.open(row.getSchema());
        sink.add(row, new DictionaryProvider.MapDictionaryProvider(), place -> "a row");
      }
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
    mutate(insert(FILE, "name", "small", "label", "y", "content", bytes(5, 10)));
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    harness.reopen();
    // Reading a byte of it would fail now.
    try (Stream<Path> files = Files.walk(harness.directory())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".blob")).toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> mutate(update(FILE, eq("label", "x"), "label", "z")))
        .isInstanceOfSatisfying(
            ResourceLimitExceeded.class,
            refused -> {
              assertThat(refused.limit()).isEqualTo(32L << 20);
              assertThat(refused.actual()).isGreaterThan(40L << 20);
            });
    assertThat(harness.graph().snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("W-036")
  void aReferenceThatIsReplacedInTheSameMutationIsNotFollowed(@TempDir Path allowed)
      throws IOException {
    String gone = allowed.resolve("gone").toUri().toString();
    String there = Files.writeString(allowed.resolve("there"), "there").toUri().toString();
    harness.reopen(
        GraphConfig.defaults().allowing(new BlobPolicy(List.of(allowed.toUri().toString()))));
    mutate(
        insert(FILE, "name", "a", "label", "x", "content", gone),
        update(FILE, eq("name", "a"), "content", there),
        update(FILE, eq("name", "a"), "label", "y"));
    assertThat(blobs("content").get("a")).hasValueSatisfying(b -> assertThat(b).hasSize(5));
    assertThatThrownBy(() -> mutate(update(FILE, eq("label", "y"), "content", gone)))
        .isInstanceOf(ExternalBlobUnavailable.class);
    harness.reopen();
    assertThatThrownBy(() -> mutate(update(FILE, eq("label", "y"), "content", there)))
        .isInstanceOf(ExternalBlobDenied.class);
  }

  @Test
  void noConditionLooksAtABlob() {
    assertThatThrownBy(() -> mutate(update(FILE, eq("content", "x"), "label", "z")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'content' of File is a Blob");
  }
}

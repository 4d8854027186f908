package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.ExternalBlobUnavailable;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.BlobDescriptor;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** A blob is null, empty or full, and its descriptor and its bytes say the same. */
class BlobTest {
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              TableFixture.SCHEMA.findField("id"),
              new Field(
                  "picture",
                  new FieldType(
                      true,
                      ArrowType.Struct.INSTANCE,
                      null,
                      Map.of("ARROW:extension:name", PhysicalSchema.BLOB_EXTENSION)),
                  List.of(
                      Field.nullable("data", ArrowType.LargeBinary.INSTANCE),
                      Field.nullable("uri", ArrowType.Utf8.INSTANCE)))));
  private static final String NULL = "null";
  private static final String PACKED = "p".repeat(100_000);
  private static final String DEDICATED = "d".repeat(5_000_000);

  @TempDir Path root;
  private TableFixture tables;
  private TableRef table;

  @BeforeEach
  void open() {
    tables = new TableFixture(root);
    table = tables.store.create("t", SCHEMA, null).table();
  }

  @AfterEach
  void close() {
    tables.close();
  }

  /** Appends blobs as one data file; a text that begins with {@code file:} is a reference. */
  private void add(String... values) {
    try (FragmentSink sink = tables.store.sink(table, SCHEMA);
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, tables.allocator)) {
      batch.allocateNew();
      StructVector blobs = (StructVector) batch.getVector("picture");
      for (int row = 0; row < values.length; row++) {
        ((VarCharVector) batch.getVector("id"))
            .setSafe(row, ("k" + row).getBytes(StandardCharsets.UTF_8));
        byte[] bytes = values[row].getBytes(StandardCharsets.UTF_8);
        if (values[row].startsWith("file:")) {
          ((VarCharVector) blobs.getChild("uri")).setSafe(row, bytes);
          blobs.setIndexDefined(row);
        } else if (!values[row].equals(NULL)) {
          ((LargeVarBinaryVector) blobs.getChild("data")).setSafe(row, bytes);
          blobs.setIndexDefined(row);
        }
      }
      batch.setRowCount(values.length);
      sink.write(batch);
      table =
          TableFixture.committed(tables.commit(table, TableEdit.ChangeRows.adding(sink.finish())))
              .table();
    }
  }

  /** What the table says of each row, asked in the reverse order and for the first row twice. */
  private List<String> read() throws IOException {
    List<String> described = new ArrayList<>();
    List<Long> ids = new ArrayList<>();
    try (TableSnapshot open = tables.store.open(table)) {
      try (ArrowReader reader =
          open.scan(ScanRequest.of(List.of("id", "picture")).withRowId(), tables.allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          BlobDescriptor blobs = new BlobDescriptor(batch.getVector("picture"));
          for (int row = 0; row < batch.getRowCount(); row++) {
            described.add(
                blobs.externalUri(row).orElse(blobs.isNull(row) ? NULL : "" + blobs.size(row)));
            ids.add(((UInt8Vector) batch.getVector(ScanRequest.ROW_ID)).get(row));
          }
        }
      }
      List<Long> asked = new ArrayList<>(ids);
      Collections.reverse(asked);
      asked.add(ids.get(0));
      List<Optional<byte[]>> bytes = new ArrayList<>(open.blobs("picture", asked));
      assertThat(bytes.remove(bytes.size() - 1)).isEqualTo(bytes.get(bytes.size() - 1));
      Collections.reverse(bytes);
      assertThat(bytes.stream().map(b -> b.map(a -> "" + a.length).orElse(NULL)))
          .containsExactlyElementsOf(described);
    }
    return described;
  }

  @Test
  void nullEmptyAndFullAreThree() throws IOException {
    add("x", NULL, "", "yy", NULL, "", PACKED, DEDICATED, "");
    add(NULL, "z", "");
    assertThat(read())
        .containsExactly("1", NULL, "0", "2", NULL, "0", "100000", "5000000", "0", NULL, "1", "0");
  }

  /** Pins what the storage library does, so that a change of it is noticed. */
  @Test
  void anEmptyBlobBeforeWhichItsFileHasNoneIsStoredAsNull() throws IOException {
    add(NULL, "", "", "x", "");
    assertThat(read()).containsExactly(NULL, NULL, NULL, "1", "0");
  }

  @Test
  @Tag("L-036")
  void aReferenceIsShownAndFollowedOnlyWhereThatIsAllowed() throws IOException {
    Path folder = Files.createDirectory(root.resolve("allowed"));
    Path file = Files.writeString(folder.resolve("a secret"), "secret");
    add("x", file.toUri().toString(), NULL);
    assertThatThrownBy(this::read)
        .isInstanceOf(ExternalBlobDenied.class)
        .hasMessageContaining("a%20secret")
        .hasMessageContaining("'picture'");

    tables.reopen(allowing(folder));
    assertThat(blobs()).containsExactly("x", "secret", NULL);
    Files.delete(file);
    assertThatThrownBy(this::blobs)
        .isInstanceOf(ExternalBlobUnavailable.class)
        .hasMessageContaining("there is no such file");
    Files.createSymbolicLink(file, Files.writeString(root.resolve("outside"), "x"));
    assertThatThrownBy(this::blobs).isInstanceOf(ExternalBlobDenied.class);

    tables.reopen(allowing(Files.createDirectory(root.resolve("other"))));
    assertThatThrownBy(this::blobs).isInstanceOf(ExternalBlobDenied.class);
  }

  @Test
  void aReferenceToTooMuchIsNotRead() throws IOException {
    Path file = root.resolve("large");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength((32L << 20) + 1);
    }
    add(file.toUri().toString());
    tables.reopen(allowing(root));
    assertThatThrownBy(this::blobs)
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("large");
  }

  private static ExternalBlobs allowing(Path folder) {
    return ExternalBlobs.of(new BlobPolicy(List.of(folder.toUri().toString())));
  }

  private List<String> blobs() throws IOException {
    try (TableSnapshot open = tables.store.open(table)) {
      List<Long> ids = new ArrayList<>();
      try (ArrowReader reader =
          open.scan(ScanRequest.of(List.of("id")).withRowId(), tables.allocator)) {
        while (reader.loadNextBatch()) {
          UInt8Vector column =
              (UInt8Vector) reader.getVectorSchemaRoot().getVector(ScanRequest.ROW_ID);
          for (int row = 0; row < column.getValueCount(); row++) {
            ids.add(column.get(row));
          }
        }
      }
      return open.blobs("picture", ids).stream()
          .map(blob -> blob.map(b -> new String(b, StandardCharsets.UTF_8)).orElse(NULL))
          .toList();
    }
  }
}

package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;

/** A folder of files by type is read batch by batch, nodes before edges. */
class GraphFolderLoadTest {
  private static final Path NYCFLIGHTS = Path.of("../data/nycflights");
  private static final int COUNT = 40_000;

  @TempDir Path folder;
  private LoadFixture fixture;

  @BeforeEach
  void open() {
    fixture = new LoadFixture(folder);
  }

  @Test
  void parquetFilesAreReadWithTheirRows() throws IOException {
    for (String file :
        List.of("nodes/Airport.parquet", "nodes/Carrier.parquet", "edges/Route.parquet")) {
      fixture.write(file, Files.readAllBytes(NYCFLIGHTS.resolve(file)));
    }
    fixture.write("schema.pg", "left alone");
    fixture.write("nodes/notes.txt", "left alone");
    fixture.write("nodes/.hidden.parquet.swp", "left alone");
    List<String> reports = new ArrayList<>();

    RecordingStaging staged =
        fixture.load(
            folder,
            LoadFixture.FLIGHTS,
            LoadMode.APPEND,
            (type, rows, read, total) -> reports.add(type + " " + rows + " " + (read == total)));

    assertThat(staged.types.keySet())
        .containsExactly(TypeKey.node("Airport"), TypeKey.node("Carrier"), TypeKey.edge("Route"));
    assertThat(staged.node("Airport").rows).hasSize(1458);
    assertThat(staged.node("Airport").mode).isEqualTo(WriteMode.INSERT);
    assertThat(staged.node("Airport").rows.get(0))
        .contains(entry("faa", "04G"), entry("name", "Lansdowne Airport"));
    assertThat(staged.node("Airport").places)
        .startsWith("Airport.parquet row 1", "Airport.parquet row 2")
        .endsWith("Airport.parquet row 1458");
    assertThat(staged.node("Carrier").rows).hasSize(16);
    assertThat(staged.edge("Route").rows).hasSize(217);
    assertThat(staged.edge("Route").rows.get(0)).containsKeys("from", "to", "flights", "distance");
    assertThat(reports).contains("node:Airport 1458 false").endsWith("edge:Route 1691 true");
  }

  @Test
  @Tag("L-043")
  void csvCellsAreReadAsTheSchemaSays() throws IOException {
    fixture.write(
        "nodes/Person.CSV",
        "\uFEFFslug,name,ACTIVE,age,tags,scores,height,weight,visits,small,big,born,seen,embedding,avatar,bio,mood\r\n"
            + "a,\"A, \"\"B\"\"\n"
            + "C\",True,2004.0,\"[\"\"x\"\",\"\"y\"\"]\",\"[1,2.5]\",1.5,-1e-3,9007199254740993,4294967295,18446744073709551615,2024-02-29,2024-02-29"
            + " 12:00:00.5,\"[1,2,3,4]\",base64:aGk=,NA,calm\r\n"
            + "null,B,0,,,,,,,,,,,,,\"\",\r\n");

    RecordingStaging staged = fixture.load(folder, LoadFixture.ALL_TYPES);

    assertThat(staged.node("Person").rows).hasSize(2);
    assertThat(staged.node("Person").rows.get(0))
        .containsOnly(
            entry("slug", "a"),
            entry("name", "A, \"B\"\nC"),
            entry("ACTIVE", true),
            entry("age", 2004),
            entry("tags", List.of(text("x"), text("y"))),
            entry("scores", List.of(1.0, 2.5)),
            entry("height", 1.5f),
            entry("weight", -0.001),
            entry("visits", 9007199254740993L),
            entry("small", -1),
            entry("big", -1L),
            entry("born", 19782),
            entry("seen", LocalDateTime.parse("2024-02-29T12:00:00.500")),
            entry("embedding", List.of(1f, 2f, 3f, 4f)),
            entry("avatar", "base64:aGk="),
            entry("bio", "NA"),
            entry("mood", "calm"));
    assertThat(staged.node("Person").rows.get(1))
        .containsOnly(
            entry("slug", "null"), entry("name", "B"), entry("ACTIVE", false), entry("bio", ""));
    assertThat(staged.node("Person").places)
        .containsExactly("Person.CSV row 1", "Person.CSV row 2");
  }

  @ParameterizedTest
  @CsvSource({
    "age, abc, 'Int32, got \"abc\"'",
    "age, 1.5, 'Int32, got \"1.5\"'",
    "age, 2147483648, Int32",
    "age, 1e99999999, Int32",
    "visits, 9223372036854775808, Int64",
    "small, -1, UInt32",
    "big, 18446744073709551616, UInt64",
    "height, NaN, Float32",
    "weight, Infinity, Float64",
    "weight, 0x1p3, Float64",
    "weight, 1e400, Float64",
    "born, 29.02.2024, Date32",
    "seen, noon, Date64",
    "tags, x, [String]?",
    "tags, '[1]', [String]?",
    "tags, '[\"a\"', [String]?",
    "embedding, '[1,2]', Vector(4)",
    "active, yes, Boolean",
  })
  void aCsvCellOfAnotherKindIsRefused(String property, String cell, String message)
      throws IOException {
    String quoted = "\"" + cell.replace("\"", "\"\"") + "\"";
    fixture.write("nodes/Person.csv", "slug," + property + "\na,\nb," + quoted + "\n");

    refused()
        .hasMessageContaining("Person.csv row 2: property '" + property + "' expects " + message);
  }

  @Test
  void columnsOfCsvThatAreNoPropertiesReachTheStaging() throws IOException {
    fixture.write("edges/knows.csv", "from,to,since,colour\na,b,2024-01-01,red\n");

    RecordingStaging staged = fixture.load(folder, LoadFixture.ALL_TYPES);

    assertThat(staged.edge("Knows").schema.getFields())
        .extracting(Field::getName)
        .containsExactly("from", "to", "since", "colour");
    assertThat(staged.edge("Knows").rows)
        .containsExactly(Map.of("from", "a", "to", "b", "since", 19723, "colour", "red"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrow", "feather", "ipc"})
  void arrowFilesAreReadInBothForms(String ending) throws IOException {
    fixture.write(
        "nodes/Note." + ending,
        arrow(ending.equals("ipc"), COUNT, 10_000, CodecType.NO_COMPRESSION));

    RecordingStaging staged = fixture.load(folder, LoadFixture.ALL_TYPES);

    assertThat(staged.node("Note").rows).hasSize(COUNT);
    assertThat(staged.node("Note").rows.get(COUNT - 1))
        .containsOnly(entry("text", "note " + (COUNT - 1)), entry("number", COUNT - 1));
    assertThat(staged.node("Note").places.get(COUNT - 1))
        .isEqualTo("Note." + ending + " row " + COUNT);
    assertThat(staged.node("Note").batches).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLargeArrowBatchIsReadInPieces(boolean stream) throws IOException {
    fixture.write("nodes/Note.arrow", arrow(stream, COUNT, COUNT, CodecType.NO_COMPRESSION));

    RecordingStaging staged = fixture.load(folder, LoadFixture.ALL_TYPES);

    assertThat(staged.node("Note").batches).isEqualTo(2);
    assertThat(staged.node("Note").rows).hasSize(COUNT);
    for (int row : List.of(0, 32_767, 32_768, COUNT - 1)) {
      assertThat(staged.node("Note").rows.get(row))
          .containsOnly(entry("text", "note " + row), entry("number", row));
      assertThat(staged.node("Note").places.get(row)).isEqualTo("Note.arrow row " + (row + 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"false, LZ4_FRAME", "false, ZSTD", "true, LZ4_FRAME", "true, ZSTD"})
  void compressedArrowBuffersAreRead(boolean stream, CodecType codec) throws IOException {
    fixture.write("nodes/Note.arrow", arrow(stream, 300, 100, codec));

    assertThat(fixture.load(folder, LoadFixture.ALL_TYPES).node("Note").rows)
        .hasSize(300)
        .last()
        .isEqualTo(Map.of("text", "note 299", "number", 299));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTornArrowFileIsRefused(boolean stream) throws IOException {
    byte[] whole = arrow(stream, COUNT, 10_000, CodecType.NO_COMPRESSION);
    fixture.write("nodes/Note.arrow", Arrays.copyOf(whole, whole.length / 2));

    refused().hasMessageContaining("cannot read Note.arrow as Arrow IPC");
  }

  @Test
  void oddFolderNamesAreRead() throws IOException {
    LoadFixture odd = new LoadFixture(folder.resolve("a b%20ü#?x"));
    odd.write("nodes/Note.csv", "text\nt\n");

    assertThat(odd.load(folder.resolve("a b%20ü#?x"), LoadFixture.ALL_TYPES).node("Note").rows)
        .containsExactly(Map.of("text", "t"));
  }

  @Test
  @Tag("L-007")
  void aFileWithoutRowsTouchesItsType() throws IOException {
    fixture.write("nodes/Note.csv", "text\n");
    fixture.write("nodes/Place.arrow", emptyArrow());

    RecordingStaging staged = fixture.load(folder, LoadFixture.ALL_TYPES);

    assertThat(staged.types).containsOnlyKeys(TypeKey.node("Note"), TypeKey.node("Place"));
    assertThat(staged.node("Note").rows).isEmpty();
    assertThat(staged.node("Note").mode).isEqualTo(WriteMode.REPLACE);
    assertThat(staged.node("Note").schema.getFields()).hasSize(1);
  }

  @Test
  void filesThatFitNoTypeAreRefused() throws IOException {
    fixture.write("nodes/Notes.csv", "text\n");
    refused()
        .hasMessageContaining(
            "nodes/Notes.csv: unknown node type 'Notes'; the node types are Person, Place, Note");
    Files.delete(folder.resolve("nodes/Notes.csv"));

    fixture.write("edges/Likes.parquet", "");
    refused()
        .hasMessageContaining(
            "edges/Likes.parquet: unknown edge type 'Likes'; the edge types are Knows, LivesIn,"
                + " About");
    Files.delete(folder.resolve("edges/Likes.parquet"));

    fixture.write("edges/Knows.csv", "from,to\n");
    fixture.write("edges/knows.parquet", "");
    refused()
        .hasMessageContaining(
            "two files for edge:Knows: edges/Knows.csv and edges/knows.parquet; keep one");
    assertThat(fixture.staging.isEmpty()).isTrue();
  }

  @Test
  void aFolderWithoutFilesIsRefused() throws IOException {
    fixture.write("nodes/Note.txt", "text\n");

    refused()
        .hasMessageContaining("nothing to load in folder")
        .hasMessageContaining(".parquet, .csv, .arrow, .feather or .ipc");
  }

  static Stream<Map.Entry<String, String>> unreadable() {
    return Stream.of(
        Map.entry("nodes/Note.parquet", "PAR1 torn"),
        Map.entry("nodes/Note.arrow", "ARROW1 torn"),
        Map.entry("nodes/Note.ipc", "\u0000\u0001"),
        Map.entry("nodes/Note.csv", ""),
        Map.entry("nodes/Note.csv", "\n\n"),
        Map.entry("nodes/Note.csv", "text\n\"a\n\n"),
        Map.entry("nodes/Note.csv", "text\n\"a\"b\n"));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("unreadable")
  void aFileOfAnotherFormatIsRefused(Map.Entry<String, String> file) throws IOException {
    fixture.write(file.getKey(), file.getValue());

    refused().hasMessageContaining("cannot read " + Path.of(file.getKey()).getFileName() + " as ");
  }

  @Test
  void anEarlyEndLeavesNoMemoryBehind() throws IOException {
    fixture.write(
        "nodes/Flight.parquet", Files.readAllBytes(NYCFLIGHTS.resolve("nodes/Flight.parquet")));

    assertThatThrownBy(
            () ->
                fixture.load(
                    folder,
                    LoadFixture.FLIGHTS,
                    LoadMode.OVERWRITE,
                    (type, rows, read, total) -> {
                      throw new InvalidRequest("stop at " + rows);
                    }))
        .hasMessageStartingWith("stop at ");
  }

  private static byte[] arrow(boolean stream, int rows, int batchRows, CodecType codec)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("text", ArrowType.Utf8.INSTANCE),
                Field.nullable("number", new ArrowType.Int(32, true))));
    CompressionCodec.Factory codecs =
        codec == CodecType.NO_COMPRESSION
            ? NoCompressionCodec.Factory.INSTANCE
            : CommonsCompressionFactory.INSTANCE;
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ArrowWriter writer =
            stream
                ? new ArrowStreamWriter(
                    root, null, Channels.newChannel(out), IpcOption.DEFAULT, codecs, codec)
                : new ArrowFileWriter(
                    root,
                    null,
                    Channels.newChannel(out),
                    Map.of(),
                    IpcOption.DEFAULT,
                    codecs,
                    codec)) {
      writer.start();
      for (int from = 0; from < rows; from += batchRows) {
        root.allocateNew();
        for (int i = 0; i < batchRows; i++) {
          byte[] text = ("note " + (from + i)).getBytes(StandardCharsets.UTF_8);
          ((VarCharVector) root.getVector(0)).setSafe(i, text);
          ((IntVector) root.getVector(1)).setSafe(i, from + i);
        }
        root.setRowCount(batchRows);
        writer.writeBatch();
      }
      writer.end();
    }
    return out.toByteArray();
  }

  private static byte[] emptyArrow() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Schema schema = new Schema(List.of(Field.nullable("country", ArrowType.Utf8.INSTANCE)));
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, Channels.newChannel(out))) {
      writer.start();
      writer.end();
    }
    return out.toByteArray();
  }

  private static org.apache.arrow.vector.util.Text text(String text) {
    return new org.apache.arrow.vector.util.Text(text);
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused() {
    return assertThatThrownBy(() -> fixture.load(folder, LoadFixture.ALL_TYPES))
        .isInstanceOf(InvalidRequest.class);
  }
}

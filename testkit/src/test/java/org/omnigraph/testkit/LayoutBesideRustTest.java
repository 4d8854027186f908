package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** A graph made here from the schema and the data of one of Rust's, laid beside it. */
class LayoutBesideRustTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STABLE_PROPERTY_ID = "omnigraph.stable_property_id";

  @TempDir Path folder;

  @BeforeAll
  static void unpack() {
    Fixtures.unpack("rust-0.9.0.tar.gz");
  }

  private static Graph theirs() {
    return Graph.open(Fixtures.ROOT + "/all-types", GraphConfig.defaults().asReadOnly());
  }

  private Graph ours(Graph theirs) throws IOException {
    Path lines = folder.resolve("main.jsonl");
    try (var out = Files.newOutputStream(lines)) {
      theirs.export(theirs.snapshot(BranchName.MAIN), List.of()).ndjson(out);
    }
    Graph made =
        Graph.init(
            folder.resolve("ours").toString(), theirs.schema().source(), GraphConfig.defaults());
    made.load(
        new LoadRequest(lines, LoadMode.OVERWRITE, BranchName.MAIN, Optional.of("alice")),
        LoadProgress.NONE);
    return made;
  }

  @Test
  void tablesHaveTheSameColumnsWithTheSameMarkers() throws IOException {
    try (Graph theirs = theirs();
        Graph ours = ours(theirs)) {
      for (TypeKey type : theirs.snapshot(BranchName.MAIN).tables().keySet()) {
        Schema expected = schema(theirs, type);
        Schema actual = schema(ours, type);
        assertThat(describe(actual)).as("%s", type).isEqualTo(describe(expected));
        assertThat(actual.getCustomMetadata()).isEqualTo(expected.getCustomMetadata());
        assertThat(ours.snapshot(BranchName.MAIN).table(type).path())
            .isEqualTo(theirs.snapshot(BranchName.MAIN).table(type).path());
      }
    }
  }

  private static Schema schema(Graph graph, TypeKey type) {
    try (TableSnapshot table = graph.open(graph.snapshot(BranchName.MAIN), type)) {
      return table.schema();
    }
  }

  /** Columns with types and metadata, without the marker that v0.9.0 did not write yet. */
  private static List<String> describe(Schema schema) {
    List<String> columns = new ArrayList<>();
    for (Field field : schema.getFields()) {
      Map<String, String> metadata = new TreeMap<>(field.getMetadata());
      metadata.remove(STABLE_PROPERTY_ID);
      columns.add(field.getName() + " " + field.isNullable() + " " + shape(field) + metadata);
    }
    return columns;
  }

  private static String shape(Field field) {
    List<String> children = new ArrayList<>();
    field.getChildren().forEach(c -> children.add(c.getName() + c.isNullable() + shape(c)));
    return field.getType() + children.toString();
  }

  @Test
  void theManifestHasTheSameColumnsStampAndKey() throws IOException {
    try (Graph theirs = theirs();
        Graph ours = ours(theirs)) {
      Schema expected = manifest(theirs).schema;
      Schema actual = manifest(ours).schema;
      assertThat(describe(actual)).isEqualTo(describe(expected));
      assertThat(actual.getCustomMetadata()).isEqualTo(expected.getCustomMetadata());
    }
  }

  @Test
  void everyRowOfTheManifestFillsTheColumnsThatRustFills() throws IOException {
    try (Graph theirs = theirs();
        Graph ours = ours(theirs)) {
      List<Map<String, Object>> written = manifest(ours).rows;
      assertThat(written).hasSizeGreaterThan(12);
      assertThat(shapes(written)).isSubsetOf(shapes(manifest(theirs).rows));
      Map<String, Long> kinds = new TreeMap<>();
      written.forEach(row -> kinds.merge((String) row.get("object_type"), 1L, Long::sum));
      assertThat(kinds)
          .isEqualTo(
              Map.of("table", 6L, "table_version", 12L, "graph_commit", 2L, "graph_head", 1L));
    }
  }

  /** For each kind of row which columns it fills and which members its metadata has, in order. */
  private static Set<String> shapes(List<Map<String, Object>> rows) throws IOException {
    Set<String> shapes = new TreeSet<>();
    for (Map<String, Object> row : rows) {
      List<String> filled = new ArrayList<>();
      row.forEach(
          (column, value) -> {
            if (value != null && !value.equals("")) {
              filled.add(column);
            }
          });
      List<String> members = new ArrayList<>();
      if (row.get("metadata") != null) {
        JsonNode metadata = JSON.readTree((String) row.get("metadata"));
        metadata.fieldNames().forEachRemaining(members::add);
      }
      shapes.add(row.get("object_type") + " " + filled + " " + members);
    }
    return shapes;
  }

  private record ManifestTable(Schema schema, List<Map<String, Object>> rows) {}

  private static ManifestTable manifest(Graph graph) throws IOException {
    Snapshot snapshot = graph.snapshot(BranchName.MAIN);
    List<Map<String, Object>> rows = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        LanceTableStore tables = new LanceTableStore(Storage.at(graph.uri(), Map.of()), allocator);
        TableSnapshot table =
            tables.open(new TableRef("__manifest", Optional.empty(), snapshot.manifestVersion()))) {
      List<String> columns = table.schema().getFields().stream().map(Field::getName).toList();
      try (ArrowReader reader = table.scan(ScanRequest.of(columns), allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          for (int row = 0; row < batch.getRowCount(); row++) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (FieldVector vector : batch.getFieldVectors()) {
              Object value = vector.getObject(row);
              values.put(
                  vector.getName(),
                  value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value);
            }
            rows.add(values);
          }
        }
      }
      return new ManifestTable(table.schema(), rows);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "5,export it with the program that wrote it",
    ",export it with the program that wrote it",
    "7,use a newer version"
  })
  @Tag("H-006")
  void anotherStrandIsRefusedWithItsRemedy(String stamp, String remedy) throws IOException {
    String root = Files.createDirectory(folder.resolve("strand")).toString();
    Map<String, String> metadata = new HashMap<>();
    if (stamp != null) {
      metadata.put("omnigraph:internal_schema_version", stamp);
    }
    try (BufferAllocator allocator = new RootAllocator();
        LanceTableStore tables = new LanceTableStore(Storage.at(root, Map.of()), allocator)) {
      Schema other =
          new Schema(
              List.of(
                  Field.nullable(
                      "object_id", org.apache.arrow.vector.types.pojo.ArrowType.Utf8.INSTANCE)),
              metadata);
      tables.create("__manifest", other, null);
    }
    for (GraphConfig config :
        List.of(GraphConfig.defaults(), GraphConfig.defaults().asReadOnly())) {
      assertThatThrownBy(() -> Graph.open(root, config))
          .isInstanceOf(CorruptState.class)
          .hasMessageContaining("strand " + (stamp == null ? "(none)" : stamp))
          .hasMessageContaining(remedy);
    }
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Compare;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/** What the Rust implementation exported, this one exports; and what is exported loads again. */
class RustExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @BeforeAll
  static void unpack() {
    Fixtures.unpack("rust-0.9.0.tar.gz");
  }

  private static Graph open(String name) {
    return Graph.open(Fixtures.ROOT + "/" + name, GraphConfig.defaults().asReadOnly());
  }

  private static String export(Graph graph, BranchName branch) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    graph.export(graph.snapshot(branch), List.of()).ndjson(out);
    assertThat(graph.allocator().getAllocatedMemory()).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "all-types,main,main",
    "all-types,feature/x,feature_x",
    "all-types,nested/y,nested_y",
    "all-types,done,done",
    "all-types-optimized,main,main",
    "all-types-optimized,feature/x,feature_x",
    "all-types-optimized,nested/y,nested_y",
    "all-types-optimized,done,done"
  })
  void anExportIsTheOneOfRustByteForByte(String name, String branch, String file)
      throws IOException {
    try (Graph graph = open(name)) {
      assertThat(graph.branches()).hasSize(4);
      assertThat(export(graph, BranchName.of(branch)))
          .isEqualTo(Files.readString(Path.of(Fixtures.ROOT, name + "." + file + ".export.jsonl")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types", "flights-week"})
  void anExportLoadedIntoANewGraphExportsTheSame(String name) throws IOException {
    String copy = folder.resolve(name).toString();
    try (Graph graph = open(name);
        Graph made = Graph.init(copy, graph.schema().source(), GraphConfig.defaults())) {
      Path lines = folder.resolve("export.jsonl");
      String exported = export(graph, BranchName.MAIN);
      Files.writeString(lines, exported);
      made.load(overwrite(lines), LoadProgress.NONE);
      assertThat(export(made, BranchName.MAIN).equals(exported)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types", "flights-week"})
  void parquetFilesLoadedIntoANewGraphExportTheSame(String name) throws IOException {
    String copy = folder.resolve(name).toString();
    try (Graph graph = open(name);
        Graph made = Graph.init(copy, graph.schema().source(), GraphConfig.defaults())) {
      Path files = folder.resolve("files");
      graph.export(graph.snapshot(BranchName.MAIN), List.of()).parquet(files);
      made.load(overwrite(files), LoadProgress.NONE);
      // The first blob of a data file cannot be told from a null when it is empty.
      String expected =
          export(graph, BranchName.MAIN).replace("\"avatar\":\"base64:\"", "\"avatar\":null");
      assertThat(export(made, BranchName.MAIN).equals(expected)).isTrue();
    }
  }

  private static LoadRequest overwrite(Path data) {
    return new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty());
  }

  @Test
  void aGraphMadeInTheSameIdentityDomainHasTheSameDigests() throws IOException {
    Path copy = folder.resolve("copy");
    String domain;
    JsonNode state =
        JSON.readTree(Path.of(Fixtures.ROOT, "all-types", "__schema_state.json").toFile());
    domain = state.get("schema_identity_domain").asText();
    GraphConfig defaults = GraphConfig.defaults();
    int[] minted = {0};
    GraphConfig config =
        new GraphConfig(
            false,
            defaults.memoryLimit(),
            Map.of(),
            defaults.clock(),
            () -> minted[0]++ == 0 ? domain : defaults.ids().ulid(),
            defaults.blobs(),
            defaults.bulk(),
            defaults.validationState());
    try (Graph graph = open("all-types");
        Graph made = Graph.init(copy.toString(), graph.schema().source(), config)) {
      assertThat(made.schema().irHash()).isEqualTo(state.get("schema_ir_hash").asText());
      assertThat(made.schema().shapeHash()).isEqualTo(state.get("schema_shape_hash").asText());
    }
    for (String file : List.of("_schema.pg", "_schema.ir.json", "__schema_state.json")) {
      assertThat(Files.readString(copy.resolve(file)))
          .as(file)
          .isEqualTo(Files.readString(Path.of(Fixtures.ROOT, "all-types", file)));
    }
  }

  @Test
  void theSnapshotOfTheOptimizedGraphIsTheOneThatRustReports() throws IOException {
    JsonNode expected =
        JSON.readTree(Path.of(Fixtures.ROOT, "all-types-optimized.snapshot.json").toFile());
    JsonNode commits =
        JSON.readTree(Path.of(Fixtures.ROOT, "all-types-optimized.commits.json").toFile());
    try (Graph graph = open("all-types-optimized")) {
      Snapshot snapshot = graph.snapshot(BranchName.MAIN);
      assertThat(snapshot.manifestVersion()).isEqualTo(expected.get("manifest_version").asLong());
      List<String> tables = new ArrayList<>();
      for (TableEntry entry : snapshot.tables().values()) {
        tables.add(
            entry.key() + " " + entry.path() + " " + entry.version() + " " + entry.rowCount());
      }
      List<String> reported = new ArrayList<>();
      for (JsonNode table : expected.get("tables")) {
        reported.add(
            table.get("table_key").asText()
                + " "
                + table.get("table_path").asText()
                + " "
                + table.get("table_version").asLong()
                + " "
                + table.get("row_count").asLong());
      }
      assertThat(tables).isEqualTo(reported);
      assertThat(graph.commits(BranchName.MAIN).stream().map(c -> c.id().value()))
          .containsExactlyElementsOf(commits.get("commits").findValuesAsText("graph_commit_id"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "feature/x", "nested/y", "done"})
  void indexedLookUpsFindWhatAFullScanFinds(String branch) throws IOException {
    try (Graph graph = open("all-types-optimized")) {
      Snapshot snapshot = graph.snapshot(BranchName.of(branch));
      for (TypeKey type : snapshot.tables().keySet()) {
        List<String> columns =
            type.kind() == EntityKind.EDGE ? List.of("id", "src", "dst") : List.of("id");
        for (String column : columns) {
          everyValueIsFound(graph, snapshot, type, column);
        }
      }
      TypeKey person = TypeKey.node("Person");
      try (TableSnapshot table = graph.open(snapshot, person)) {
        Predicate seen =
            new Compare("seen", Operator.LESS_OR_EQUAL, new Literal.DateTime(-3695118527655L));
        assertThat(ids(graph, table, seen)).containsExactly("ada");
        assertThat(ids(graph, table, new Compare("seen", Operator.LESS, new Literal.DateTime(0))))
            .containsExactlyInAnyOrder("ada", "zoë");
        assertThat(ids(graph, table, new Compare("name", Operator.EQUAL, new Literal.Text("Kim"))))
            .hasSize(RowReader.rows(graph, snapshot, person).containsKey("kim") ? 1 : 0);
      }
    }
  }

  private static void everyValueIsFound(Graph graph, Snapshot snapshot, TypeKey type, String column)
      throws IOException {
    Map<String, Map<String, Object>> rows = RowReader.rows(graph, snapshot, type);
    try (TableSnapshot table = graph.open(snapshot, type)) {
      for (String id : rows.keySet()) {
        String value = column.equals("id") ? id : (String) rows.get(id).get(column);
        List<String> expected =
            rows.keySet().stream()
                .filter(r -> (column.equals("id") ? r : rows.get(r).get(column)).equals(value))
                .toList();
        assertThat(ids(graph, table, new Compare(column, Operator.EQUAL, new Literal.Text(value))))
            .as("%s of %s", column, type)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
      assertThat(ids(graph, table, new Compare(column, Operator.EQUAL, new Literal.Text("no"))))
          .isEmpty();
    }
  }

  private static List<String> ids(Graph graph, TableSnapshot table, Predicate filter)
      throws IOException {
    List<String> ids = new ArrayList<>();
    try (ArrowReader reader =
        table.scan(ScanRequest.of(List.of("id")).where(filter), graph.allocator())) {
      while (reader.loadNextBatch()) {
        VarCharVector vector = (VarCharVector) reader.getVectorSchemaRoot().getVector("id");
        for (int row = 0; row < vector.getValueCount(); row++) {
          ids.add(vector.getObject(row).toString());
        }
      }
    }
    return ids;
  }
}

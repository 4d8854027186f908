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
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** A graph made here, compared file by file and row by row with the storage format. */
class StorageLayoutTest {
  private static final String SCHEMA =
      """
      node Thing {
        zeta: String @key
        alpha: I32?
        when: DateTime?
        day: Date?
        flags: [Bool]?
        small: U32?
        big: U64?
        ratio: F32?
        vector: Vector(3)?
        picture: Blob?
        mood: enum(calm, busy)?
      }
      edge Near: Thing -> Thing {
        weight: F64?
        about: String?
      }
      """;

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(SCHEMA);

  @Test
  void theRootHoldsExactlyTheContractTheManifestAndTheTables() throws IOException {
    assertThat(names(harness.directory()))
        .containsExactlyInAnyOrder(
            "_schema.pg", "_schema.ir.json", "__schema_state.json", "__manifest", "nodes", "edges");
    assertThat(Files.readString(harness.directory().resolve("_schema.pg"))).isEqualTo(SCHEMA);
    assertThat(names(harness.directory().resolve("nodes")))
        .allMatch(name -> name.matches("[0-9a-f]{16}-[0-9a-f]{16}"))
        .hasSize(1);
    assertThat(names(harness.directory().resolve("edges"))).hasSize(1);
    for (Path dataset : datasets()) {
      assertThat(names(dataset.resolve("_versions"))).contains("18446744073709551614.manifest");
    }
  }

  @Test
  void aNodeTableHasItsIdThenItsPropertiesByNameWithTheirMarkers() {
    try (TableSnapshot table = open(TypeKey.node("Thing"))) {
      assertThat(columns(table))
          .containsExactly(
              "id Utf8 not null",
              "alpha Int(32, true)",
              "big Int(64, false)",
              "day Date(DAY)",
              "flags List<item: Bool>",
              "mood Utf8",
              "picture Struct<data: LargeBinary, uri: Utf8>",
              "ratio FloatingPoint(SINGLE)",
              "small Int(32, false)",
              "vector FixedSizeList(3)<item: FloatingPoint(SINGLE)>",
              "when Date(MILLISECOND)",
              "zeta Utf8 not null");
      assertThat(table.schema().findField("id").getMetadata())
          .isEqualTo(Map.of("lance-schema:unenforced-primary-key", "true"));
      assertThat(table.schema().findField("picture").getMetadata())
          .containsEntry("ARROW:extension:name", "lance.blob.v2");
      harness
          .graph()
          .schema()
          .node("Thing")
          .orElseThrow()
          .properties()
          .forEach(
              property ->
                  assertThat(table.schema().findField(property.name()).getMetadata())
                      .containsEntry(
                          "omnigraph.stable_property_id", Long.toString(property.propertyId())));
      assertThat(table.schema().getCustomMetadata()).isEmpty();
    }
  }

  @Test
  void anEdgeTableHasItsEndPointsAfterItsId() {
    try (TableSnapshot table = open(TypeKey.edge("Near"))) {
      assertThat(columns(table))
          .containsExactly(
              "id Utf8 not null",
              "src Utf8 not null",
              "dst Utf8 not null",
              "about Utf8",
              "weight FloatingPoint(DOUBLE)");
      assertThat(table.schema().findField("src").getMetadata()).isEmpty();
    }
  }

  @Test
  void theManifestOfANewGraphIsOneVersionWithTheGenesisCommit() throws IOException {
    Map<String, Map<String, Object>> rows = manifestRows(1);
    String thing = identity(TypeKey.node("Thing"));
    String near = identity(TypeKey.edge("Near"));
    String genesis = harness.graph().snapshot(BranchName.MAIN).commit().orElseThrow().value();
    assertThat(rows)
        .containsOnlyKeys(
            "table:" + thing,
            "table:" + near,
            "table_version:" + thing + ":00000000000000000001",
            "table_version:" + near + ":00000000000000000001",
            genesis,
            "graph_head:main");
    Map<String, Object> registration = rows.get("table:" + thing);
    assertThat(registration)
        .containsEntry("object_type", "table")
        .containsEntry("table_key", "node:Thing")
        .containsEntry("location", "nodes/" + thing.replace(':', '-'));
    assertThat(registration.get("metadata")).isNull();
    assertThat(registration.get("table_version")).isNull();
    Map<String, Object> version = rows.get("table_version:" + thing + ":00000000000000000001");
    assertThat(version)
        .containsEntry("table_version", 1L)
        .containsEntry("row_count", 0L)
        .containsEntry("table_branch", null)
        .containsEntry("location", null);
    JsonNode metadata = new ObjectMapper().readTree((String) version.get("metadata"));
    Path file = Path.of(metadata.get("manifest_path").asText());
    assertThat(metadata.get("manifest_size").asLong()).isEqualTo(Files.size(file));
    assertThat((String) version.get("metadata"))
        .isEqualTo(
            "{\"manifest_path\":\""
                + file
                + "\",\"manifest_size\":"
                + Files.size(file)
                + ",\"e_tag\":null,\"naming_scheme\":\"V2\"}");
    assertThat((String) rows.get(genesis).get("metadata")).matches("\\{\"created_at\":\\d{16}}");
    assertThat(rows.get(genesis))
        .containsEntry("table_key", "")
        .containsEntry("table_version", 1L)
        .containsEntry("stable_table_id", null);
    assertThat(rows.get("graph_head:main"))
        .containsEntry("metadata", "{\"head_commit_id\":\"" + genesis + "\"}")
        .containsEntry("table_version", null);
  }

  @Test
  void aCommitAddsItsRowsAndReplacesTheHeadRow() {
    String genesis = harness.graph().snapshot(BranchName.MAIN).commit().orElseThrow().value();
    String commit =
        harness
            .write(
                new GraphHarness.Write(
                    TypeKey.node("Thing"),
                    org.omnigraph.engine.pending.WriteMode.INSERT,
                    List.of(Map.of("zeta", "a"))))
            .commit()
            .orElseThrow()
            .value();
    Map<String, Map<String, Object>> rows = manifestRows(2);
    assertThat(rows).hasSize(8);
    assertThat(rows.get(commit)).containsEntry("table_version", 2L);
    assertThat((String) rows.get(commit).get("metadata"))
        .startsWith("{\"parent_commit_id\":\"" + genesis + "\",\"created_at\":");
    assertThat(rows.get("graph_head:main").get("metadata"))
        .isEqualTo(
            "{\"head_commit_id\":\"" + commit + "\",\"parent_commit_id\":\"" + genesis + "\"}");
    assertThat(rows)
        .containsKey("table_version:" + identity(TypeKey.node("Thing")) + ":00000000000000000002");
  }

  @Test
  void aBranchIsARefAndATreeAndItsFirstCommitAddsRowsOfItsOwn() throws IOException {
    BranchName branch = BranchName.of("feature/x");
    TypeKey thing = TypeKey.node("Thing");
    Graph graph = harness.graph();
    GraphHarness.Write row =
        new GraphHarness.Write(
            thing, org.omnigraph.engine.pending.WriteMode.INSERT, List.of(Map.of("zeta", "a")));
    String base = harness.write(row).commit().orElseThrow().value();
    graph.createBranch(branch, BranchName.MAIN);
    JsonNode ref =
        new ObjectMapper()
            .readTree(
                harness.directory().resolve("__manifest/_refs/branches/feature%2Fx.json").toFile());
    assertThat(ref.path("parentBranch").isNull()).isTrue();
    assertThat(ref.path("parentVersion").asLong()).isEqualTo(2);
    assertThat(ref.path("identifier").path("version_mapping").path(0).path(0).asLong())
        .isEqualTo(2);
    Map<String, Map<String, Object>> before = manifestRows(2);
    GraphHarness.Write more =
        new GraphHarness.Write(
            thing, org.omnigraph.engine.pending.WriteMode.INSERT, List.of(Map.of("zeta", "b")));
    String commit = harness.write(branch, more).commit().orElseThrow().value();

    Map<String, Map<String, Object>> rows = manifestRows(Optional.of(branch), 3);
    String version = "table_version:" + identity(thing) + ":00000000000000000003";
    assertThat(rows.keySet())
        .containsAll(before.keySet())
        .contains(version, commit, "graph_head:feature/x")
        .hasSize(before.size() + 3);
    assertThat(rows.get(version)).containsEntry("table_branch", "feature/x");
    assertThat(rows.get(version)).containsEntry("table_version", 3L).containsEntry("row_count", 2L);
    Path table = harness.directory().resolve(graph.schema().type(thing).orElseThrow().path());
    String manifest = table + "/tree/feature/x/_versions/18446744073709551612.manifest";
    assertThat((String) rows.get(version).get("metadata"))
        .startsWith("{\"manifest_path\":\"" + manifest + "\",");
    assertThat(Path.of(manifest)).exists();
    assertThat(names(table.resolve("_refs/branches"))).containsExactly("feature%2Fx.json");
    assertThat(rows.get(commit))
        .containsEntry("table_branch", "feature/x")
        .containsEntry("table_version", 3L);
    assertThat((String) rows.get(commit).get("metadata"))
        .startsWith("{\"parent_commit_id\":\"" + base + "\",");
    assertThat(rows.get("graph_head:feature/x").get("metadata"))
        .isEqualTo("{\"head_commit_id\":\"" + commit + "\",\"parent_commit_id\":\"" + base + "\"}");
    assertThat(rows.get("graph_head:main")).isEqualTo(before.get("graph_head:main"));
    assertThat(names(harness.directory().resolve("__manifest/tree/feature/x/_transactions")))
        .isNotEmpty();
  }

  @Test
  void theManifestColumnsAreThoseOfTheFormat() {
    try (BufferAllocator allocator = new RootAllocator();
        LanceTableStore tables =
            new LanceTableStore(Storage.at(harness.graph().uri(), Map.of()), allocator);
        TableSnapshot manifest = tables.open(new TableRef("__manifest", Optional.empty(), 1))) {
      assertThat(columns(manifest))
          .containsExactly(
              "object_id Utf8 not null",
              "object_type Utf8 not null",
              "location Utf8",
              "metadata Utf8",
              "base_objects List<item: Utf8>",
              "table_key Utf8 not null",
              "stable_table_id Int(64, false)",
              "table_incarnation_id Int(64, false)",
              "table_version Int(64, false)",
              "table_branch Utf8",
              "row_count Int(64, false)");
      Schema schema = manifest.schema();
      assertThat(schema.getCustomMetadata())
          .isEqualTo(Map.of("omnigraph:internal_schema_version", "6"));
      assertThat(schema.findField("object_id").getMetadata())
          .isEqualTo(Map.of("lance-schema:unenforced-primary-key", "true"));
    }
  }

  @Test
  void aPlaceThatIsTakenOrNoPlaceIsRefused() {
    String uri = harness.graph().uri();
    GraphConfig config = GraphConfig.defaults();
    assertThatThrownBy(() -> Graph.init(uri, SCHEMA, config)).isInstanceOf(Conflict.class);
    assertThatThrownBy(() -> Graph.init("gs://bucket/g", SCHEMA, config))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("s3://");
    assertThatThrownBy(() -> Graph.open(uri + "-nowhere", config)).isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> Graph.init(uri + "-wrong", "node {", config))
        .isInstanceOf(InvalidRequest.class);
    assertThat(Path.of(uri + "-wrong")).doesNotExist();
  }

  private TableSnapshot open(TypeKey type) {
    return harness.graph().open(harness.graph().snapshot(BranchName.MAIN), type);
  }

  private String identity(TypeKey type) {
    return harness.graph().schema().type(type).orElseThrow().identity().hex(":");
  }

  private static List<String> columns(TableSnapshot table) {
    List<String> columns = new ArrayList<>();
    for (Field field : table.schema().getFields()) {
      columns.add(field.toString().replaceFirst(": ", " "));
    }
    return columns;
  }

  private Map<String, Map<String, Object>> manifestRows(long version) {
    return manifestRows(Optional.empty(), version);
  }

  private Map<String, Map<String, Object>> manifestRows(Optional<BranchName> branch, long version) {
    Map<String, Map<String, Object>> rows = new HashMap<>();
    try (BufferAllocator allocator = new RootAllocator();
        LanceTableStore tables =
            new LanceTableStore(Storage.at(harness.graph().uri(), Map.of()), allocator);
        TableSnapshot manifest = tables.open(new TableRef("__manifest", branch, version))) {
      List<String> columns = manifest.schema().getFields().stream().map(Field::getName).toList();
      try (ArrowReader reader = manifest.scan(ScanRequest.of(columns), allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          for (int row = 0; row < batch.getRowCount(); row++) {
            Map<String, Object> values = new LinkedHashMap<>();
            for (var vector : batch.getFieldVectors()) {
              Object value = vector.getObject(row);
              values.put(
                  vector.getName(),
                  value instanceof org.apache.arrow.vector.util.Text ? value.toString() : value);
            }
            assertThat(values.get("base_objects")).isNull();
            assertThat(rows.put((String) values.get("object_id"), values)).isNull();
          }
        }
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return rows;
  }

  private List<Path> datasets() throws IOException {
    List<Path> all = new ArrayList<>(List.of(harness.directory().resolve("__manifest")));
    for (String kind : List.of("nodes", "edges")) {
      try (Stream<Path> tables = Files.list(harness.directory().resolve(kind))) {
        all.addAll(tables.toList());
      }
    }
    return all;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}

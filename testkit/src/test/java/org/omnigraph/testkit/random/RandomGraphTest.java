package org.omnigraph.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.engine.schema.SchemaContract;

/** Random schemas and random rows come back as they went in; jqwik reports the seed that failed. */
class RandomGraphTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DOMAIN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  @Property(tries = 300)
  void aSchemaComesBackFromItsFiles(@ForAll long seed) {
    RandomSchema schema = RandomSchema.of(new Random(seed));

    SchemaContract accepted = SchemaCompiler.accept(schema.text(), DOMAIN);
    SchemaContract loaded =
        SchemaContract.load(schema.text(), accepted.irJson(), accepted.stateJson());

    assertThat(loaded.accepted().types()).isEqualTo(accepted.accepted().types());
    assertThat(loaded.accepted().irHash()).isEqualTo(accepted.accepted().irHash());
    assertThat(loaded.accepted().types())
        .hasSize(schema.nodes().size() + schema.edges().size())
        .allSatisfy(type -> assertThat(columns(type)).isEqualTo(declared(schema, type)));
  }

  @Property(tries = 300)
  void theLayoutOfTheTextChangesNothing(@ForAll long seed, @ForAll long layout) {
    RandomSchema schema = RandomSchema.of(new Random(seed));
    String other = schema.text(new Random(layout));

    SchemaContract one = SchemaCompiler.accept(schema.text(), DOMAIN);
    SchemaContract two = SchemaCompiler.accept(other, DOMAIN);

    assertThat(two.irJson()).isEqualTo(one.irJson());
    assertThat(two.stateJson()).isEqualTo(one.stateJson());
    assertThat(SchemaContract.load(other, one.irJson(), one.stateJson()).accepted().byKey())
        .containsOnlyKeys(one.accepted().byKey().keySet());
  }

  private static Map<String, String> columns(GraphType type) {
    Map<String, String> columns = new HashMap<>();
    type.properties()
        .forEach(p -> columns.put(p.name(), p.type().list() + " " + p.type().nullable()));
    return columns;
  }

  private static Map<String, String> declared(RandomSchema schema, GraphType type) {
    Map<String, String> columns = new HashMap<>();
    Stream.concat(
            schema.nodes().stream()
                .filter(node -> type.key().toString().equals("node:" + node.name()))
                .flatMap(node -> node.properties().stream()),
            schema.edges().stream()
                .filter(edge -> type.key().toString().equals("edge:" + edge.name()))
                .flatMap(edge -> edge.properties().stream()))
        .forEach(p -> columns.put(p.name(), p.list() + " " + p.nullable()));
    return columns;
  }

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void rowsComeBackFromStorageAndFromTheirExport(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int ofEach) throws IOException {
    Random random = new Random(seed);
    RandomSchema schema = RandomSchema.of(random);
    List<RandomRows.Row> rows = RandomRows.of(schema, random, ofEach);
    Path folder = Files.createTempDirectory("random");
    try {
      String exported =
          throughAGraph(
              folder.resolve("one"),
              schema.text(),
              String.join("\n", rows.stream().map(RandomRows.Row::line).toList()));
      compare(rows, exported);
      assertThat(withoutEmptyBlobs(throughAGraph(folder.resolve("two"), schema.text(), exported)))
          .isEqualTo(withoutEmptyBlobs(exported));
    } finally {
      delete(folder);
    }
  }

  /** The export is in another order, so another blob may be the first of its data file. */
  private static String withoutEmptyBlobs(String exported) {
    return exported.replace("\"base64:\"", "null");
  }

  private static String throughAGraph(Path place, String schema, String lines) throws IOException {
    Path file = Files.writeString(Path.of(place + ".jsonl"), lines);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Graph graph = Graph.init(place.toString(), schema, GraphConfig.defaults())) {
      graph.load(
          new LoadRequest(file, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
      graph.export(graph.snapshot(BranchName.MAIN), List.of()).ndjson(out);
      assertThat(graph.allocator().getAllocatedMemory()).isZero();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void compare(List<RandomRows.Row> rows, String exported) throws IOException {
    Map<String, JsonNode> lines = new HashMap<>();
    for (String line : exported.lines().toList()) {
      JsonNode row = JSON.readTree(line);
      String type =
          row.has("type") ? "node:" + row.get("type").asText() : "edge:" + row.get("edge").asText();
      lines.put(type + " " + row.get("data").get("id").asText(), row.get("data"));
    }
    assertThat(lines).hasSize(rows.size());
    Set<String> holdsBytes = new HashSet<>();
    for (RandomRows.Row row : rows) {
      JsonNode data = lines.get(row.type() + " " + row.id());
      assertThat(data).as("%s %s", row.type(), row.id()).isNotNull();
      for (Map.Entry<String, String> value : row.exported().entrySet()) {
        JsonNode expected = JSON.readTree(value.getValue());
        JsonNode actual = data.get(value.getKey());
        boolean blob = expected.asText().startsWith("base64:");
        boolean empty = expected.asText().equals("base64:");
        String column = row.type() + "." + value.getKey();
        // An empty blob before which its file holds none reads as null.
        if (!(empty && actual.isNull() && !holdsBytes.contains(column))) {
          assertThat(same(expected, actual))
              .as("%s of %s: %s is %s", column, row.id(), expected, actual)
              .isTrue();
        }
        if (blob && !empty) {
          holdsBytes.add(column);
        }
      }
    }
  }

  private static boolean same(JsonNode expected, JsonNode actual) {
    return expected.equals(
        (left, right) ->
            left.isFloatingPointNumber() || right.isFloatingPointNumber()
                ? Double.compare(left.doubleValue() + 0.0, right.doubleValue() + 0.0)
                : left.equals(right) ? 0 : 1,
        actual);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

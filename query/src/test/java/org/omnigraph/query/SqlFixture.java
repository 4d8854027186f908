package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/**
 * A loaded graph and an engine over it, for the tests of one class. Every result is checked to come
 * in exactly the schema that was announced, and every test to leave no Arrow memory behind.
 */
final class SqlFixture implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final String name;
  private final Path schema;
  private final Path data;
  private Path directory;
  private Graph graph;
  private BufferAllocator allocator;
  private QueryEngine engine;

  private SqlFixture(String name, Path schema, Path data) {
    this.name = name;
    this.schema = schema;
    this.data = data;
  }

  /** The flights of the first week. */
  static SqlFixture flights() {
    Path folder = Path.of("..", "data", "nycflights");
    return new SqlFixture(
        "flights", folder.resolve("schema.pg"), folder.resolve("first-week.jsonl.gz"));
  }

  /** A graph of one's own: a schema and what is loaded. */
  static SqlFixture of(String name, Path schema, Path data) {
    return new SqlFixture(name, schema, data);
  }

  /** A few rows of every type. */
  static SqlFixture allTypes() {
    Path folder = Path.of("src", "test", "resources", "all-types");
    return new SqlFixture("all", folder.resolve("schema.pg"), folder.resolve("rows.jsonl"));
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("omnigraph-sql");
    graph =
        Graph.init(
            directory.resolve("graph").toString(),
            Files.readString(schema),
            GraphConfig.defaults());
    graph.load(
        new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
    allocator = new RootAllocator();
    engine = new QueryEngine(allocator);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    assertThat(allocator.getAllocatedMemory()).as("memory left behind").isZero();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    engine.close();
    allocator.close();
    graph.close();
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  Graph graph() {
    return graph;
  }

  QueryEngine engine() {
    return engine;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  QueryContext context() {
    return new QueryContext(Map.of(name, graph), name, BranchName.MAIN, Optional.empty());
  }

  PreparedQuery prepare(String sql) {
    return engine.prepare(context(), sql);
  }

  /** The rows as text, cells separated by {@code |}, null as {@code ∅}. */
  List<String> rows(String sql, Object... arguments) {
    return rows(engine.prepare(context(), sql, List.of(Arrays.asList(arguments))), arguments);
  }

  static List<String> rows(PreparedQuery query, Object... arguments) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = query.execute(Arrays.asList(arguments))) {
      ArrowReader reader = result.reader();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema()).isEqualTo(query.schema());
      while (reader.loadNextBatch()) {
        for (int row = 0; row < root.getRowCount(); row++) {
          rows.add(row(root, row));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return rows;
  }

  private static String row(VectorSchemaRoot root, int row) {
    List<String> cells = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      if (!vector.getField().isNullable()) {
        assertThat(vector.isNull(row)).as("null in %s", vector.getField()).isFalse();
      }
      Object value = vector.getObject(row);
      cells.add(value == null ? "∅" : text(value));
    }
    return String.join("|", cells);
  }

  private static String text(Object value) {
    return value instanceof byte[] bytes
        ? java.util.HexFormat.of().formatHex(bytes)
        : value.toString();
  }

  /** The plan as one text. */
  String plan(String sql) {
    return String.join("\n", rows("EXPLAIN PLAN WITH IMPLEMENTATION FOR " + sql));
  }
}

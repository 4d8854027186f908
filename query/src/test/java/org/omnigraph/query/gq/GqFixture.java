package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
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
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.expand.TraversalLimits;
import org.omnigraph.query.kernel.KernelLimits;

/**
 * A graph made of a schema and of rows, and an engine over it, for the tests of one class. Every
 * result is checked to come in the schema that was announced, and every test to leave no Arrow
 * memory behind.
 */
final class GqFixture implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final String schema;
  private final String rows;
  private TraversalLimits traversals;
  private MutationStaging staging;
  private Path directory;
  private Graph graph;
  private BufferAllocator allocator;
  private QueryEngine engine;

  private GqFixture(String schema, String rows) {
    this.schema = schema;
    this.rows = rows;
  }

  /** A graph of a {@code .pg} text and of NDJSON lines. */
  static GqFixture of(String schema, String rows) {
    return new GqFixture(schema, rows);
  }

  /** The people and companies of most tests. */
  static GqFixture people() {
    return new GqFixture(People.SCHEMA, People.ROWS);
  }

  /** With other limits of traversals. */
  GqFixture traversing(TraversalLimits limits) {
    traversals = limits;
    return this;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    open();
  }

  GqFixture open() throws IOException {
    directory = Files.createTempDirectory("omnigraph-gq");
    graph = Graph.init(directory.resolve("graph").toString(), schema, GraphConfig.defaults());
    if (!rows.isBlank()) {
      load(rows);
    }
    allocator = new RootAllocator();
    engine =
        new QueryEngine(
            allocator,
            KernelLimits.defaults(),
            traversals == null ? TraversalLimits.within(allocator) : traversals);
    return this;
  }

  void load(String lines) throws IOException {
    Path file = directory.resolve("rows.jsonl");
    Files.writeString(file, lines);
    graph.load(
        new LoadRequest(file, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    requireNoMemory();
  }

  void requireNoMemory() {
    assertThat(allocator.getAllocatedMemory())
        .as("memory left behind")
        .isEqualTo(engine.keptBytes());
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    close();
  }

  void close() throws IOException {
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

  QueryContext context() {
    QueryContext outside =
        new QueryContext(Map.of("g", graph), "g", BranchName.MAIN, Optional.empty());
    return staging == null
        ? outside
        : outside.in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));
  }

  /** From here on all is read in a transaction. */
  void enter(MutationStaging transaction) {
    staging = transaction;
  }

  /** Runs a statement in the transaction. */
  void write(MutationStaging transaction, String statement, List<Object> arguments) {
    engine.prepareUpdate(context(), statement).execute(List.of(arguments), transaction);
  }

  PreparedGq prepare(String source) {
    return engine.prepareGq(context(), source, Optional.empty());
  }

  /** The rows of the only query of a text. */
  List<String> rows(String source, Object... namesAndValues) {
    try (PreparedGq query = prepare(source)) {
      return rows(query, parameters(namesAndValues));
    }
  }

  /** The rows of {@code query q() { body }}. */
  List<String> read(String body) {
    return rows("query q() { " + body + " }");
  }

  static Map<String, Object> parameters(Object... namesAndValues) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return parameters;
  }

  /** The rows as text, cells separated by {@code |}, null as {@code ∅}. */
  static List<String> rows(PreparedGq query, Map<String, Object> parameters) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = query.execute(parameters)) {
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
      Object value = vector.getObject(row);
      cells.add(value == null ? "∅" : value.toString());
    }
    return String.join("|", cells);
  }
}

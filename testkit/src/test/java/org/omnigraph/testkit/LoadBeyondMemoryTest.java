package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/** A load whose validation does not fit into its memory is the same load. */
class LoadBeyondMemoryTest {
  private static final Path FLIGHTS = Path.of("../data/nycflights");
  private static final Path WEEK = FLIGHTS.resolve("first-week.jsonl.gz");

  /** The ids of 6,000 flights alone take more. */
  private static final long LITTLE = 100_000;

  @TempDir Path root;

  private Graph graph(String name, long validationState) throws IOException {
    return Graph.init(
        root.resolve(name).toString(),
        Files.readString(FLIGHTS.resolve("schema.pg")),
        GraphConfig.defaults().withValidationState(validationState));
  }

  private static Map<TypeKey, Long> load(Graph graph, Path data) {
    LoadRequest request =
        new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty());
    return graph.load(request, LoadProgress.NONE).written();
  }

  @Test
  void theFirstWeekOfFlightsIsTheSameWithLittleMemory() throws IOException {
    try (Graph large = graph("large", Long.MAX_VALUE);
        Graph little = graph("little", LITTLE)) {
      assertThat(load(little, WEEK)).isEqualTo(load(large, WEEK));
      assertThat(rows(little)).isEqualTo(rows(large));
    }
  }

  @Test
  void aMissingEndPointIsToldAsWithMuchMemory() throws IOException {
    Path broken = root.resolve("broken.jsonl");
    List<String> lines = new ArrayList<>(week());
    int last = lastEdge(lines);
    lines.set(last, lines.get(last).replaceFirst("\"to\": \"[^\"]*\"", "\"to\": \"nowhere\""));
    Files.write(broken, lines);
    try (Graph large = graph("large", Long.MAX_VALUE);
        Graph little = graph("little", LITTLE)) {
      List<String> told = new ArrayList<>();
      for (Graph graph : List.of(large, little)) {
        assertThatThrownBy(() -> load(graph, broken))
            .isInstanceOf(InvalidRequest.class)
            .hasMessageContaining("broken.jsonl line " + (last + 1) + ":")
            .hasMessageContaining("'nowhere' not found in")
            .satisfies(e -> told.add(e.getMessage()));
      }
      assertThat(told.get(1)).isEqualTo(told.get(0));
    }
  }

  private static List<String> week() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(WEEK)), StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static int lastEdge(List<String> lines) {
    for (int i = lines.size() - 1; i >= 0; i--) {
      if (lines.get(i).contains("\"to\": \"")) {
        return i;
      }
    }
    throw new AssertionError("there is no edge");
  }

  /** By type, every row but for ids that are made anew. */
  private static Map<TypeKey, List<String>> rows(Graph graph) throws IOException {
    Map<TypeKey, List<String>> all = new TreeMap<>();
    try (BufferAllocator allocator = new RootAllocator()) {
      for (GraphType type : graph.schema().types()) {
        List<String> rows = new ArrayList<>();
        try (TableSnapshot table = graph.open(graph.snapshot(BranchName.MAIN), type.key());
            ArrowReader reader = table.scan(ScanRequest.of(columns(table)), allocator)) {
          while (reader.loadNextBatch()) {
            for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
              StringBuilder text = new StringBuilder();
              for (var column : reader.getVectorSchemaRoot().getFieldVectors()) {
                text.append(column.getObject(row)).append('|');
              }
              rows.add(text.toString());
            }
          }
        }
        Collections.sort(rows);
        all.put(type.key(), rows);
      }
    }
    return all;
  }

  private static List<String> columns(TableSnapshot table) {
    return table.schema().getFields().stream()
        .map(field -> field.getName())
        .filter(name -> !name.equals("id"))
        .toList();
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** What is at the edge of a type comes back from an export, as text and as Parquet. */
class RebuildTest {
  private static final String SCHEMA =
      """
      node Extreme {
        k: String @key
        u: U64? f: F32? d: Date? t: DateTime?
        days: [Date]? times: [DateTime]? bits: [Bool]? words: [String]? small: [F32]?
      }
      node Named { from: I32? to: Date? src: I64? dst: String? type: Bool? data: String? edge: [I32]? }
      node Picture { k: String @key content: Blob small: Blob? }
      node Empty { k: String @key v: Vector(2)? b: Blob? l: [DateTime]? }
      edge None: Empty -> Named
      """;

  private static final String ROWS =
      """
      {"type":"Extreme","data":{"id":"a","bits":[true,false],"d":-719162,"days":[-719162,2932896],"f":-0.0,"k":"a","small":[-0.0,1.401298464324817e-45],"t":-62135596800000,"times":[-1,0,1,253402300799999],"u":18446744073709551615,"words":["","\\u0000","ü"]}}
      {"type":"Extreme","data":{"id":"b","bits":[],"d":null,"days":[],"f":null,"k":"b","small":[],"t":null,"times":[],"u":null,"words":[]}}
      {"type":"Extreme","data":{"id":"c","bits":null,"d":null,"days":null,"f":null,"k":"c","small":null,"t":-1,"times":null,"u":0,"words":null}}
      {"type":"Extreme","data":{"id":"d","bits":null,"d":null,"days":null,"f":null,"k":"d","small":null,"t":null,"times":[-86400001],"u":null,"words":null}}
      {"type":"Named","data":{"id":"n","data":"d","dst":"e","edge":[1],"from":1,"src":-3,"to":0,"type":true}}
      {"type":"Picture","data":{"id":"a","content":"base64:","k":"a","small":null}}
      {"type":"Picture","data":{"id":"b","content":"base64:aGk=","k":"b","small":"base64:aGk="}}
      {"type":"Picture","data":{"id":"c","content":"base64:","k":"c","small":"base64:"}}
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theSecondGraphIsTheFirst(boolean parquet) throws IOException {
    Path input = Files.writeString(folder.resolve("rows.jsonl"), ROWS);
    Path again = folder.resolve("again");
    try (Graph graph = loaded("one", input)) {
      assertThat(exported(graph)).isEqualTo(ROWS);
      if (parquet) {
        graph.export(graph.snapshot(BranchName.MAIN), List.of()).parquet(again);
        assertThat(again.resolve("nodes/Empty.parquet")).isRegularFile();
        assertThat(again.resolve("edges/None.parquet")).isRegularFile();
      } else {
        Files.writeString(again, exported(graph));
      }
      assertThat(graph.allocator().getAllocatedMemory()).isZero();
    }
    try (Graph graph = loaded("two", again)) {
      assertThat(exported(graph)).isEqualTo(ROWS);
      assertThat(graph.allocator().getAllocatedMemory()).isZero();
    }
  }

  private Graph loaded(String name, Path input) {
    Graph graph = Graph.init(folder.resolve(name).toString(), SCHEMA, GraphConfig.defaults());
    graph.load(
        new LoadRequest(input, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
    return graph;
  }

  private static String exported(Graph graph) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    graph.export(graph.snapshot(BranchName.MAIN), List.of()).ndjson(out);
    return out.toString(StandardCharsets.UTF_8);
  }
}

package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportingTest {
  @TempDir Path folder;

  @Test
  void whatIsExportedLoadsToTheSameExport() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);
    String exported = CommandRun.good("export", graph.uri()).out();

    assertThat(exported.lines()).hasSize(4);
    assertThat(exported)
        .contains(
            "{\"type\":\"Person\",\"data\":{\"id\":\"Grace, \\\"Amazing\\\"\",\"born\":null,"
                + "\"height\":null,\"name\":\"Grace, \\\"Amazing\\\"\"}}\n")
        .contains("\"born\":-56270,\"height\":1.6");
    String copy = folder.resolve("copy").toString();
    CommandRun.good("init", "--schema", folder.resolve("schema.pg").toString(), copy);
    CommandRun.good("load", copy, "--data", graph.rows(exported).toString(), "--mode", "overwrite");
    assertThat(CommandRun.good("export", "--store", copy).out()).isEqualTo(exported);
  }

  @Test
  void parquetFilesLoadToTheSameExport() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);
    Path files = folder.resolve("files");

    CommandRun.good("export", graph.uri(), "--format", "parquet", files.toString());

    assertThat(files.resolve("nodes/Person.parquet")).isRegularFile();
    assertThat(files.resolve("edges/LivesIn.parquet")).isRegularFile();
    String copy = folder.resolve("copy").toString();
    CommandRun.good("init", "--schema", folder.resolve("schema.pg").toString(), copy);
    CommandRun.good("load", copy, "--data", files.toString(), "--mode", "overwrite");
    assertThat(CommandRun.good("export", copy).out())
        .isEqualTo(CommandRun.good("export", graph.uri()).out());
    CommandRun again =
        CommandRun.of("export", graph.uri(), "--format", "parquet", files.toString());
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("LivesIn.parquet").contains("exists");
  }

  @Test
  void typesSnapshotsAndUnknownNames() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);
    String genesis =
        CommandRun.good("commit", "list", graph.uri(), "--json")
            .json()
            .get("commits")
            .get(1)
            .get("graph_commit_id")
            .asText();

    assertThat(CommandRun.good("export", graph.uri(), "--type", "City").out())
        .isEqualTo("{\"type\":\"City\",\"data\":{\"id\":\"LON\",\"code\":\"LON\"}}\n");
    assertThat(CommandRun.good("export", graph.uri(), "--snapshot", genesis).out()).isEmpty();
    CommandRun unknown = CommandRun.of("export", graph.uri(), "--type", "Ghost");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("unknown export type 'Ghost'").contains("Person");
    CommandRun intoTheGraph =
        CommandRun.of("export", "--store", graph.uri(), "--format", "parquet", graph.uri());
    assertThat(intoTheGraph.exit()).isEqualTo(1);
    assertThat(intoTheGraph.err()).contains("holds a graph");
    CommandRun nowhere = CommandRun.of("export", "--format", "parquet");
    assertThat(nowhere.exit()).isEqualTo(2);
    assertThat(nowhere.err()).contains("export [URI] --format parquet DIR");
    assertThat(CommandRun.of("export", graph.uri(), folder.toString()).exit()).isEqualTo(2);
    CommandRun.good(
        "export", "--store", graph.uri(), "--format", "parquet", folder.resolve("p").toString());
    assertThat(folder.resolve("p/nodes/City.parquet")).isRegularFile();
  }
}

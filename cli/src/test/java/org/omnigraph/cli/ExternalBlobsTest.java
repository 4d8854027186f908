package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --allow-blob-base}: which files a load and a query may read for blobs. */
class ExternalBlobsTest {
  private static final String QUERY = "SELECT CAST(file AS VARCHAR) FROM Doc";

  @TempDir Path folder;
  private Path files;
  private String graph;
  private String rows;

  @BeforeEach
  void makeGraph() throws IOException {
    graph = folder.resolve("g").toString();
    files = Files.createDirectory(folder.resolve("some files"));
    Path file = Files.writeString(files.resolve("a"), "hello");
    Path schema = folder.resolve("s.pg");
    Files.writeString(schema, "node Doc { name: String @key file: Blob? }");
    CommandRun.good("init", "--schema", schema.toString(), graph);
    Path data = folder.resolve("rows.jsonl");
    Files.writeString(
        data,
        "{\"type\":\"Doc\",\"data\":{\"name\":\"a\",\"file\":\"%s\"}}".formatted(file.toUri()));
    rows = data.toString();
  }

  private CommandRun load(String mode, String... options) {
    String[] all = new String[options.length + 7];
    System.arraycopy(
        new String[] {"load", graph, "--data", rows, "--mode", mode, "--quiet"}, 0, all, 0, 7);
    System.arraycopy(options, 0, all, 7, options.length);
    return CommandRun.of(all);
  }

  @Test
  void withoutItNothingIsRead() {
    CommandRun run = load("append");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("rows.jsonl line 1: Doc.file").contains("--allow-blob-base");
  }

  @Test
  void aFolderOrItsUriIsABase() {
    assertThat(load("append", "--allow-blob-base", files.toString()).exit()).isZero();
    assertThat(load("merge", "--allow-blob-base", files.toUri().toString()).exit()).isZero();
    assertThat(CommandRun.good("sql", graph, QUERY).out()).contains("hello");
  }

  @Test
  void aReferenceIsReadByAQueryThatMay() {
    assertThat(load("overwrite", "--allow-blob-base", files.toString()).exit()).isZero();
    CommandRun denied = CommandRun.of("sql", graph, QUERY);
    assertThat(denied.exit()).isEqualTo(1);
    assertThat(denied.err()).contains("some%20files/a").contains("--allow-blob-base");
    assertThat(CommandRun.good("sql", graph, QUERY, "--allow-blob-base", files.toString()).out())
        .contains("hello");
    assertThat(CommandRun.good("export", graph).out())
        .contains("\"file\":\"" + files.toUri() + "a\"");
  }

  @Test
  void aBaseThatIsNoFolderIsExplained() {
    CommandRun run = load("append", "--allow-blob-base", "s3://bucket/x");
    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("'s3://bucket/x' cannot be a base of external blobs");
  }
}

package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;
import org.lance.ReadOptions;
import org.omnigraph.s3.S3Server;

/** Commands and a server whose graph is in a bucket; who they are, a profile says. */
class OnS3Test {
  private static S3Server s3;

  @TempDir Path folder;

  @BeforeAll
  static void startTheBucket() {
    s3 = S3Server.start();
  }

  @AfterAll
  static void stopTheBucket() throws Exception {
    s3.close();
  }

  private Map<String, String> profile() throws IOException {
    Path credentials =
        Files.writeString(
            folder.resolve("credentials"),
            """
            [graphs]
            aws_access_key_id = %s
            aws_secret_access_key = %s
            """
                .formatted(S3Server.ACCESS_KEY, S3Server.SECRET_KEY));
    return Map.of(
        "AWS_SHARED_CREDENTIALS_FILE",
        credentials.toString(),
        "AWS_PROFILE",
        "graphs",
        "AWS_EC2_METADATA_DISABLED",
        "true");
  }

  private Map<String, String> environment() throws IOException {
    Map<String, String> variables = new HashMap<>(profile());
    variables.put("AWS_ENDPOINT_URL", s3.endpoint().toString());
    variables.put("AWS_ALLOW_HTTP", "true");
    variables.put("AWS_REGION", S3Server.REGION);
    return variables;
  }

  private List<String> run(String... arguments) throws Exception {
    try (CommandProcess command = CommandProcess.start(environment(), arguments)) {
      List<String> lines = new ArrayList<>(command.out().lines().toList());
      assertThat(command.process().waitFor()).as("%s", lines).isZero();
      return lines;
    }
  }

  @Test
  void aGraphIsMadeServedAndReadByOthers() throws Exception {
    String uri = s3.uri("people");
    Path schema = Files.writeString(folder.resolve("schema.pg"), SmallGraph.SCHEMA);
    run("init", "--schema", schema.toString(), uri);
    List<String> table = serveAndIngest(uri);
    assertThat(run("sql", uri, "SELECT name FROM Person ORDER BY name", "--format", "csv"))
        .containsExactly("name", "Ada", "Grace", "Mary");
    assertThat(rowsOfPinned(table)).isEqualTo(2);
  }

  /** The place and version of the table when it had two rows. */
  private List<String> serveAndIngest(String uri) throws Exception {
    Path port = folder.resolve("port");
    try (RootAllocator memory = new RootAllocator();
        CommandProcess server =
            CommandProcess.start(
                profile(),
                "serve",
                "--graph",
                "people=" + uri,
                "--storage-option",
                "aws_endpoint=" + s3.endpoint(),
                "--storage-option",
                "allow_http=true",
                "--port",
                "0",
                "--port-file",
                port.toString())) {
      server.lineWith("serving people at");
      List<String> table = new ArrayList<>();
      try (PeopleClient client =
          new PeopleClient(memory, Integer.parseInt(Files.readString(port).strip()))) {
        client.ingest(List.of("Ada", "Grace"));
        for (String column : List.of("uri", "table_version")) {
          table.addAll(
              client.query(
                  "SELECT "
                      + column
                      + " FROM omnigraph_catalog.tables WHERE branch = 'main'"
                      + " AND table_name = 'Person'"));
        }
        client.ingest(List.of("Mary"));
      }
      assertThat(server.terminate()).isZero();
      return table;
    }
  }

  /** As Spark, Ray or Daft do: with nothing but the catalog's answer and credentials. */
  private static long rowsOfPinned(List<String> table) throws Exception {
    ReadOptions options =
        new ReadOptions.Builder()
            .setVersion(Long.parseLong(table.get(1)))
            .setStorageOptions(
                Map.of(
                    "aws_endpoint",
                    s3.endpoint().toString(),
                    "allow_http",
                    "true",
                    "aws_region",
                    S3Server.REGION,
                    "aws_access_key_id",
                    S3Server.ACCESS_KEY,
                    "aws_secret_access_key",
                    S3Server.SECRET_KEY))
            .build();
    try (RootAllocator memory = new RootAllocator();
        Dataset dataset =
            Dataset.open().allocator(memory).uri(table.get(0)).readOptions(options).build()) {
      return dataset.countRows();
    }
  }

  @Test
  void aSecretOnTheCommandLineIsRefused() {
    CommandRun run =
        CommandRun.of(
            "serve",
            "--graph",
            "people=" + s3.uri("people"),
            "--storage-option",
            "aws_secret_access_key=hidden");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("AWS_PROFILE").doesNotContain("hidden");
  }
}

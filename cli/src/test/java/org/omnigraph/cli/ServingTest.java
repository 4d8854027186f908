package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ServingTest {
  @TempDir Path folder;

  @Test
  void thePortFileIsThereWhileItServesAndATerminatedServerExitsWithZero() throws Exception {
    SmallGraph graph = SmallGraph.empty(folder);
    Path portFile = Files.writeString(folder.resolve("port"), "stale");

    try (CommandProcess server =
        CommandProcess.start(
            "serve",
            "--graph",
            "people=" + graph.uri(),
            "--port",
            "0",
            "--port-file",
            portFile.toString())) {
      String serving = server.lineWith("serving people at grpc://127.0.0.1:");
      int port = Integer.parseInt(Files.readString(portFile).strip());
      assertThat(serving).endsWith(":" + port);
      try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(client.isConnected()).isTrue();
      }

      assertThat(server.terminate()).isZero();
    }

    assertThat(portFile).doesNotExist();
  }

  @Test
  void aServerOfAConfigurationFileIsWatchedAndEndsWell() throws Exception {
    SmallGraph graph = SmallGraph.empty(folder);
    Path audit = folder.resolve("audit.jsonl");
    Path config =
        Files.writeString(
            folder.resolve("server.yaml"),
            """
            graph: {people: "%s"}
            port: 0
            token-file: "%s"
            role-file: "%s"
            principal-statements: 8
            audit-log: "%s"
            slow-statement: 1s
            metrics-port: 0
            log-format: json
            drain: 5s
            """
                .formatted(
                    graph.uri(),
                    Files.writeString(folder.resolve("tokens"), "ada:one\n"),
                    Files.writeString(folder.resolve("roles"), "ada read * *\n"),
                    audit));

    try (CommandProcess server = CommandProcess.start("serve", "--config", config.toString())) {
      String serving = server.lineWith("serving people at grpc://127.0.0.1:");
      URI metrics = URI.create(serving.substring(serving.indexOf("http://")));
      assertThat(new String(metrics.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("omnigraph_sessions 0.0");

      assertThat(server.terminate()).isZero();
    }

    assertThat(audit).isEmptyFile();
  }

  @Test
  void anAddressBeyondTheMachineNeedsTokens() throws Exception {
    SmallGraph graph = SmallGraph.empty(folder);
    Path portFile = folder.resolve("port");

    CommandRun run =
        CommandRun.of(
            "serve",
            "--graph",
            "people=" + graph.uri(),
            "--host",
            "0.0.0.0",
            "--port",
            "0",
            "--port-file",
            portFile.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("error: ").contains("0.0.0.0").contains("token");
    assertThat(portFile).doesNotExist();
  }

  @Test
  void aPortFileThatCannotBeWrittenIsNamedWithItsOptionAndTheReason() throws Exception {
    SmallGraph graph = SmallGraph.empty(folder);
    Path emptyFolder = Files.createDirectory(folder.resolve("empty"));

    CommandRun absent = serve(graph, folder.resolve("no/port"));
    assertThat(absent.exit()).isEqualTo(1);
    assertThat(absent.err())
        .startsWith("error: cannot write the port file " + folder.resolve("no/port"))
        .contains("(--port-file): its folder does not exist");
    CommandRun taken = serve(graph, emptyFolder);
    assertThat(taken.exit()).isEqualTo(1);
    assertThat(taken.err()).contains("(--port-file): it is a folder");
    assertThat(emptyFolder).as("what stands there").isDirectory();
  }

  private static CommandRun serve(SmallGraph graph, Path portFile) {
    return CommandRun.of(
        "serve",
        "--graph",
        "people=" + graph.uri(),
        "--port",
        "0",
        "--port-file",
        portFile.toString());
  }

  @Test
  void aGraphThatIsNotThereIsNamed() {
    CommandRun run = CommandRun.of("serve", "--graph", "people=/no/such/graph", "--port", "0");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("/no/such/graph").doesNotContain("internal error");
  }
}

package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class QuickstartTest {
  @TempDir Path folder;

  @Test
  void makesTheWeekOnceAndFindsItTheSecondTime() {
    String directory = folder.resolve("flights").toString();

    CommandRun first = CommandRun.good("quickstart", "--dir", directory, "--no-serve");
    CommandRun second = CommandRun.good("quickstart", "--dir", directory, "--no-serve");

    assertThat(first.out()).contains("loaded 10,895 nodes and 23,445 edges into main as commit ");
    assertThat(first.out())
        .contains("sql " + directory)
        .contains("serve --graph flights=" + directory);
    assertThat(first.err()).isEmpty();
    assertThat(second.out()).contains("is there already").contains("sql " + directory);
    assertThat(CommandRun.good("commit", "list", directory).lines()).hasSize(2);
  }

  @Test
  void aLoadThatDidNotFinishIsDoneAgain() throws IOException {
    String directory = folder.resolve("flights").toString();
    Path schema = folder.resolve("schema.pg");
    try (var in = QuickstartRun.class.getResourceAsStream("flights/schema.pg")) {
      Files.copy(in, schema);
    }
    CommandRun.good("init", "--schema", schema.toString(), directory);

    assertThat(CommandRun.good("quickstart", "--dir", directory, "--no-serve").out())
        .contains("loaded 10,895 nodes");
  }

  @Test
  void aGraphWhoseMakingWasInterruptedIsNamedAsThat() throws IOException {
    Files.writeString(folder.resolve("__init_claim.json"), "{}");
    Files.writeString(folder.resolve("_schema.pg"), "node A { n: String @key }");

    CommandRun run = CommandRun.of("quickstart", "--dir", folder.toString(), "--no-serve");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains(folder.toString()).contains("interrupted").contains("delete");
  }

  @Test
  void aFolderInUseIsLeftAlone() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "mine");

    CommandRun run = CommandRun.of("quickstart", "--dir", folder.toString(), "--no-serve");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains(folder.toString()).contains("--dir");
    assertThat(folder).isDirectoryContaining(notes::equals);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(notes);
    }
  }

  @Test
  void servesOnTheNextPortWhenTheUsualOneIsTakenAndSaysSo() throws Exception {
    try (ServerSocket usual = takeUsualPort();
        CommandProcess server =
            CommandProcess.start("quickstart", "--dir", folder.resolve("flights").toString())) {
      assertThat(usual.isBound()).isTrue();
      server.lineWith("port 31337 is taken");
      String serving = server.lineWith("serving flights at grpc://localhost:");
      String port = serving.replaceAll(".*localhost:(\\d+).*", "$1");
      assertThat(port).isNotEqualTo("31337");
      assertThat(server.lineWith("flightsql.connect")).contains("grpc://localhost:" + port);
      assertThat(server.lineWith("jdbc:omnigraph://localhost:" + port + "/flights?branch=main"))
          .isNotEmpty();
      assertThat(server.lineWith(" sql ")).contains(folder.resolve("flights").toString());

      assertThat(server.terminate()).isZero();
    }
  }

  /** Unless a server of somebody else has it, which serves the test as well. */
  private static ServerSocket takeUsualPort() throws IOException {
    try {
      return new ServerSocket(31337, 1, InetAddress.getLoopbackAddress());
    } catch (java.net.BindException taken) {
      return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
  }
}

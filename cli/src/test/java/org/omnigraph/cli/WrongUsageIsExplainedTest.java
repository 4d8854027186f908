package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrongUsageIsExplainedTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly | fly",
        "init ./g | --schema",
        "load ./g --data x | --mode",
        "load ./g --data x --mode replace | overwrite, append, merge",
        "load ./g --data x --mode append --branch .. | invalid branch name",
        "sql ./g Q --branch a --snapshot b | mutually exclusive",
        "sql ./g | no query",
        "query --store ./g -e a --query b | mutually exclusive",
        "query --store ./g -e a --branch a --snapshot b | mutually exclusive",
        "mutate --store ./g -e a --params {} --params-file b | mutually exclusive",
        "query --store ./g -e a --format xml | table, kv, csv, json, jsonl",
        "lint ./g | --query",
        "sql ./g Q --format xml | table, kv, csv, json, jsonl",
        "serve | --graph",
        "serve --graph flights | is not NAME=URI",
        "serve --graph a=./x a=./y | --graph 'a' is there twice",
        "serve --graph a=b --port many | many",
        "serve --graph a=b --port 99999 | --port is 99999",
        "serve --graph a=b --port=-1 | --port is -1",
        "commit list ./g --newest | --newest",
      })
  void withCodeTwoAndTheWordThatIsWrong(String line, String named) {
    CommandRun run = CommandRun.of(line.split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("error: ")
        .contains(named)
        .contains("--help")
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "snapshot | no graph addressed — pass a positional URI, --store URI",
        "commit list ./a --store ./b | two graphs addressed",
        "commit list https://example.org/g | is the address of a server",
        "load s3://bucket/g --data x --mode overwrite | pass --yes",
        "commit list /no/such/graph | /no/such/graph",
        "init --schema /no/such.pg /tmp/never | no such file: /no/such.pg",
      })
  void aRefusalHasCodeOneAndNoStackTrace(String line, String named) {
    CommandRun run = CommandRun.of(line.split(" "));

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("error: ").contains(named).doesNotContain("\tat ");
    assertThat(run.err()).doesNotContain("internal error");
  }

  @Test
  void helpIsOnStandardOutputForEachCommand() {
    for (String command :
        List.of(
            "",
            "quickstart",
            "init",
            "load",
            "sql",
            "serve",
            "snapshot",
            "commit list",
            "branch list")) {
      CommandRun run = CommandRun.good((command + " --help").strip().split(" "));
      assertThat(run.out()).contains("Usage: omnigraph " + command);
      assertThat(run.err()).isEmpty();
    }
  }

  @Test
  void theVersionNamesTheStorageStrand() {
    assertThat(CommandRun.good("--version").lines())
        .hasSize(2)
        .first()
        .asString()
        .matches("omnigraph \\d+\\.\\d+\\.\\d+.*");
    assertThat(CommandRun.good("--version").lines().get(1)).isEqualTo("internal-schema 6");
  }

  @Test
  void aSchemaThatIsNoTextSaysWhereAndWhatToDo(@TempDir Path folder) throws IOException {
    Path schema = folder.resolve("latin1.pg");
    Files.write(schema, "node P\u00e9 { a: String @key }".getBytes(StandardCharsets.ISO_8859_1));

    CommandRun run =
        CommandRun.of("init", "--schema", schema.toString(), folder.resolve("g").toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("latin1.pg is not UTF-8 text from byte 6 on");
  }
}

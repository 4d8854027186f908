package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class ConfigFileTest {
  @TempDir Path folder;

  private List<String> expanded(String yaml, String... more) throws IOException {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "serve";
    arguments[1] = "--config";
    arguments[2] = Files.writeString(folder.resolve("server.yaml"), yaml).toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    CommandLine parser = new CommandLine(CommandLine.Model.CommandSpec.create());
    parser.addSubcommand("serve", new ServeCommand());
    List<String> words = ConfigFile.expanded(parser, arguments).words();
    return words.subList(arguments.length, words.size());
  }

  @Test
  void eachKeyIsAnOption() throws IOException {
    assertThat(
            expanded(
                """
                # Who reads this?
                graph:
                  flights: ./flights
                  people: s3://bucket/people
                port: 31338
                statement-timeout: 30s
                host: "::1"
                """))
        .containsExactly(
            "--graph=flights=./flights",
            "--graph=people=s3://bucket/people",
            "--port=31338",
            "--statement-timeout=30s",
            "--host=::1");
  }

  @Test
  void aListIsAsGood() throws IOException {
    assertThat(expanded("graph: [one=./one, two=./two]"))
        .containsExactly("--graph=one=./one", "--graph=two=./two");
  }

  @Test
  void theCommandLineWins() throws IOException {
    String yaml = "graph: {flights: ./flights}\nport: 1\nhost: localhost";

    assertThat(expanded(yaml, "--port", "2")).doesNotContain("--port=1").hasSize(2);
    assertThat(expanded(yaml, "--graph=a=./b", "--port=2")).containsExactly("--host=localhost");
  }

  @Test
  void anEmptyFileSaysNothing() throws IOException {
    assertThat(expanded("# nothing yet\n")).isEmpty();
  }

  @Test
  void whatIsWrongIsNamedWithItsLineAndTheNearestName() {
    assertRefused("host: localhost\nprot: 1", "line 2: there is no option 'prot'", "'port'");
    assertRefused("token_file: x", "line 1: there is no option 'token_file'", "'token-file'");
    assertRefused("\n\nconfig: other.yaml", "line 3: '--config' belongs on the command line");
    assertRefused("help: true", "line 1: '--help' belongs on the command line");
    assertRefused("Port: 1", "there is no option 'Port'", "'port'");
    assertRefused("port: 1\nport: 2", "line 2: 'port' is there twice");
    assertRefused("port: [1, 2]", "line 1: 'port' has to be one value");
    assertRefused("drain:", "line 1: 'drain' has no value");
    assertRefused("tls: {cert: a}", "there is no option 'tls'");
    assertRefused("- port", "line 1: this is no mapping");
    assertRefused("port: \"1", "is not YAML");
  }

  private void assertRefused(String yaml, String... words) {
    assertThatThrownBy(() -> expanded(yaml))
        .as(yaml)
        .isInstanceOf(ParameterException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    CommandRun run = CommandRun.of("serve", "--config", folder.resolve("none.yaml").toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("none.yaml", "there is no such file");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: many | 'port': 'many'",
        "port: 70000 | port is 70000; it can be 0 (any free port) to 65535",
        "memory: 4GB | 'memory': '4GB'",
        "memory: 0 | memory is 0; give at least 1",
        "statement-timeout: -5s | 'statement-timeout': '-5s' is no time",
        "statement-memory: 5 | 'statement-memory': 5 is too little; give at least",
        "compute-memory: 5 | 'compute-memory': 5 is too little; give at least",
        "session-idle: soon | 'session-idle': 'soon' is no time",
        "session-idle: 0 | session-idle is 0; give some time",
        "drain: 1 day | 'drain': '1 day' is no time",
        "slow-statement: slow | 'slow-statement': 'slow' is no time",
        "log-format: xml | log-format is 'xml'; it can be text or json",
        "bulk-rows: -1 | bulk-rows is -1; give at least 1",
        "principal-statements: -1 | principal-statements is -1; 0 is no limit",
        "principal-memory: 5 | principal-memory is 5; give at least 33554432",
        "metrics-port: -1 | metrics-port is -1",
        "otlp-endpoint: localhost:4318 | otlp-endpoint is 'localhost:4318'; write it like http://",
        "otlp-endpoint: ftp://localhost | otlp-endpoint is 'ftp://localhost'",
        "otlp-endpoint: 'http://' | 'otlp-endpoint'",
        "audit-log-bytes: 0 | audit-log-bytes is 0; give at least 1",
      })
  void aValueThatTheOptionDoesNotTakeIsNamedAsItStandsInTheFile(String line, String message)
      throws IOException {
    Path file = Files.writeString(folder.resolve("server.yaml"), "graph: {a: b}\n" + line);

    CommandRun run = CommandRun.of("serve", "--config=" + file);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(file + " line 2: ", message).doesNotContain("--" + key(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[one, two=./two] | graph 'one' is not NAME=URI, as in flights=./flights",
        "[a=./a, a=./b] | graph 'a' is there twice; each graph needs a name of its own",
        "{a: ./a, a: ./b} | graph 'a' is there twice",
        "{a: 'http://localhost:1/a'} | graph 'a': 'http://localhost:1/a' is the address of a server",
        "{a: ' '} | graph 'a': the address of the graph is empty",
        "[] | 'graph' has no value; give one, or leave the line out",
        "{} | 'graph' has no value",
      })
  void whatIsNoGraphIsNamedAsItStandsInTheFile(String value, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("server.yaml"), "port: 0\ngraph: " + value);

    CommandRun run = CommandRun.of("serve", "--config=" + file);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(file + " line 2: ", message).doesNotContain("--graph=");
  }

  @Test
  void whatIsNoGraphOfTheCommandLineIsNamedAsItStandsThere() {
    CommandRun run = CommandRun.of("serve", "--graph=one");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--graph 'one' is not NAME=URI");
  }

  private static String key(String line) {
    return line.substring(0, line.indexOf(':'));
  }

  @Test
  void aValueOfTheCommandLineIsNamedAsItStandsThere() throws IOException {
    Path file = Files.writeString(folder.resolve("server.yaml"), "graph: {a: b}\nport: 1");

    CommandRun run = CommandRun.of("serve", "--config=" + file, "--port=many");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("'--port'").doesNotContain("line 2");
  }
}

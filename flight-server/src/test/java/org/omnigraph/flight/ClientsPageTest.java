package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;

/** The Python examples of the clients' pages and of our package, by {@code page.py}. */
class ClientsPageTest {
  private static final Path ROOT = FlightsServer.data().resolve("../..").normalize();

  @RegisterExtension static final WeekServer SERVER = new WeekServer();

  private static List<Path> pages() throws Exception {
    List<Path> pages = new ArrayList<>();
    pages.add(ROOT.resolve("docs/CLIENTS.md"));
    pages.add(ROOT.resolve("python/README.md"));
    try (Stream<Path> files = Files.list(ROOT.resolve("docs/clients"))) {
      files.sorted().forEach(pages::add);
    }
    return pages;
  }

  @TestFactory
  Stream<DynamicTest> everyPythonExamplePrintsWhatItsPageSays() throws Exception {
    List<String> names = new ArrayList<>();
    List<String> arguments = new ArrayList<>(List.of(SERVER.uri()));
    for (Path page : pages()) {
      long examples = Files.readString(page).lines().filter("```python"::equals).count();
      for (int i = 1; i <= examples; i++) {
        names.add(page.getFileName() + " " + i);
      }
      arguments.add(page.toString());
    }
    assertThat(names).contains("adbc.md 1", "pandas.md 2", "polars.md 2", "README.md 1");
    return PythonEnvironment.require()
        .cases(SERVER.folder(), names, "page.py", arguments.toArray(String[]::new));
  }

  /** What the script says of the branch that its reader makes by the command. */
  @Test
  void theNotebookRunsFromTheBranchToTheChart() throws Exception {
    try (Graph graph =
        Graph.open(SERVER.folder().resolve("flights").toString(), GraphConfig.defaults())) {
      graph.createBranch(BranchName.of("review"), BranchName.MAIN);
    }
    Path output = SERVER.folder().resolve("notebook");
    String script = ROOT.resolve("python/examples/review.py").toString();

    Process process =
        PythonEnvironment.require()
            .script(script, SERVER.uri())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(output);
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said.lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsSubsequence(
            "loaded 2",
            "merged 2",
            "update B6 JetBlue",
            "insert ZA Alpha Air",
            "insert ZB Beta Air",
            "insert ZC Gamma Air",
            "chart (7, 3) ['JetBlue', 'United Air Lines Inc.', 'ExpressJet Airlines Inc.']");
  }
}

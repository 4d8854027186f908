package org.omnigraph.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.schema.SchemaCompiler;

/**
 * Damaged schemas and damaged lines are refused with a typed error that says where, and leave
 * nothing. Prints its seed; {@code -Dmalformed.seed=…} runs one again.
 */
class MalformedInputTest {
  private static final String DOMAIN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  private static final int OF_ONE_GRAPH = 100;

  @TempDir Path folder;

  @Test
  @Tag("V-029")
  void aFewHundredDamagedTexts() throws IOException {
    damagedSchemas(250);
    damagedLines(250);
  }

  @Test
  @Tag("fuzz")
  void manyDamagedSchemas() {
    damagedSchemas(5_000);
  }

  @Test
  @Tag("fuzz")
  void manyDamagedLines() throws IOException {
    damagedLines(5_000);
  }

  private static long seed(String what, int count) {
    long seed = Long.getLong("malformed.seed", new SplittableRandom().nextLong());
    System.out.println(what + ": " + count + " with seed " + seed);
    return seed;
  }

  private void damagedSchemas(int wanted) {
    Random random = new Random(seed("damaged schemas", wanted));
    Path place = folder.resolve("refused");
    for (int refused = 0; refused < wanted; ) {
      String text = Mutation.of(RandomSchema.of(random).text(random), random);
      try {
        SchemaCompiler.accept(text, DOMAIN);
      } catch (InvalidRequest e) {
        refused++;
        assertPlain(e, text, "(?s)schema line \\d+, column \\d+: .+");
        assertLeavesNothing(place, text);
      } catch (RuntimeException e) {
        throw new AssertionError("no typed error for the schema\n" + text, e);
      }
    }
  }

  private static void assertLeavesNothing(Path place, String text) {
    try (Graph graph = Graph.init(place.toString(), text, GraphConfig.defaults())) {
      throw new AssertionError("made a graph at " + graph.uri() + " of\n" + text);
    } catch (InvalidRequest e) {
      assertThat(place).doesNotExist();
    }
  }

  private void damagedLines(int wanted) throws IOException {
    Random random = new Random(seed("damaged lines", wanted));
    int graphs = 0;
    for (int refused = 0; refused < wanted; ) {
      RandomSchema schema = RandomSchema.of(random);
      List<RandomRows.Row> rows = RandomRows.of(schema, random, 3);
      String place = folder.resolve("g" + graphs++).toString();
      try (Graph graph = Graph.init(place, schema.text(), GraphConfig.defaults())) {
        for (int i = 0; i < OF_ONE_GRAPH && refused < wanted; i++) {
          refused += isRefused(graph, damaged(rows, random)) ? 1 : 0;
        }
        assertThat(graph.allocator().getAllocatedMemory()).isZero();
      }
    }
  }

  private static String damaged(List<RandomRows.Row> rows, Random random) {
    int which = random.nextInt(rows.size());
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      String line = rows.get(i).line();
      lines.append(i == which ? Mutation.of(line, random) : line).append('\n');
    }
    return lines.toString();
  }

  private boolean isRefused(Graph graph, String lines) throws IOException {
    Path file = Files.write(folder.resolve("data.jsonl"), lines.getBytes(StandardCharsets.UTF_8));
    Snapshot before = graph.snapshot(BranchName.MAIN);
    LoadRequest load = new LoadRequest(file, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty());
    try {
      graph.load(load, LoadProgress.NONE);
      return false;
    } catch (GraphException e) {
      assertPlain(e, lines, "(?s).*\\bline \\d+\\b.*");
      assertThat(graph.snapshot(BranchName.MAIN)).isEqualTo(before);
      assertThat(Path.of(graph.uri(), "__recovery"))
          .satisfiesAnyOf(
              sidecars -> assertThat(sidecars).doesNotExist(),
              sidecars -> assertThat(sidecars).isEmptyDirectory());
      return true;
    } catch (RuntimeException e) {
      throw new AssertionError("no typed error for the lines\n" + lines, e);
    }
  }

  private static void assertPlain(GraphException e, String text, String place) {
    assertThat(e.getMessage())
        .as("of\n%s", text)
        .matches(place)
        .doesNotContain("\tat ", "Exception", "java.", "null pointer");
  }
}

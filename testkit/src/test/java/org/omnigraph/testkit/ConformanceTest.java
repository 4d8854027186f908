package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/CONFORMANCE.md} says what the tests show: one line a behaviour, with the tests that
 * carry its id as a tag. Written anew with {@code -Dconformance.write=true}.
 */
class ConformanceTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGE = ROOT.resolve("docs/CONFORMANCE.md");
  private static final Path ROWS = Path.of("src/test/resources/conformance/rows.tsv");
  private static final String AGAIN =
      "docs/CONFORMANCE.md is stale; write it anew with mvn -pl testkit -am test"
          + " -Dtest=ConformanceTest -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dconformance.write=true";
  private static final Pattern TAG =
      Pattern.compile("@Tag\\(\"([A-Z]{1,2}-\\d{3})\"\\)|\\bvoid (\\w+)\\(");

  private record Row(String id, boolean core, String behaviour, String why) {}

  private record Area(String letters, String name, List<Row> rows) {}

  @Test
  void thePageSaysWhatTheTestsShow() throws IOException {
    SortedMap<String, SortedSet<String>> tests = taggedTests();
    List<Area> areas = areas();
    assertThat(areas.stream().flatMap(area -> area.rows().stream()).map(Row::id))
        .doesNotHaveDuplicates()
        .as("tags without a row")
        .containsAll(tests.keySet());
    String page = page(areas, tests);
    if (Boolean.getBoolean("conformance.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).as(AGAIN).isEqualTo(page);
  }

  private static SortedMap<String, SortedSet<String>> taggedTests() throws IOException {
    SortedMap<String, SortedSet<String>> tests = new TreeMap<>();
    List<Path> modules;
    try (Stream<Path> folders = Files.list(ROOT)) {
      modules = folders.map(folder -> folder.resolve("src/test/java")).toList();
    }
    for (Path module : modules) {
      if (Files.exists(module)) {
        try (Stream<Path> files = Files.walk(module)) {
          for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
            addTagged(file, tests);
          }
        }
      }
    }
    return tests;
  }

  private static void addTagged(Path file, Map<String, SortedSet<String>> tests)
      throws IOException {
    String name = file.getFileName().toString().replace(".java", "");
    List<String> waiting = new ArrayList<>();
    Matcher found = TAG.matcher(Files.readString(file));
    while (found.find()) {
      if (found.group(1) != null) {
        waiting.add(found.group(1));
      } else {
        for (String id : waiting) {
          tests
              .computeIfAbsent(id, i -> new TreeSet<>())
              .add("`" + name + "#" + found.group(2) + "`");
        }
        waiting.clear();
      }
    }
    assertThat(waiting).as("tags of no test in %s", file).isEmpty();
  }

  private static List<Area> areas() throws IOException {
    Map<String, Area> areas = new LinkedHashMap<>();
    Map<String, String> why = new LinkedHashMap<>();
    for (String line : Files.readAllLines(ROWS)) {
      if (line.startsWith("#")) {
        continue;
      }
      String[] cells = line.split("\t", -1);
      if (!cells[0].contains("-")) {
        areas.put(cells[0], new Area(cells[0], cells[1], new ArrayList<>()));
        why.put(cells[0], cells[2]);
        continue;
      }
      String area = cells[0].substring(0, cells[0].indexOf('-'));
      String reason = cells.length > 3 ? cells[3] : why.get(area);
      areas.get(area).rows().add(new Row(cells[0], cells[1].equals("core"), cells[2], reason));
    }
    return List.copyOf(areas.values());
  }

  private static String page(List<Area> areas, Map<String, SortedSet<String>> tests) {
    StringBuilder page = new StringBuilder();
    page.append("# Conformance\n\n")
        .append("Made by `ConformanceTest` from the tags of the tests; do not edit. A row is green")
        .append(" when a test carries its id, and `mvn verify` fails when that test does.\n")
        .append("**Core** rows come first; the others are the second ring.\n\n")
        .append("| area | core green | core open | second green | second open |\n")
        .append("| --- | --- | --- | --- | --- |\n");
    for (Area area : areas) {
      page.append("| ").append(area.letters()).append(' ').append(area.name());
      for (boolean core : List.of(true, false)) {
        for (boolean green : List.of(true, false)) {
          long count =
              area.rows().stream()
                  .filter(row -> row.core() == core && tests.containsKey(row.id()) == green)
                  .count();
          page.append(" | ").append(count);
        }
      }
      page.append(" |\n");
    }
    for (Area area : areas) {
      page.append("\n## ").append(area.letters()).append(". ").append(area.name()).append("\n\n");
      page.append("| id | behaviour | shown by |\n| --- | --- | --- |\n");
      for (Row row : area.rows()) {
        SortedSet<String> by = tests.get(row.id());
        page.append("| ")
            .append(row.core() ? "**" + row.id() + "**" : row.id())
            .append(" | ")
            .append(row.behaviour().replace("|", "\\|"))
            .append(" | ")
            .append(by == null ? "open: " + row.why() : String.join(", ", by))
            .append(" |\n");
      }
    }
    return page.toString();
  }
}

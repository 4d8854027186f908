package org.omnigraph.engine.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.StagingFixture;
import org.omnigraph.engine.pending.TestBatch;
import org.omnigraph.engine.pending.WriteMode;

/** Validation range by range finds what validation in memory finds, whatever the limit. */
class PassesTest {
  private static final String SCHEMA =
      """
      node Person {
        name: String @key
        email: String? @unique
        a: String?
        b: String?
        @unique(a, b)
      }
      node Team { title: String? @unique }
      edge Knows: Person -> Person { @unique(src, dst) }
      edge Owns: Person -> Team @card(0..2)
      edge Leads: Person -> Team @card(1..1)
      edge Backs: Person -> Team @card(2..3)
      """;

  private static final List<String> TYPES =
      List.of("node:Person", "node:Team", "edge:Knows", "edge:Owns", "edge:Leads", "edge:Backs");
  private static final int PEOPLE = 12;
  private static final int TEAMS = 5;
  private static final int GRAPHS = 3;
  private static final int CHANGES = 50;

  /** The least make several ranges of a few rows. */
  private static final long[] LIMITS = {256, 512, 1024, 8192};

  @TempDir Path root;
  private final List<StagingFixture> graphs = new ArrayList<>();

  @AfterEach
  void close() {
    graphs.forEach(StagingFixture::close);
  }

  private StagingFixture graph(String name) {
    StagingFixture graph = new StagingFixture(root.resolve(name), SCHEMA);
    graphs.add(graph);
    return graph;
  }

  /** Rows of one type as one statement adds them. */
  private record Input(String type, WriteMode mode, Map<String, String[]> columns) {}

  private record Change(List<Input> inputs, Map<String, Set<String>> deleted) {}

  @Test
  void randomChangesHaveTheSameFirstViolation() {
    long seed = new Random().nextLong();
    System.out.println("PassesTest seed " + seed);
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int g = 0; g < GRAPHS; g++) {
      StagingFixture graph = graph("g" + g);
      commit(graph, random);
      for (int c = 0; c < CHANGES; c++) {
        Change change = change(random);
        String expected = outcome(graph, change, Long.MAX_VALUE);
        long limit = LIMITS[random.nextInt(LIMITS.length)];
        assertThat(outcome(graph, change, limit))
            .as("seed %d, graph %d, change %d, limit %d: %s", seed, g, c, limit, describe(change))
            .isEqualTo(expected);
        outcomes.merge(kind(expected), 1, Integer::sum);
      }
    }
    assertThat(outcomes).hasSizeGreaterThan(8).containsKey("accepted");
  }

  /** A valid graph. */
  private static void commit(StagingFixture graph, Random random) {
    String[] names = names("p", PEOPLE);
    String[] emails = names("e", PEOPLE);
    for (int i = 0; i < PEOPLE; i++) {
      emails[i] = random.nextInt(4) == 0 ? null : emails[i];
    }
    graph.commit(
        "node:Person",
        graph.batch().text("name", names).text("email", emails).text("a", names).text("b", names));
    String[] teams = names("t", TEAMS);
    graph.commit("node:Team", graph.batch().text("id", teams).text("title", teams));
    commitEdges(graph, "edge:Knows", random, 1, true);
    commitEdges(graph, "edge:Owns", random, random.nextInt(3), false);
    commitEdges(graph, "edge:Leads", random, 1, false);
    commitEdges(graph, "edge:Backs", random, 2 + random.nextInt(2), false);
  }

  private static void commitEdges(
      StagingFixture graph, String type, Random random, int each, boolean betweenPeople) {
    List<String> ids = new ArrayList<>();
    List<String> src = new ArrayList<>();
    List<String> dst = new ArrayList<>();
    for (int person = 0; person < PEOPLE; person++) {
      for (int i = 0; i < (random.nextInt(3) == 0 ? 0 : each); i++) {
        ids.add("x" + ids.size());
        src.add("p" + person);
        dst.add(betweenPeople ? "p" + random.nextInt(PEOPLE) : "t" + random.nextInt(TEAMS));
      }
    }
    if (!ids.isEmpty()) {
      graph.commit(
          type,
          graph
              .batch()
              .text("id", ids.toArray(String[]::new))
              .text("src", src.toArray(String[]::new))
              .text("dst", dst.toArray(String[]::new)));
    }
  }

  private static String[] names(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
  }

  private static Change change(Random random) {
    List<Input> inputs = new ArrayList<>();
    Map<String, Set<String>> deleted = new TreeMap<>();
    // The fewer strange values there are, the further a change gets before it is refused.
    int strange = new int[] {5, 20, 100, 1000}[random.nextInt(4)];
    boolean sameMode = random.nextInt(3) > 0;
    WriteMode mode = anyMode(random);
    for (String type : TYPES) {
      if (sameMode || random.nextInt(3) == 0) {
        mode = sameMode ? mode : anyMode(random);
        inputs.add(input(type, mode, random, strange));
        if (mode != WriteMode.REPLACE && random.nextInt(strange) == 0) {
          inputs.add(input(type, mode, random, strange));
        }
      }
      if (random.nextInt(strange) == 0) {
        deleted.put(type, new TreeSet<>(Set.of(committedId(type, random))));
      }
    }
    Collections.shuffle(inputs, random);
    return new Change(inputs, deleted);
  }

  private static WriteMode anyMode(Random random) {
    return WriteMode.values()[random.nextInt(3)];
  }

  private static String committedId(String type, Random random) {
    return switch (type) {
      case "node:Person" -> "p" + random.nextInt(PEOPLE);
      case "node:Team" -> "t" + random.nextInt(TEAMS);
      default -> "x" + random.nextInt(PEOPLE);
    };
  }

  private static Input input(String type, WriteMode mode, Random random, int strange) {
    Map<String, String[]> columns = new TreeMap<>();
    int rows = 1 + random.nextInt(12);
    boolean all = mode == WriteMode.REPLACE && random.nextInt(strange) > 0;
    String people = mode == WriteMode.INSERT ? "new" : "p";
    if (type.equals("node:Person")) {
      String[] names = ids(people, all, PEOPLE, rows);
      vary(names, names("p", PEOPLE), random, strange);
      columns.put("name", names);
      columns.put("email", values(names, "e", PEOPLE, random, strange));
      columns.put("a", values(names, "p", PEOPLE, random, strange));
      columns.put("b", values(names, "p", PEOPLE, random, strange));
    } else if (type.equals("node:Team")) {
      String[] ids = ids(mode == WriteMode.INSERT ? "new" : "t", all, TEAMS, rows);
      vary(ids, names("t", TEAMS), random, strange);
      columns.put("id", ids);
      columns.put("title", values(ids, "t", TEAMS, random, strange));
    } else {
      int each = type.equals("edge:Backs") ? 2 : 1;
      String[] ids = ids(mode == WriteMode.INSERT ? "new" : "x", all, each * PEOPLE, each * rows);
      vary(ids, names("x", PEOPLE), random, strange);
      if (random.nextInt(3) > 0) {
        columns.put("id", ids);
      }
      columns.put("src", ends(people, PEOPLE, ids.length, each, random, strange));
      columns.put(
          "dst",
          type.equals("edge:Knows")
              ? ends(people, PEOPLE, ids.length, each, random, strange)
              : ends("t", TEAMS, ids.length, each, random, strange));
    }
    return new Input(type, mode, columns);
  }

  private static String[] ids(String prefix, boolean all, int count, int rows) {
    return names(prefix, all ? count : Math.min(rows, count));
  }

  /** Once in a while another value. */
  private static void vary(String[] values, String[] others, Random random, int strange) {
    for (int i = 0; i < values.length; i++) {
      if (random.nextInt(strange) == 0) {
        values[i] = others[random.nextInt(others.length)];
      }
    }
  }

  private static String[] values(
      String[] names, String prefix, int count, Random random, int strange) {
    String[] values = new String[names.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(3) == 0 ? null : names[i];
    }
    vary(values, names(prefix, count), random, strange);
    return values;
  }

  private static String[] ends(
      String prefix, int count, int rows, int each, Random random, int strange) {
    String[] ends = new String[rows];
    for (int i = 0; i < rows; i++) {
      ends[i] = prefix + (i / each + (random.nextInt(strange) == 0 ? 1 : 0)) % count;
    }
    vary(ends, new String[] {"new0", "new1", "nobody"}, random, strange);
    return ends;
  }

  private static String outcome(StagingFixture graph, Change change, long limit) {
    graph.limitState(limit);
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      for (Input input : change.inputs()) {
        TestBatch batch = graph.batch();
        input.columns().forEach(batch::text);
        graph.add(staging, input.type(), input.mode(), batch);
      }
      ChangeSet staged = staging.changeSet();
      assertThat(staged.facts().isPartial())
          .isEqualTo(limit < Long.MAX_VALUE && !change.inputs().isEmpty());
      ChangeSet changes = withDeletions(graph, staged, change.deleted());
      new Validator(graph.schema, graph.tables, graph.allocator).validate(changes, staging.base());
      return "accepted";
    } catch (GraphException e) {
      return e.getClass().getSimpleName() + ": " + e.getMessage().replaceAll("01HZ\\w+", "ULID");
    }
  }

  private static ChangeSet withDeletions(
      StagingFixture graph, ChangeSet staged, Map<String, Set<String>> deleted) {
    TreeMap<TypeKey, TypeChange> changes = new TreeMap<>(staged.changes());
    deleted.forEach(
        (type, ids) -> {
          TypeKey key = TypeKey.parse(type);
          TypeChange with = changes.get(key);
          changes.put(
              key,
              with == null
                  ? TypeChange.deleting(graph.type(type), ids)
                  : new TypeChange(with.type(), with.mode(), with.rows(), ids));
        });
    return new ChangeSet(staged.base(), changes, staged.facts());
  }

  private static String kind(String outcome) {
    return outcome.replaceAll("'[^']*'|\\d+|\\(first at.*", "").replaceAll(" value .*", "");
  }

  private static String describe(Change change) {
    StringBuilder text = new StringBuilder();
    for (Input input : change.inputs()) {
      text.append('\n').append(input.type()).append(' ').append(input.mode());
      input.columns().forEach((c, v) -> text.append("\n  ").append(c).append(Arrays.toString(v)));
    }
    return text.append("\nwithout ").append(change.deleted()).toString();
  }

  // ---- upserts that go to files as they come

  private static final int MANY = 9_000;

  /** The repetition of an id is told where it is found: as the row comes, or at validation. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 200_000})
  void anIdTwiceInALargeUpsertIsRefused(long limit) {
    StagingFixture graph = graph("upsert");
    graph.limitState(limit);
    String[] ids = names("t", MANY);
    ids[MANY - 1] = "t17";
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      assertThatThrownBy(
              () -> {
                graph.add(staging, "node:Team", WriteMode.UPSERT, graph.batch().text("id", ids));
                assertThat(limit).isLessThan(Long.MAX_VALUE);
                graph.validate(staging);
              })
          .isInstanceOf(InvalidRequest.class)
          .hasMessage(
              "Team.csv row 9000: node:Team gets id 't17' a second time (first at Team.csv row"
                  + " 18); an upsert of more than 8192 rows takes each id once");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 200_000})
  void aLargeUpsertIsComparedWithCommittedRows(long limit) {
    StagingFixture graph = graph("upsert");
    graph.commit(
        "node:Team", graph.batch().text("id", "t1", "other").text("title", "a", "title8999"));
    graph.limitState(limit);
    for (boolean clash : new boolean[] {true, false}) {
      String[] titles = names("title", MANY);
      titles[MANY - 1] = clash ? titles[MANY - 1] : "a";
      try (MutationStaging staging = graph.staging(Budget.BULK)) {
        graph.add(
            staging,
            "node:Team",
            WriteMode.UPSERT,
            graph.batch().text("id", names("t", MANY)).text("title", titles));
        assertThat(staging.changeSet().facts().isPartial()).isEqualTo(limit < Long.MAX_VALUE);
        if (clash) {
          assertThatThrownBy(() -> graph.validate(staging))
              .isInstanceOf(InvalidRequest.class)
              .hasMessage(
                  "Team.csv row 9000: @unique violation on Team.title: value 'title8999' held by"
                      + " 'other' and 't8999'");
        } else {
          graph.validate(staging);
        }
      }
    }
  }

  /** A row that a later one of the same input replaced counts, although it is gone. */
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 64})
  void aLargeUpsertRemembersWhatItsFirstRowsRepeat(long limit) {
    StagingFixture graph = graph("upsert");
    graph.limitState(limit);
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      var sink = staging.rows(TypeKey.node("Team"), WriteMode.UPSERT);
      try (var first = graph.batch().text("id", "t", "t").text("title", "x", "y").build();
          var rest =
              graph.batch().text("id", names("n", MANY)).text("title", names("n", MANY)).build();
          var last = graph.batch().text("id", "z").text("title", "x").build()) {
        var none =
            new org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider();
        sink.open(first.getSchema());
        sink.add(first, none, row -> "first " + row);
        sink.add(rest, none, row -> "rest " + row);
        sink.add(last, none, row -> "last " + row);
      }
      assertThatThrownBy(() -> graph.validate(staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessage(
              "last 0: @unique violation on Team.title: value 'x' held by first 0 and 'z' (first at"
                  + " first 0)");
    }
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.write.Receipt;

/** A load is one commit of files, checked whole before anything is visible. */
class LoadingGraphTest {
  private static final TypeKey PERSON = TypeKey.node("Person");
  private static final TypeKey NOTE = TypeKey.node("Note");
  private static final TypeKey CITY = TypeKey.node("City");
  private static final TypeKey KNOWS = TypeKey.edge("Knows");
  private static final TypeKey LIVES_IN = TypeKey.edge("LivesIn");

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node Person {
            name: String @key
            mood: enum(calm, busy)?
            age: I32? @range(age, 0..150)
            email: String? @unique
            tags: [String]? scores: [F64]? vector: Vector(2)? avatar: Blob?
            born: Date? seen: DateTime? big: U64? small: U32? height: F32?
          }
          node City { country: String code: I32 @key(country, code) }
          node Note { text: String }
          edge Knows: Person -> Person { since: I64? @unique(src, dst) }
          edge LivesIn: Person -> City @card(0..1)
          """);

  @TempDir Path folder;

  @Test
  @Tag("L-001")
  @Tag("L-043")
  @Tag("L-045")
  void everyValueComesBack() throws IOException {
    Receipt receipt =
        load(
            LoadMode.OVERWRITE,
            """
            {"edge":"knows","from":"ada","to":"bob","data":{"since":9007199254740993}}
            {"type":"Person","data":{"name":"ada","mood":"busy","age":36,"tags":["a","ü"],"scores":[],"vector":[0.5,1],"avatar":"base64:aGk=","born":"1815-12-10","seen":"1852-11-27T10:11:12.345Z","big":18446744073709551615,"small":4294967295,"height":1.65}}
            {"type":"Person","data":{"name":"bob"}}
            {"type":"City","data":{"country":"DE","code":-7}}
            {"edge":"LivesIn","from":"ada","to":"[\\"-7\\",\\"DE\\"]"}
            {"type":"Note","data":{"id":"n1","text":"t"}}
            """);

    assertThat(receipt.manifestVersion()).isEqualTo(2);
    assertThat(receipt.written())
        .isEqualTo(Map.of(PERSON, 2L, CITY, 1L, NOTE, 1L, KNOWS, 1L, LIVES_IN, 1L));
    assertThat(harness.rows(PERSON).get("ada"))
        .contains(
            entry("mood", "busy"),
            entry("age", 36),
            entry("scores", List.of()),
            entry("vector", List.of(0.5f, 1f)),
            entry("born", -56270),
            entry("seen", LocalDateTime.parse("1852-11-27T10:11:12.345")),
            entry("big", -1L),
            entry("small", -1),
            entry("height", 1.65f));
    assertThat(harness.rows(PERSON).get("bob")).containsEntry("mood", null);
    assertThat(harness.rows(CITY)).containsOnlyKeys("[\"-7\",\"DE\"]");
    assertThat(harness.rows(NOTE)).isEqualTo(Map.of("n1", Map.of("text", "t")));
    assertThat(harness.rows(KNOWS).values())
        .containsExactly(Map.of("src", "ada", "dst", "bob", "since", 9007199254740993L));
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("L-002")
  @Tag("L-003")
  @Tag("L-033")
  void appendRefusesAnExistingIdAndChangesNothing() throws IOException {
    load(LoadMode.APPEND, person("ada", ",\"age\":1"));

    refused(LoadMode.APPEND, person("bob", "") + person("ada", ",\"age\":2"))
        .isInstanceOf(KeyConflict.class)
        .hasMessageContaining("'ada'");

    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(PERSON).get("ada")).containsEntry("age", 1);
    load(LoadMode.APPEND, person("bob", ""));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("N-001")
  @Tag("N-015")
  @Tag("N-016")
  void eachBatchIsACommitThatAnotherHandleSeesAtOnceAndABadOneIsNone() throws IOException {
    try (Graph other = Graph.open(harness.directory().toString(), GraphConfig.defaults())) {
      int before = other.commits(BranchName.MAIN).size();
      for (int i = 1; i <= 3; i++) {
        CommitId commit =
            load(LoadMode.MERGE, person("p" + i, ",\"age\":" + i)).commit().orElseThrow();

        assertThat(other.commits(BranchName.MAIN)).hasSize(before + i);
        assertThat(other.commits(BranchName.MAIN).get(0).id()).isEqualTo(commit);
        assertThat(other.snapshot(BranchName.MAIN).table(PERSON).rowCount()).isEqualTo(i);
      }

      refused(LoadMode.MERGE, person("p4", "") + person("p5", ",\"age\":151"));

      assertThat(other.commits(BranchName.MAIN)).hasSize(before + 3);
      assertThat(harness.rows(PERSON)).containsOnlyKeys("p1", "p2", "p3");
    }
  }

  @Test
  @Tag("L-004")
  void mergeUpdatesAndInserts() throws IOException {
    load(LoadMode.APPEND, person("ada", ",\"age\":1") + person("bob", ""));

    load(LoadMode.MERGE, person("ada", ",\"age\":2") + person("eve", ""));

    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(PERSON).get("ada")).containsEntry("age", 2);
  }

  @Test
  @Tag("L-006")
  @Tag("L-008")
  void overwriteReplacesTouchedTypesOnly() throws IOException {
    load(LoadMode.APPEND, person("ada", "") + "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}\n");

    load(LoadMode.OVERWRITE, person("eve", "") + knows("eve", "eve", ""));

    assertThat(harness.rows(PERSON)).containsOnlyKeys("eve");
    assertThat(harness.rows(NOTE)).hasSize(1);
  }

  @Test
  @Tag("L-007")
  void anOverwriteWithoutRowsEmptiesTheType() throws IOException {
    load(LoadMode.APPEND, person("ada", ""));
    Files.createDirectories(folder.resolve("nodes"));
    Files.writeString(folder.resolve("nodes/Person.csv"), "name,age\n");

    harness.graph().load(request(folder, LoadMode.OVERWRITE), LoadProgress.NONE);

    assertThat(harness.rows(PERSON)).isEmpty();
    assertThat(harness.graph().snapshot(BranchName.MAIN).table(PERSON).rowCount()).isZero();
  }

  @Test
  @Tag("L-009")
  void anOverwriteThatStrandsAnEdgeIsRefused() throws IOException {
    load(LoadMode.APPEND, person("ada", "") + person("bob", "") + knows("ada", "bob", ""));

    refused(LoadMode.OVERWRITE, person("ada", ""))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("bob");
  }

  @Test
  @Tag("L-010")
  @Tag("L-034")
  void tooManyEdgesOfOneSourceAreRefused() throws IOException {
    String cities =
        "{\"type\":\"City\",\"data\":{\"country\":\"DE\",\"code\":1}}\n"
            + "{\"type\":\"City\",\"data\":{\"country\":\"DE\",\"code\":2}}\n";
    String edge = "{\"edge\":\"LivesIn\",\"from\":\"ada\",\"to\":\"[\\\"%d\\\",\\\"DE\\\"]\"}\n";

    refused(LoadMode.OVERWRITE, person("ada", "") + cities + edge.formatted(1) + edge.formatted(2))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("@card")
        .hasMessageContaining("LivesIn");
  }

  @Test
  @Tag("L-011")
  @Tag("L-012")
  void appendHasARowBudgetAndOverwriteHasNone() throws IOException {
    String rows = "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}\n".repeat(8_192);
    String one = "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}\n";

    refused(LoadMode.APPEND, rows + one)
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("8192");
    load(LoadMode.APPEND, rows);
    assertThat(harness.rows(NOTE)).hasSize(8_192);
    load(LoadMode.OVERWRITE, rows + rows + rows);
    assertThat(harness.rows(NOTE)).hasSize(3 * 8_192);
  }

  @Test
  @Tag("L-017")
  @Tag("L-018")
  void oneIdTwiceInAnInputIsRefused() throws IOException {
    String note = "{\"type\":\"Note\",\"data\":{\"id\":\"n\",\"text\":\"t\"}}\n";
    for (LoadMode mode : LoadMode.values()) {
      refused(mode, person("ada", "") + person("ada", "")).hasMessageContaining("ada");
    }
    refused(LoadMode.APPEND, note + note).hasMessageContaining("'n'");
    refused(LoadMode.OVERWRITE, note + note).hasMessageContaining("'n'");
  }

  @Test
  @Tag("L-019")
  void anEdgeIdTwiceInAMergeKeepsTheLastAndCountsOnce() throws IOException {
    String city = "{\"type\":\"City\",\"data\":{\"country\":\"DE\",\"code\":%d}}\n";
    String edge =
        "{\"edge\":\"LivesIn\",\"from\":\"ada\",\"to\":\"[\\\"%d\\\",\\\"DE\\\"]\",\"data\":{\"id\":\"e\"}}\n";

    load(
        LoadMode.MERGE,
        person("ada", "")
            + city.formatted(1)
            + city.formatted(2)
            + edge.formatted(1)
            + edge.formatted(2));

    assertThat(harness.rows(LIVES_IN))
        .isEqualTo(Map.of("e", Map.of("src", "ada", "dst", "[\"2\",\"DE\"]")));
  }

  @Test
  @Tag("L-024")
  @Tag("L-025")
  @Tag("N-008")
  void aGivenIdMustBeTheOneTheKeyMakes() throws IOException {
    load(LoadMode.APPEND, person("ada", ",\"id\":\"ada\""));

    refused(LoadMode.APPEND, person("eve", "") + person("bob", ",\"id\":\"robert\""))
        .hasMessageContaining("load.jsonl line 2")
        .hasMessageContaining("robert");
  }

  @Test
  @Tag("V-029")
  void everyViolationIsABadRequestThatLeavesNothing() throws IOException {
    load(LoadMode.APPEND, person("ada", ",\"email\":\"x\"") + person("bob", ""));
    load(LoadMode.APPEND, knows("ada", "bob", ""));
    for (String lines :
        List.of(
            person("eve", ",\"mood\":\"cross\""),
            person("eve", ",\"age\":151"),
            person("eve", ",\"email\":\"x\""),
            person("eve", ",\"vector\":[1]"),
            person("eve", ",\"small\":-1"),
            person("eve", ",\"tags\":[1]"),
            person("eve", "") + person("eve", ""),
            "{\"type\":\"Note\",\"data\":{\"text\":null}}\n",
            "{\"type\":\"City\",\"data\":{\"country\":\"DE\"}}\n",
            knows("ada", "bob", "\"id\":\"again\""),
            knows("ada", "nobody", ""))) {
      refused(LoadMode.APPEND, person("kim", "") + lines).isInstanceOf(InvalidRequest.class);
      refused(LoadMode.MERGE, person("kim", "") + lines).isInstanceOf(InvalidRequest.class);
    }
    Graph reopened = harness.reopen();
    for (TableEntry entry : reopened.snapshot(BranchName.MAIN).tables().values()) {
      Path versions = harness.directory().resolve(entry.path()).resolve("_versions");
      assertThat(versions.toFile().list((place, name) -> name.endsWith(".manifest")))
          .as("versions of %s", entry.key())
          .hasSize((int) entry.version());
    }
  }

  @Test
  void messagesNamePlacePropertyAndValue() throws IOException {
    refused(LoadMode.APPEND, person("ada", "") + "\n" + person("bob", ",\"mood\":\"sad\""))
        .hasMessageContaining("load.jsonl line 3")
        .hasMessageContaining("invalid enum value 'sad' for Person.mood (expected: busy, calm)");
    refused(LoadMode.APPEND, person("ada", ",\"age\":151"))
        .hasMessageContaining("load.jsonl line 1")
        .hasMessageContaining("@range violation on Person.age");
    refused(LoadMode.OVERWRITE, person("ada", "") + knows("ada", "nobody", ""))
        .hasMessageContaining("nobody")
        .hasMessageContaining("Knows");
    refused(LoadMode.APPEND, person("ada", ",\"avatar\":\"s3://bucket/key\""))
        .hasMessageContaining("s3://bucket/key");
  }

  @Test
  void csvAndJsonMakeTheSameRows() throws IOException {
    load(LoadMode.OVERWRITE, person("ada", ",\"age\":7,\"tags\":[\"x\"],\"born\":\"2024-02-29\""));
    Map<String, ?> json = harness.rows(PERSON).get("ada");
    Files.createDirectories(folder.resolve("nodes"));
    Files.createDirectories(folder.resolve("edges"));
    Files.writeString(
        folder.resolve("nodes/Person.csv"),
        "Name,age,tags,born\nada,7.0,\"[\"\"x\"\"]\",2024-02-29\n");
    Files.writeString(folder.resolve("edges/Knows.csv"), "from,to,since\nada,ada,\n");

    harness.graph().load(request(folder, LoadMode.OVERWRITE), LoadProgress.NONE);

    assertThat(harness.rows(PERSON).get("ada")).isEqualTo(json);
    assertThat(harness.rows(KNOWS)).hasSize(1);

    Files.writeString(folder.resolve("nodes/Person.csv"), "name,colour\nada,red\n");
    assertThatThrownBy(
            () -> harness.graph().load(request(folder, LoadMode.OVERWRITE), LoadProgress.NONE))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("unknown column 'colour'");
  }

  private Receipt load(LoadMode mode, String lines) throws IOException {
    Path file = Files.writeString(folder.resolve("load.jsonl"), lines);
    return harness.graph().load(request(file, mode), LoadProgress.NONE);
  }

  /** A load that fails, and of which nothing is left. */
  private AbstractThrowableAssert<?, ?> refused(LoadMode mode, String lines) {
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    AbstractThrowableAssert<?, ?> refusal =
        assertThatThrownBy(() -> load(mode, lines)).isInstanceOf(GraphException.class);
    assertThat(harness.graph().snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
    return refusal;
  }

  private static LoadRequest request(Path data, LoadMode mode) {
    return new LoadRequest(data, mode, BranchName.MAIN, Optional.empty());
  }

  private static String person(String name, String more) {
    return "{\"type\":\"Person\",\"data\":{\"name\":\"" + name + "\"" + more + "}}\n";
  }

  private static String knows(String from, String to, String data) {
    return "{\"edge\":\"Knows\",\"from\":\"%s\",\"to\":\"%s\",\"data\":{%s}}\n"
        .formatted(from, to, data);
  }
}

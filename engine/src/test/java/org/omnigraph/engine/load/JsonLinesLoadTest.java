package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;

/** NDJSON is read line by line, exactly and strictly. */
class JsonLinesLoadTest {
  private static final String PERSON = "\"slug\":\"a\",\"name\":\"A\",\"active\":true";

  @TempDir Path folder;
  private LoadFixture fixture;

  @BeforeEach
  void open() {
    fixture = new LoadFixture(folder);
  }

  @Test
  @Tag("L-043")
  void everyTypeKeepsItsValue() throws IOException {
    Map<String, Object> row =
        person(
            """
            {"type":"Person","data":{"slug":"zoë 𝔘","name":"N","active":false,"age":-36,
            "email":"e","mood":"busy","tags":["math",""],"scores":[1.5,-2],"height":1.65,
            "weight":-0,"visits":9007199254740993,"small":4294967295,"big":18446744073709551615,
            "born":"1815-12-10","seen":"1852-11-27T10:11:12.345+01:00",
            "embedding":[0.1,1,-2e2,0.4],"avatar":"base64:iVBORw0KGgo=","bio":"\\ud835\\udd18"}}
            """
                .replace("\n", ""));

    assertThat(row)
        .containsOnly(
            entry("slug", "zoë 𝔘"),
            entry("name", "N"),
            entry("active", false),
            entry("age", -36),
            entry("email", "e"),
            entry("mood", "busy"),
            entry("tags", List.of(text("math"), text(""))),
            entry("scores", List.of(1.5, -2.0)),
            entry("height", 1.65f),
            entry("weight", -0.0),
            entry("visits", 9007199254740993L),
            entry("small", -1),
            entry("big", -1L),
            entry("born", -56270),
            entry("seen", LocalDateTime.parse("1852-11-27T09:11:12.345")),
            entry("embedding", List.of(0.1f, 1f, -200f, 0.4f)),
            entry("avatar", "base64:iVBORw0KGgo="),
            entry("bio", "𝔘"));
  }

  @ParameterizedTest
  @CsvSource({
    "visits, -9223372036854775808, -9223372036854775808",
    "visits, 9223372036854775807, 9223372036854775807",
    "age, -2147483648, -2147483648",
    "age, -0, 0",
    "small, 0, 0",
    "big, 9223372036854775807, 9223372036854775807",
    "born, -1, -1",
    "weight, 1e-3, 0.001",
    "height, 3, 3.0",
  })
  void numbersStayExactToTheirBounds(String property, String json, String expected)
      throws IOException {
    Map<String, Object> row =
        person("{\"type\":\"Person\",\"data\":{" + PERSON + ",\"" + property + "\":" + json + "}}");

    assertThat(row.get(property)).hasToString(expected);
  }

  @Test
  @Tag("L-043")
  void integersAreDaysAndMilliseconds() throws IOException {
    Map<String, Object> row =
        person("{\"type\":\"Person\",\"data\":{" + PERSON + ",\"born\":19000,\"seen\":-1}}");

    assertThat(row)
        .contains(
            entry("born", 19000), entry("seen", LocalDateTime.parse("1969-12-31T23:59:59.999")));
  }

  @Test
  @Tag("L-001")
  @Tag("L-023")
  @Tag("N-009")
  void nodesAndEdgesMixInAnyOrderOfLinesAndMembers() throws IOException {
    Path file =
        fixture.write(
            "mixed.jsonl",
            """
            {"edge":"knows","from":"a","to":"b"}

            {"data":{"text":"t","id":"n1"},"type":"Note"}\r
            {"to":"a","data":{"since":"2024-02-29","id":"e2"},"from":"n1","edge":"Knows"}
            \t\r
            {"type":"Note","data":{"text":"u"}}""");

    RecordingStaging staged = fixture.load(file, LoadFixture.ALL_TYPES);

    assertThat(staged.types).containsOnlyKeys(TypeKey.edge("Knows"), TypeKey.node("Note"));
    assertThat(staged.edge("Knows").rows)
        .containsExactly(
            Map.of("src", "a", "dst", "b"),
            Map.of("src", "n1", "dst", "a", "since", 19782, "id", "e2"));
    assertThat(staged.edge("Knows").places)
        .containsExactly("mixed.jsonl line 1", "mixed.jsonl line 4");
    assertThat(staged.node("Note").rows)
        .containsExactly(Map.of("id", "n1", "text", "t"), Map.of("text", "u"));
    assertThat(staged.node("Note").places)
        .containsExactly("mixed.jsonl line 3", "mixed.jsonl line 6");
    assertThat(staged.node("Note").mode).isEqualTo(WriteMode.REPLACE);
  }

  @Test
  void gzipIsToldByItsBytes() throws IOException {
    Path file = fixture.gzip("notes.txt", "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}\n");

    assertThat(fixture.load(file, LoadFixture.ALL_TYPES).node("Note").rows)
        .containsExactly(Map.of("text", "t"));
  }

  @Test
  void aTornGzipFileIsRefused() throws IOException {
    byte[] whole =
        java.nio.file.Files.readAllBytes(
            fixture.gzip("x.gz", "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}\n".repeat(99)));
    Path torn = fixture.write("torn.gz", Arrays.copyOf(whole, whole.length - 9));

    refused(torn).hasMessageContaining("torn.gz").hasMessageContaining("gzip");
  }

  @Test
  @Tag("L-041")
  void anEmptyFileTouchesNothing() throws IOException {
    assertThat(fixture.load(fixture.write("e.jsonl", "\n \n"), LoadFixture.ALL_TYPES).types)
        .isEmpty();
  }

  @Test
  void modesAreHandedOn() throws IOException {
    Path file = fixture.write("n.jsonl", "{\"type\":\"Note\",\"data\":{\"text\":\"t\"}}");

    fixture.load(file, LoadFixture.ALL_TYPES, LoadMode.APPEND, LoadProgress.NONE);
    assertThat(fixture.staging.node("Note").mode).isEqualTo(WriteMode.INSERT);

    RecordingStaging merged =
        new LoadFixture(folder)
            .load(file, LoadFixture.ALL_TYPES, LoadMode.MERGE, LoadProgress.NONE);
    assertThat(merged.node("Note").mode).isEqualTo(WriteMode.UPSERT);
  }

  @Test
  @Tag("L-012")
  void manyRowsComeInBatchesWithTheirOwnLines() throws IOException {
    int count = 40_000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append("{\"type\":\"Person\",\"data\":{\"slug\":\"p").append(i);
      text.append("\",\"name\":\"N\",\"active\":true");
      // What one row sets must not show up in the same place of a later batch.
      text.append(i < 20_000 ? ",\"age\":1,\"tags\":[\"x\"],\"embedding\":[1,2,3,4]" : "");
      text.append("}}\n");
    }
    List<Long> reports = new ArrayList<>();
    Path file = fixture.write("many.jsonl", text.toString());

    fixture.load(
        file,
        LoadFixture.ALL_TYPES,
        LoadMode.OVERWRITE,
        (type, rows, read, total) -> {
          assertThat(read).isBetween(0L, total);
          assertThat(total).isEqualTo(text.length());
          reports.add(rows);
        });

    RecordingStaging.Taken taken = fixture.staging.node("Person");
    assertThat(taken.batches).isBetween(2, 10);
    assertThat(taken.rows).hasSize(count);
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = taken.rows.get(i);
      assertThat(row.get("slug")).isEqualTo("p" + i);
      assertThat(row.containsKey("age")).isEqualTo(i < 20_000);
      assertThat(row.containsKey("tags")).isEqualTo(i < 20_000);
      assertThat(row.containsKey("embedding")).isEqualTo(i < 20_000);
    }
    assertThat(taken.places.get(39_999)).isEqualTo("many.jsonl line 40000");
    assertThat(reports).isSorted().endsWith((long) count);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{\"type\":\"Note\"|x.jsonl: invalid strict JSON at line 2: the object does not end on its line; put one whole object on each line",
        "[1]|x.jsonl line 2: is not a JSON object",
        "\"x\"|is not a JSON object",
        "{} {}|holds more than one JSON value",
        "{}|has neither 'type' nor 'edge'",
        "{\"type\":\"Note\",\"edge\":\"Knows\"}|has both 'type' and 'edge'",
        "{\"type\":\"Note\",\"table\":1}|unknown top-level field 'table'",
        "{\"type\":\"Note\",\"_rowid\":1}|unknown top-level field '_rowid'",
        "{\"type\":\"note\"}|unknown node type 'note'; the node types are Person, Place, Note",
        "{\"edge\":\"Likes\",\"from\":\"a\",\"to\":\"b\"}|unknown edge type 'Likes'; the edge types are Knows, LivesIn, About",
        "{\"type\":5}|'type' must be a string",
        "{\"type\":\"Note\",\"data\":[]}|'data' must be an object",
        "{\"data\":null,\"type\":\"Note\"}|'data' must be an object",
        "{\"type\":\"Note\",\"type\":\"Note\"}|invalid strict JSON at line 2: duplicate member 'type'",
        "{\"type\":\"Note\",\"data\":{\"text\":\"a\",\"text\":\"b\"}}|duplicate member 'text'",
        "{\"data\":{\"x\":[{\"a\":1,\"a\":2}]},\"type\":\"Note\"}|duplicate member 'a'",
        "{\"type\":\"Note\",\"data\":{\"text\":NaN}}|'NaN' is no JSON value",
        "{\"type\":\"Note\",\"data\":{\"texts\":\"a\"}}|unknown input field 'texts' for 'node:Note'; its properties are text",
        "{\"type\":\"Note\",\"data\":{\"_tombstone\":true}}|'_tombstone' is a reserved name",
        "{\"type\":\"Note\",\"data\":{\"id\":7,\"text\":\"a\"}}|'id' must be a string",
        "{\"type\":\"Note\",\"data\":{\"id\":null,\"text\":\"a\"}}|'id' must be a string",
        "{\"type\":\"Note\",\"from\":\"a\",\"data\":{\"text\":\"a\"}}|a node has no 'from'",
        "{\"type\":\"Note\"}|missing required property 'text' for 'node:Note'",
        "{\"type\":\"Note\",\"data\":{\"text\":null}}|missing required property 'text' for 'node:Note'",
        "{\"edge\":\"Knows\",\"to\":\"b\"}|an edge needs 'from'",
        "{\"edge\":\"Knows\",\"from\":\"b\"}|an edge needs 'to'",
        "{\"edge\":\"Knows\",\"from\":1,\"to\":\"b\"}|'from' must be a string",
        "{\"edge\":\"Knows\",\"from\":\"a\",\"to\":\"b\",\"data\":{\"src\":\"a\"}}|'src' does not belong in 'data'; give 'from' and 'to'",
        "{\"edge\":\"Knows\",\"from\":\"\\ud800\",\"to\":\"b\"}|half of a surrogate pair",
        "\uFEFF{\"type\":\"Note\"}|byte order mark",
      })
  @Tag("L-020")
  @Tag("L-021")
  @Tag("L-022")
  @Tag("L-026")
  @Tag("N-002")
  @Tag("N-003")
  @Tag("N-004")
  @Tag("N-005")
  @Tag("N-006")
  void aBadLineIsRefused(String line, String message) throws IOException {
    refused(fixture.write("x.jsonl", "\n" + line + "\n")).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "age|\"5\"|Int32, got \"5\"",
        "age|1.0|Int32, got 1.0",
        "age|1e3|Int32, got 1e3",
        "age|2147483648|Int32, got 2147483648",
        "age|true|Int32, got true",
        "visits|9223372036854775808|Int64, got 9223372036854775808",
        "small|-1|UInt32, got -1",
        "small|4294967296|UInt32",
        "big|-1|UInt64",
        "big|18446744073709551616|UInt64, got 18446744073709551616",
        "big|1.5|UInt64, got 1.5",
        "height|1e39|Float32, got 1e39",
        "weight|1e400|Float64, got 1e400",
        "weight|\"1\"|Float64, got \"1\"",
        "active|1|Boolean, got 1",
        "bio|5|Utf8, got 5",
        "bio|{\"a\":[1]}|Utf8, got {\"a\":[1]}",
        "bio|\"\\udd18\"|Utf8, got",
        "mood|5|enum(away, busy, calm)?, got 5",
        "born|\"2023-02-29\"|Date32, got \"2023-02-29\"",
        "born|2147483648|Date32",
        "born|1.5|Date32",
        "seen|\"yesterday\"|Date64, got \"yesterday\"",
        "seen|[1]|Date64, got [1]",
        "embedding|[1,2,3]|Vector(4), got [1,2,3]",
        "embedding|[1,2,3,4,5]|Vector(4), got [1,2,3,4,5]",
        "embedding|[1,2,null,4]|Vector(4), got [1,2,null,4]",
        "embedding|\"x\"|Vector(4)",
        "tags|[\"a\",null]|[String]?, got [\"a\",null]",
        "tags|[\"a\",5]|[String]?, got [\"a\",5]",
        "tags|[[\"a\"]]|[String]?, got [[\"a\"]]",
        "tags|\"a\"|[String]?, got \"a\"",
        "avatar|5|\"base64:…\", got 5",
      })
  @Tag("N-007")
  void aValueOfAnotherKindIsRefused(String property, String json, String message)
      throws IOException {
    String line = "{\"type\":\"Person\",\"data\":{\"%s\":%s," + PERSON + "}}\n";

    refused(
            fixture.write(
                "x.jsonl", line.formatted("id", "\"a\"") + line.formatted(property, json)))
        .hasMessageContaining(
            "x.jsonl line 2: strict property '" + property + "' expects " + message);
  }

  @Test
  @Tag("N-010")
  void aLineOverItsLimitIsRefused() throws IOException {
    byte[] line = new byte[LineReader.LONGEST + 1];
    Arrays.fill(line, (byte) 'x');
    byte[] start = "{\"type\":\"Note\",\"data\":{\"text\":\"".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, line, 0, start.length);
    byte[] end = "\"}}".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(end, 0, line, line.length - end.length, end.length);

    assertThatThrownBy(() -> fixture.load(fixture.write("long.jsonl", line), LoadFixture.ALL_TYPES))
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("graph_batch_line_bytes of long.jsonl line 1: limit 33554432");

    byte[] fitting = Arrays.copyOfRange(line, 0, line.length - 1);
    System.arraycopy(end, 0, fitting, fitting.length - end.length, end.length);
    RecordingStaging staged =
        new LoadFixture(folder).load(fixture.write("fits.jsonl", fitting), LoadFixture.ALL_TYPES);
    assertThat(staged.node("Note").rows()).isEqualTo(1);
  }

  @Test
  @Tag("N-011")
  void tooManyValuesOnALineAreRefused() throws IOException {
    String bomb = "{\"type\":\"Note\",\"data\":{\"text\":[" + "1,".repeat(131_072) + "1]}}";

    assertThatThrownBy(() -> fixture.load(fixture.write("bomb.jsonl", bomb), LoadFixture.ALL_TYPES))
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("graph_batch_json_structural_slots of bomb.jsonl line 1");
  }

  @Test
  void aColumnFileInPlaceOfNdjsonIsNamed() throws IOException {
    refused(fixture.write("a.parquet", "PAR1xxxx"))
        .hasMessageContaining("a.parquet is not NDJSON but a Parquet or Arrow file");
    refused(folder.resolve("none.jsonl")).hasMessageContaining("no file or folder");
  }

  private Map<String, Object> person(String line) throws IOException {
    List<Map<String, Object>> rows =
        fixture.load(fixture.write("p.jsonl", line), LoadFixture.ALL_TYPES).node("Person").rows;
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static org.apache.arrow.vector.util.Text text(String text) {
    return new org.apache.arrow.vector.util.Text(text);
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(Path file) {
    return assertThatThrownBy(() -> fixture.load(file, LoadFixture.ALL_TYPES))
        .isInstanceOf(InvalidRequest.class);
  }
}

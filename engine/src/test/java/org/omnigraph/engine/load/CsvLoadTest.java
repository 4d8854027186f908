package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

/** A CSV file says what its cells say, whichever way they are quoted and lines are broken. */
class CsvLoadTest {
  @TempDir Path folder;
  private LoadFixture fixture;

  @BeforeEach
  void open() {
    fixture = new LoadFixture(folder);
  }

  private List<Map<String, Object>> rows(String csv) throws IOException {
    fixture.write("nodes/Note.csv", csv);
    return fixture.load(folder, LoadFixture.ALL_TYPES).node("Note").rows;
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(byte[] csv)
      throws IOException {
    fixture.write("nodes/Note.csv", csv);
    return assertThatThrownBy(() -> fixture.load(folder, LoadFixture.ALL_TYPES))
        .isInstanceOf(InvalidRequest.class);
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(String csv)
      throws IOException {
    return refused(csv.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text,number", "text,number\n", "\uFEFFtext,number\r\n"})
  void aHeaderAloneMakesNoRows(String csv) throws IOException {
    assertThat(rows(csv)).isEmpty();
    assertThat(fixture.staging.node("Note").schema.getFields()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF", "\n\r\n"})
  void aFileWithoutAHeaderIsRefused(String csv) throws IOException {
    refused(csv).hasMessageContaining("cannot read Note.csv as CSV with a header: it is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void everyLineEndAndABlankLineAreTaken(String end) throws IOException {
    String csv = "\"text\",number" + end + end + "a b,1" + end + "\"ü\n, \"\"€𝄞\"\"\",2";

    for (String last : List.of("", end, end + end)) {
      fixture = new LoadFixture(folder);
      assertThat(rows("\uFEFF" + csv + last))
          .containsExactly(
              Map.of("text", "a b", "number", "1"), Map.of("text", "ü\n, \"€𝄞\"", "number", "2"));
    }
  }

  @Test
  void onlyAQuotedEmptyTextIsAText() throws IOException {
    fixture.write(
        "nodes/Person.csv", "slug,name,bio,age,mood,avatar\na,\"\",,,,\nb,n,\"\",\"\",\"\",\"\"\n");

    assertThat(fixture.load(folder, LoadFixture.ALL_TYPES).node("Person").rows)
        .containsExactly(
            Map.of("slug", "a", "name", ""), Map.of("slug", "b", "name", "n", "bio", ""));
  }

  @Test
  void aRowOfAnotherLengthThanTheHeaderIsRefused() throws IOException {
    refused("text,number\n\"a\nb\",1\nc\n")
        .hasMessageContaining("Note.csv row 2 (line 4) has 1 cell, but the header has 2");
    refused("text,number\na,1,\n")
        .hasMessageContaining("Note.csv row 1 (line 2) has 3 cells, but the header has 2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text\na\n\"b\nc\n",
        "text\na\n\"b\"\"",
        "text\na\n\"",
        "text\na\n\"b\n\"\"\nc\n\n",
      })
  void aQuoteThatIsNeverClosedIsRefused(String csv) throws IOException {
    refused(csv).hasMessageContaining("a quote in the record of line 3 is never closed");
  }

  @Test
  void textBehindAQuotedCellIsRefused() throws IOException {
    refused("text\na\n\"b\"c\n").hasMessageContaining("line 3");
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws IOException {
    refused("text\nna\u00EFve\n".getBytes(StandardCharsets.ISO_8859_1))
        .hasMessageContaining("cannot read Note.csv")
        .hasMessageContaining("not UTF-8");
    refused("text\na\n".getBytes(StandardCharsets.UTF_16))
        .hasMessageContaining("cannot read Note.csv");
  }

  @Test
  void randomTablesComeBackAsTheyWereWritten() throws IOException {
    long seed = new Random().nextLong();
    System.out.println("CsvLoadTest seed " + seed);
    Random random = new Random(seed);
    String alphabet = "ab,\"\n\r ;\tü€𝄞'";
    List<String> letters = alphabet.codePoints().mapToObj(Character::toString).toList();
    StringBuilder csv = new StringBuilder("text,number\n");
    List<Map<String, Object>> expected = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(letters.get(random.nextInt(letters.size())));
      }
      csv.append('"').append(text.toString().replace("\"", "\"\"")).append('"');
      csv.append(',').append(i).append(random.nextBoolean() ? "\n" : "\r\n");
      expected.add(
          Map.ofEntries(entry("text", text.toString()), entry("number", String.valueOf(i))));
    }

    assertThat(rows(csv.toString())).as("seed " + seed).isEqualTo(expected);
    assertThat(fixture.staging.node("Note").batches).isGreaterThan(1);
    assertThat(fixture.staging.node("Note").places.get(69_999)).isEqualTo("Note.csv row 70000");
  }
}

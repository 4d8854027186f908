package org.omnigraph.engine.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines come out by id, whether or not they fit into memory. */
class SortedLinesTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 500, 10_000, 1 << 30})
  void anyOrderInIsByteOrderOut(long mostBytes) throws IOException {
    List<String> ids = new ArrayList<>(List.of("", "a", "b", "zoë", "z", "\uFFFD", "𝔘", "Z"));
    for (int i = 0; i < 200; i++) {
      ids.add("n" + i);
    }
    Collections.shuffle(ids, new Random(7));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SortedLines lines = new SortedLines(mostBytes)) {
      for (String id : ids) {
        lines.add(utf8(id), utf8("<" + id + ">\n"));
      }
      lines.writeTo(out);
    }
    ids.sort((left, right) -> Arrays.compareUnsigned(utf8(left), utf8(right)));
    StringBuilder expected = new StringBuilder();
    ids.forEach(id -> expected.append('<').append(id).append(">\n"));
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
    assertThat(ids.indexOf("\uFFFD")).isLessThan(ids.indexOf("𝔘"));
  }

  @Test
  void aRefusedLineLeavesNoTemporaryFile() throws IOException {
    long before = runs();
    try (SortedLines lines = new SortedLines(1)) {
      lines.add(utf8("b"), utf8("b"));
      lines.add(utf8("a"), utf8("a"));
      assertThat(runs()).isGreaterThan(before);
      assertThatThrownBy(
              () ->
                  lines.writeTo(
                      new OutputStream() {
                        @Override
                        public void write(int b) throws IOException {
                          throw new IOException("full");
                        }
                      }))
          .hasMessage("full");
    }
    assertThat(runs()).isEqualTo(before);
  }

  private static long runs() throws IOException {
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("omnigraph-export-"))
          .count();
    }
  }

  @Test
  void textIsEscapedAsLittleAsPossible() {
    JsonBytes json = new JsonBytes();
    json.string(utf8("a\"b\\c/\b\f\n\r\t\u0001\u001f\u007fé𝔘"));
    assertThat(new String(json.copy(), StandardCharsets.UTF_8))
        .isEqualTo("\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\u007fé𝔘\"");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

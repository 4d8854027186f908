package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowFormatsTest {
  private static final ResultHead HEAD =
      new ResultHead(
          List.of("name", "n", "list"), Optional.of("main"), Optional.empty(), Optional.of("01C"));
  private static final List<List<Object>> ROWS =
      List.of(
          List.of("a, \"b\"", 12L, List.of(1L, 2L)), Arrays.asList("two\nlines", null, List.of()));

  @Test
  void csvQuotesOnlyWhatItMust() throws IOException {
    assertThat(printed(ResultFormat.CSV, HEAD, ROWS))
        .isEqualTo("name,n,list\n\"a, \"\"b\"\"\",12,\"[1,2]\"\n\"two\nlines\",null,[]\n");
  }

  @Test
  void jsonIsOneDocumentWithTargetCountColumnsAndRows() throws IOException {
    assertThat(printed(ResultFormat.JSON, HEAD, ROWS).replaceAll("\\s", ""))
        .isEqualTo(
            "{\"query_name\":\"sql\",\"target\":{\"branch\":\"main\",\"snapshot\":null},\"row_count\":2,"
                + "\"columns\":[\"name\",\"n\",\"list\"],\"rows\":["
                + "{\"name\":\"a,\\\"b\\\"\",\"n\":12,\"list\":[1,2]},"
                + "{\"name\":\"two\\nlines\",\"n\":null,\"list\":[]}],\"graph_commit_id\":\"01C\"}");
  }

  @Test
  void jsonlHasAFactLineAndOneObjectALine() throws IOException {
    assertThat(printed(ResultFormat.JSONL, HEAD, ROWS).lines())
        .containsExactly(
            "{\"kind\":\"metadata\",\"query_name\":\"sql\",\"target\":{\"branch\":\"main\",\"snapshot\":null},\"row_count\":2}",
            "{\"name\":\"a, \\\"b\\\"\",\"n\":12,\"list\":[1,2]}",
            "{\"name\":\"two\\nlines\",\"n\":null,\"list\":[]}");
  }

  @Test
  void aTableIsAlignedAndKeepsARowOnItsLine() throws IOException {
    assertThat(printed(ResultFormat.TABLE, HEAD, ROWS).lines())
        .containsExactly(
            "2 rows from branch main",
            "name       | n    | list",
            "-----------+------+------",
            "a, \"b\"     | 12   | [1,2]",
            "two\\nlines | null | []");
  }

  @Test
  void aTableCutsLongCellsAndObeysNoEscape() throws IOException {
    ResultHead head =
        new ResultHead(List.of("x"), Optional.empty(), Optional.of("01S"), Optional.empty());

    List<String> lines =
        printed(ResultFormat.TABLE, head, List.of(List.of("é".repeat(100)), List.of("\u001b[31m")))
            .lines()
            .toList();

    assertThat(lines.get(0)).isEqualTo("2 rows from snapshot 01S");
    assertThat(lines.get(3)).isEqualTo("é".repeat(79) + "…");
    assertThat(lines.get(4)).isEqualTo("\\u001b[31m");
  }

  @Test
  void twoColumnsOfOneNameKeepBothValues() throws IOException {
    ResultHead head =
        new ResultHead(
            List.of("id", "id", "id_2"), Optional.of("main"), Optional.empty(), Optional.empty());

    assertThat(printed(ResultFormat.JSONL, head, List.of(List.of(1L, 2L, 3L))).lines().skip(1))
        .containsExactly("{\"id\":1,\"id_3\":2,\"id_2\":3}");
  }

  @Test
  void numbersKeepTheirDigits() throws IOException {
    ResultHead head =
        new ResultHead(
            List.of("d", "f", "i"), Optional.of("main"), Optional.empty(), Optional.empty());
    List<List<Object>> rows =
        List.of(
            List.of(
                new java.math.BigDecimal("12345678901234567890.123456789012345678"),
                0.1,
                Long.MAX_VALUE),
            List.of(new java.math.BigDecimal("1E+3"), Double.NaN, Long.MIN_VALUE));

    assertThat(printed(ResultFormat.JSONL, head, rows).lines().skip(1))
        .containsExactly(
            "{\"d\":12345678901234567890.123456789012345678,\"f\":0.1,\"i\":9223372036854775807}",
            "{\"d\":1000,\"f\":\"NaN\",\"i\":-9223372036854775808}");
  }

  @Test
  void noRowsIsAnAnswerToo() throws IOException {
    assertThat(printed(ResultFormat.CSV, HEAD, List.of())).isEqualTo("name,n,list\n");
    assertThat(printed(ResultFormat.JSON, HEAD, List.of())).contains("\"rows\": []");
    assertThat(printed(ResultFormat.TABLE, HEAD, List.of())).startsWith("0 rows from branch main");
  }

  private static String printed(ResultFormat format, ResultHead head, List<List<Object>> rows)
      throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    try (RowPrinter printer = RowPrinter.of(format, head, out)) {
      for (List<Object> row : rows) {
        printer.row(new ArrayList<>(row));
      }
      printer.end();
    }
    out.flush();
    return text.toString();
  }
}

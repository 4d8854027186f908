package org.omnigraph.query.running;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT 'SEC', N'SEC', X'5EC0' FROM \"a'b\" | SELECT '…', N'…', X'…' FROM \"a'b\"",
        "SELECT 'it''s SEC' | SELECT '…'",
        "SELECT 'a\\', b | SELECT '…', b",
        "SELECT E'a\\'SEC', b | SELECT '…', b",
        "SELECT e'a\\\\', b, E'''SEC' | SELECT '…', b, '…'",
        "SELECT 1E'a\\'SEC' | SELECT 1'…'",
        "SELECT a LIKE'a\\', b, name$e'\\', c | SELECT a LIKE'…', b, name$e'…', c",
        "SELECT U&'\\0041SEC' UESCAPE '!' | SELECT U&'…' UESCAPE '…'",
        "SELECT $$it's SEC$$, $t$ SEC $$ $t$, b | SELECT '…', '…', b",
        "SELECT 1 // it's⏎, 'SEC' | SELECT 1 , '…'",
        "SELECT 1 -- it's⏎, 'SEC' /* SEC ' */ FROM b | SELECT 1 , '…' FROM b",
        "SELECT 'SEC | SELECT '…'",
        "SELECT \"a, 'SEC' | SELECT \"…\"",
        "SELECT 1 /* SEC | SELECT 1",
        "SELECT 1 /* a /* b */ SEC 'SEC' */ FROM t | SELECT 1 FROM t",
        "SELECT 1 /* a /* /* b */ SEC */ SEC */ FROM t | SELECT 1 FROM t",
        "SELECT 1 /* a */ + '*/' /* b */ | SELECT 1 + '…'",
        "SELECT 1 */ 2 | SELECT 1 */ 2",
        "SELECT a, 'b', 'it's SEC', 'SEC' | SELECT a, '…'",
        "INSERT INTO t VALUES ('a\\'b SEC', 1) | INSERT INTO t VALUES ('…'",
        "INSERT INTO t VALUES ('5' SEC', 'SEC') | INSERT INTO t VALUES ('…'",
        "SELECT 'a' FROM SEC WHERE SEC = 'SEC | SELECT '…'",
        "SELECT $$ it's $$, SEC $$ | SELECT '…'",
        "SELECT a FROM t WHERE b = “SEC” | SELECT a FROM t WHERE b = …",
        "SELECT 'a', ‘SEC’ | SELECT '…'",
        "SELECT \\'SEC\\' | SELECT …",
        "SELECT 'a'+ 'b'+c FROM t | SELECT '…'+ '…'+c FROM t",
      })
  void sqlIsShownWithoutItsTexts(String sql, String shown) {
    assertThat(ShownText.of(sql.replace('⏎', '\n'))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SET password=SEC | SET password = …",
        " /* x */ set  Session \"password\" TO SEC | set Session \"password\" = …",
        "SET SESSION \"pass word\" = SEC | SET SESSION \"pass word\" = …",
        "SET password SEC | SET password = …",
        "SET schema = main; SET password = SEC | SET schema = …",
        "SET schema = main SEC | SET schema = …",
        "SET schema = main | SET schema = main",
        "SET \"schema\" TO 'SEC' | SET \"schema\" TO '…'",
        "SET SESSION read_only=true; | SET SESSION read_only=true;",
        "SET TIME ZONE UTC | SET TIME ZONE UTC",
        "SET statement_timeout = 30 s | SET statement_timeout = 30 s",
        "SET TIME ZONE = SEC SEC | SET TIME ZONE = …",
        "UPDATE t SET a = 1, b = b | UPDATE t SET a = 1, b = b",
        "SET | SET",
      })
  void whatAnUnknownOptionIsSetToIsNotShown(String sql, String shown) {
    assertThat(ShownText.of(sql)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "query z() { insert C { code: \"SEC\", name: \"\" } }"
            + "| query z() { insert C { code: \"…\", name: \"…\" } }",
        "// it's \"⏎query z() { insert C { code: \"a\\\"SEC\\\\\", n: \"SEC\" } }"
            + "| query z() { insert C { code: \"…\", n: \"…\" } }",
        "/* SEC */ query z() { /* \" */ match { $c: C { name: \"SEC\" } } // \" SEC⏎ return { $c } }"
            + "| query z() { match { $c: C { name: \"…\" } } return { $c } }",
        "query z() { insert C { code: 'SEC \"SEC' \" } } | query z() { insert C { code: '…'",
        "query z() { insert C { code: \"a\"SEC\" } } | query z() { insert C { code: \"…\"",
        "query z() { insert C { code: “SEC”, name: \"x\" } } | query z() { insert C { code: …",
        "query z { insert C { code: \"SEC\" | query z { insert C { code: \"…\"",
        "query z() { insert C { code: \"SEC | query z() { insert C { code: \"…\"",
      })
  void aQueryIsShownWithoutItsTexts(String gq, String shown) {
    assertThat(ShownText.of(gq.replace('⏎', '\n'))).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT '%s'", "SELECT E'%s'", "query q() { \"%s\" }", "SELECT 1 /* %s */"})
  void aLongTextIsHiddenAsAnyOther(String statement) {
    String text = "''\\\\x*".repeat(100_000);
    assertThat(ShownText.of(String.format(Locale.ROOT, statement, text)))
        .hasSizeLessThan(40)
        .doesNotContain("x*");
  }

  @Test
  void aLongStatementIsCut() {
    assertThat(ShownText.of("SELECT " + "a, ".repeat(1_000))).hasSize(2_002).endsWith(" …");
  }
}

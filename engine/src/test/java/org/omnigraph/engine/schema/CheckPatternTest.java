package org.omnigraph.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.PatternSyntaxException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckPatternTest {
  @ParameterizedTest
  @CsvSource({
    "^\\d+$,12,true",
    "^\\d+$,٣4,true",
    "^\\D$,٣,false",
    "^\\w+$,Zoë_中𝔘,true",
    "^\\w+$,e\u0301,true",
    "^[\\w-]+$,ü-b,true",
    "^[^\\W\\d]+$,ü,true",
    "^[^\\W\\d]+$,ü3,false",
    "^[^\\W\\d]+$,ü٣,false",
    "^[]\\d]+$,]٣],true",
    "^[[:alpha:]\\d]+$,a٣,true",
    "^[[:alpha:]]+$,ü,false",
    "^a\\sb$,a\u00A0b,true",
    "^a\\sb$,a\u2003b,true",
    "^a\\Sb$,a\u00A0b,false",
    "^\\\\d$,\\d,true",
    "^\\\\d$,7,false",
    "^[\\\\d]$,d,true",
    "(?i)^zoË$,ZOË,true",
    "a$,'a\n',false",
    "a.b,'a\nb',false",
    "\\bü,ü,false"
  })
  void classesAreThoseOfUnicode(String pattern, String value, boolean found) {
    assertThat(CheckPattern.compile(pattern).matcher(value).find()).isEqualTo(found);
  }

  /** Another engine with the same definition of the classes, asked for every code point. */
  @ParameterizedTest
  @ValueSource(strings = {"\\d", "\\w", "\\s"})
  void everyCodePointIsWhereUnicodePutsIt(String name) {
    Pattern expected = Pattern.compile(name, Pattern.UNICODE_CHARACTER_CLASS);
    com.google.re2j.Pattern pattern = CheckPattern.compile(name);
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
        String text = Character.toString(codePoint);
        if (pattern.matcher(text).matches() != expected.matcher(text).matches()) {
          assertThat(name + " on U+%04X".formatted(codePoint)).isEqualTo("as Unicode has it");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[a-z&&[^b]]",
        "[a&&b]",
        "[[a]b]",
        "[a--b]",
        "[a~~b]",
        "(?x) a",
        "(?-u)a",
        "\\u{41}",
        "\\p{Alphabetic}",
        "(?=a)",
        "(a)\\1"
      })
  void whatRustReadsInAnotherWayIsRefused(String pattern) {
    assertThatThrownBy(() -> CheckPattern.compile(pattern))
        .isInstanceOf(PatternSyntaxException.class);
  }

  @Test
  void aPatternIsRefusedAsItWasWritten() {
    assertThatThrownBy(() -> CheckPattern.compile("(\\d"))
        .isInstanceOf(PatternSyntaxException.class)
        .hasMessageContaining("`(\\d`");
    assertThatThrownBy(() -> CheckPattern.compile("[z-\\d]"))
        .isInstanceOf(PatternSyntaxException.class);
  }
}

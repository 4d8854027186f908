package org.omnigraph.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.omnigraph.engine.load.LoadMode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an enum by its name in lower case, and lists the names when it meets another. */
abstract class WordConverter<E extends Enum<E>> implements ITypeConverter<E> {
  private final Class<E> words;

  private WordConverter(Class<E> words) {
    this.words = words;
  }

  @Override
  public E convert(String text) {
    return Arrays.stream(words.getEnumConstants())
        .filter(word -> word(word).equals(text))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is none of " + listed()));
  }

  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private String listed() {
    return Arrays.stream(words.getEnumConstants())
        .map(WordConverter::word)
        .collect(Collectors.joining(", "));
  }

  static final class Modes extends WordConverter<LoadMode> {
    Modes() {
      super(LoadMode.class);
    }
  }

  static final class Formats extends WordConverter<ResultFormat> {
    Formats() {
      super(ResultFormat.class);
    }
  }

  static final class ExportFormats extends WordConverter<ExportFormat> {
    ExportFormats() {
      super(ExportFormat.class);
    }
  }
}

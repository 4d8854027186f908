package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain values as JSON: maps, lists, strings, numbers, booleans and null. Keys keep the
 * order of the map.
 */
final class Json {
  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .rootValueSeparator("\n")
          .configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false)
          .configure(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN, true)
          .build();

  private Json() {}

  /** Prints one document, indented, with a line end. */
  static void print(PrintWriter out, Map<String, ?> document) throws IOException {
    try (JsonGenerator json = indented(out)) {
      write(json, document);
    }
    out.println();
  }

  static JsonGenerator indented(Writer out) throws IOException {
    Separators separators =
        Separators.createDefaultInstance()
            .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
            .withArrayEmptySeparator("")
            .withObjectEmptySeparator("");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(separators)
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    return FACTORY.createGenerator(out).setPrettyPrinter(printer);
  }

  /** One line without spaces. */
  static String compact(@Nullable Object value) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      write(json, value);
    }
    return text.toString();
  }

  static void write(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(json, entry.getValue());
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object item : list) {
        write(json, item);
      }
      json.writeEndArray();
    } else {
      writeScalar(json, value);
    }
  }

  private static void writeScalar(JsonGenerator json, @Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof BigDecimal decimal) {
      json.writeNumber(decimal);
    } else if (value instanceof BigInteger integer) {
      json.writeNumber(integer);
    } else if (value instanceof Double || value instanceof Float) {
      writeFloat(json, (Number) value);
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else {
      json.writeString(value.toString());
    }
  }

  /** JSON has no word for what is not finite: those are strings. */
  private static void writeFloat(JsonGenerator json, Number value) throws IOException {
    if (!Double.isFinite(value.doubleValue())) {
      json.writeString(value.toString());
    } else if (value instanceof Float) {
      json.writeNumber(value.floatValue());
    } else {
      json.writeNumber(value.doubleValue());
    }
  }
}

package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import picocli.CommandLine.Option;

/** The values of a query's parameters: JSON in the command or in a file, never both. */
final class QueryParameters {
  @Option(
      names = "--params",
      paramLabel = "JSON",
      description = "The values of the parameters, for example '{\"name\": \"Ada\"}'.")
  private @Nullable String text;

  @Option(names = "--params-file", paramLabel = "FILE", description = "A file with them.")
  private @Nullable Path file;

  /** By name; whole numbers as Long or BigInteger, others as BigDecimal. */
  Map<String, @Nullable Object> values() throws IOException {
    if (file != null) {
      return parse(Files.readString(file));
    }
    return text == null ? Map.of() : parse(text);
  }

  static Map<String, @Nullable Object> parse(String json) throws IOException {
    try (JsonParser parser = Json.FACTORY.createParser(json)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.VALUE_NULL) {
        return Map.of();
      }
      if (first != JsonToken.START_OBJECT) {
        throw notAnObject();
      }
      Map<String, @Nullable Object> values = object(parser);
      if (parser.nextToken() != null) {
        throw notAnObject();
      }
      return values;
    } catch (JsonProcessingException e) {
      throw new InvalidRequest(
          "params is no JSON: " + e.getOriginalMessage() + "; write {\"name\": \"Ada\"}", e);
    }
  }

  private static InvalidRequest notAnObject() {
    return new InvalidRequest("params must be a JSON object, for example {\"name\": \"Ada\"}");
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      values.put(name, value(parser));
    }
    return values;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> integer(parser.getNumberValue());
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case START_ARRAY -> list(parser);
      default -> object(parser);
    };
  }

  private static Number integer(Number number) {
    return number instanceof Integer small ? (Number) small.longValue() : number;
  }

  private static List<@Nullable Object> list(JsonParser parser) throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return items;
  }
}

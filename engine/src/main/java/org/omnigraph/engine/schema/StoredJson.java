package org.omnigraph.engine.schema;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.omnigraph.engine.error.CorruptState;

/**
 * One value of a stored JSON file, which knows its place; every accessor refuses another kind of
 * value.
 *
 * @param place file and path, such as {@code _schema.ir.json nodes[2].name}
 */
record StoredJson(String place, JsonNode node) {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final BigInteger MAX_U64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger MAX_U32 = BigInteger.TWO.pow(32).subtract(BigInteger.ONE);

  /** Parses a whole file. */
  static StoredJson parse(String file, String text) {
    try {
      return new StoredJson(file, MAPPER.readTree(text));
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      String where =
          at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
      throw new CorruptState(
          file + " is not JSON" + where + ": " + e.getOriginalMessage() + "; restore the file", e);
    }
  }

  CorruptState corrupt(String what) {
    return new CorruptState(place + ": " + what + "; restore the graph's schema files");
  }

  StoredJson at(String member) {
    JsonNode value = node.get(member);
    if (value == null) {
      throw corrupt("has no member '" + member + "'");
    }
    return new StoredJson(place + (place.contains(" ") ? "." : " ") + member, value);
  }

  boolean has(String member) {
    return node.has(member);
  }

  boolean isNull() {
    return node.isNull();
  }

  String text() {
    if (!node.isTextual()) {
      throw corrupt("is not text");
    }
    return node.textValue();
  }

  boolean flag() {
    if (!node.isBoolean()) {
      throw corrupt("is not true or false");
    }
    return node.booleanValue();
  }

  /** An unsigned 64-bit number, as its bits. */
  long u64() {
    return unsigned(MAX_U64).longValue();
  }

  long u32() {
    return unsigned(MAX_U32).longValue();
  }

  private BigInteger unsigned(BigInteger max) {
    BigInteger number = node.isIntegralNumber() ? node.bigIntegerValue() : BigInteger.valueOf(-1);
    if (number.signum() < 0 || number.compareTo(max) > 0) {
      throw corrupt("is not a whole number from 0 to " + max);
    }
    return number;
  }

  <T> List<T> each(Function<StoredJson, T> read) {
    if (!node.isArray()) {
      throw corrupt("is not an array");
    }
    List<T> items = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      items.add(read.apply(new StoredJson(place + "[" + i + "]", node.get(i))));
    }
    return items;
  }
}

package org.omnigraph.testkit.random;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Rows that a random schema accepts, as lines of input, and what an export makes of them. */
final class RandomRows {
  /**
   * @param type the type's key text
   * @param exported the exported value of each member of {@code data} as JSON, by name
   */
  record Row(String type, String line, String id, Map<String, String> exported) {}

  private final Random random;
  private final List<Row> rows = new ArrayList<>();

  private RandomRows(Random random) {
    this.random = random;
  }

  static List<Row> of(RandomSchema schema, Random random, int ofEach) {
    RandomRows made = new RandomRows(random);
    Map<String, List<String>> ids = new HashMap<>();
    for (RandomSchema.Node node : schema.nodes()) {
      ids.put(node.name(), made.nodes(node, ofEach));
    }
    for (RandomSchema.Edge edge : schema.edges()) {
      made.edges(edge, ids, ofEach);
    }
    return made.rows;
  }

  private List<String> nodes(RandomSchema.Node node, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, String> input = new TreeMap<>();
      Map<String, String> exported = new TreeMap<>();
      for (RandomProperty property : node.properties()) {
        put(property, input, exported);
      }
      String id = node.key().isEmpty() ? node.name() + " ü" + i : key(node, i, input, exported);
      if (node.key().isEmpty() || random.nextBoolean()) {
        input.put("id", RandomProperty.json(id));
      }
      exported.put("id", RandomProperty.json(id));
      ids.add(id);
      String head = "{\"type\":\"" + node.name() + "\",";
      rows.add(new Row("node:" + node.name(), head + data(input), id, exported));
    }
    return ids;
  }

  /** Makes the key of a row unlike all others, and says what id it gives. */
  private String key(
      RandomSchema.Node node, int row, Map<String, String> input, Map<String, String> exported) {
    List<String> texts = new ArrayList<>();
    for (RandomProperty property : node.own()) {
      if (node.key().contains(property.name())) {
        boolean number = property.base().equals("I64");
        String text = number ? "" + (row - 2) : RandomProperty.word(random) + row;
        String json = number ? text : RandomProperty.json(text);
        input.put(property.name(), json);
        exported.put(property.name(), json);
      }
    }
    for (String column : node.key()) {
      String json = exported.get(column);
      texts.add(json.startsWith("\"") ? json : "\"" + json + "\"");
    }
    if (texts.size() == 1) {
      String only = exported.get(node.key().get(0));
      return only.startsWith("\"") ? parsed(only) : only;
    }
    List<String> canonical = new ArrayList<>();
    texts.forEach(text -> canonical.add(serde(parsed(text))));
    return "[" + String.join(",", canonical) + "]";
  }

  private static String parsed(String json) {
    try {
      return new com.fasterxml.jackson.databind.ObjectMapper().readValue(json, String.class);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A JSON string as a composite id holds it: short escapes where there are some. */
  private static String serde(String text) {
    return RandomProperty.json(text).replace("\\u000a", "\\n");
  }

  private void edges(RandomSchema.Edge edge, Map<String, List<String>> ids, int count) {
    List<String> from = ids.get(edge.from().name());
    List<String> to = ids.get(edge.to().name());
    Map<String, Integer> leaving = new HashMap<>();
    Set<String> pairs = new HashSet<>();
    for (int i = 0; i < count; i++) {
      String source = from.get(random.nextInt(from.size()));
      String target = to.get(random.nextInt(to.size()));
      if (!pairs.add(source + "\u0000" + target)
          || (edge.most() > 0 && leaving.merge(source, 1, Integer::sum) > edge.most())) {
        continue;
      }
      Map<String, String> input = new TreeMap<>();
      Map<String, String> exported = new TreeMap<>();
      for (RandomProperty property : edge.properties()) {
        put(property, input, exported);
      }
      String id = edge.name() + i;
      input.put("id", RandomProperty.json(id));
      exported.put("id", RandomProperty.json(id));
      rows.add(
          new Row(
              "edge:" + edge.name(),
              "{\"edge\":\"%s\",\"from\":%s,\"to\":%s,%s"
                  .formatted(
                      edge.name(),
                      RandomProperty.json(source),
                      RandomProperty.json(target),
                      data(input)),
              id,
              exported));
    }
  }

  private void put(
      RandomProperty property, Map<String, String> input, Map<String, String> exported) {
    RandomProperty.Value value = property.value(random);
    if (value != RandomProperty.Value.NULL || random.nextBoolean()) {
      input.put(property.name(), value.input());
    }
    exported.put(property.name(), value.exported());
  }

  private static String data(Map<String, String> members) {
    StringBuilder data = new StringBuilder("\"data\":{");
    members.forEach(
        (name, json) ->
            data.append(data.length() == 8 ? "" : ",").append("\"" + name + "\":").append(json));
    return data.append("}}").toString();
  }
}

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
    Taken taken = new Taken(node.properties(), node.unique());
    for (int i = 0; i < Math.min(count, node.rows()); i++) {
      Map<String, String> input = new TreeMap<>();
      Map<String, String> exported = new TreeMap<>();
      for (RandomProperty property : node.properties()) {
        put(property, input, exported);
      }
      String id = node.key().isEmpty() ? node.name() + " ü" + i : key(node, i, input, exported);
      if (!taken.add(exported)) {
        continue;
      }
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
    Map<String, String> texts = new TreeMap<>();
    for (RandomProperty property : node.own()) {
      if (node.key().contains(property.name())) {
        RandomProperty.KeyValue key = property.keyValue(row, random);
        input.put(property.name(), key.value().input());
        exported.put(property.name(), key.value().exported());
        texts.put(property.name(), key.id());
      }
    }
    if (texts.size() == 1) {
      return texts.get(node.key().get(0));
    }
    return "[" + String.join(",", texts.values().stream().map(RandomRows::serde).toList()) + "]";
  }

  /** A JSON string as a composite id holds it: short escapes where there are some. */
  private static String serde(String text) {
    return RandomProperty.json(text).replace("\\u000a", "\\n");
  }

  /** The values of one type's columns that no other row may have. */
  private static final class Taken {
    private final List<List<String>> groups = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    Taken(List<RandomProperty> properties, List<String> together) {
      properties.stream()
          .filter(property -> property.rule().equals("@unique"))
          .forEach(property -> groups.add(List.of(property.name())));
      if (!together.isEmpty()) {
        groups.add(together);
      }
    }

    /** Whether the row may stand beside those before; one with a null always may. */
    boolean add(Map<String, String> values) {
      Set<String> added = new HashSet<>();
      for (List<String> group : groups) {
        List<String> tuple =
            group.stream().map(values::get).map(v -> v.replaceAll("^-0\\.0$", "0.0")).toList();
        if (!tuple.contains("null")) {
          added.add(group + " " + tuple);
        }
      }
      boolean free = added.stream().noneMatch(seen::contains);
      if (free) {
        seen.addAll(added);
      }
      return free;
    }
  }

  private void edges(RandomSchema.Edge edge, Map<String, List<String>> ids, int count) {
    List<String> from = ids.get(edge.from().name());
    List<String> to = ids.get(edge.to().name());
    Map<String, Integer> leaving = new HashMap<>();
    Taken taken = new Taken(edge.properties(), edge.unique());
    for (int i = 0; i < count; i++) {
      String source = from.get(random.nextInt(from.size()));
      String target = to.get(random.nextInt(to.size()));
      Map<String, String> input = new TreeMap<>();
      Map<String, String> exported = new TreeMap<>();
      for (RandomProperty property : edge.properties()) {
        put(property, input, exported);
      }
      Map<String, String> all = new TreeMap<>(exported);
      all.put("src", source);
      all.put("dst", target);
      if ((edge.most() > 0 && leaving.getOrDefault(source, 0) >= edge.most()) || !taken.add(all)) {
        continue;
      }
      leaving.merge(source, 1, Integer::sum);
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

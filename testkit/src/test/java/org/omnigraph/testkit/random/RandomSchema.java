package org.omnigraph.testkit.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** A schema with interfaces, keys of one and two columns, rules and edges, made of a seed. */
record RandomSchema(List<Bundle> interfaces, List<Node> nodes, List<Edge> edges) {
  private static final List<String> NAMES =
      List.of("a", "b1", "repoName", "_c", "node", "edge", "value", "zeta", "from", "trueish");
  private static final List<String> GAPS =
      List.of(" ", "\n", "\r\n\t", " // a comment { } @key\n", "/* another\n */", "  ");

  record Bundle(String name, List<RandomProperty> properties) {}

  /**
   * @param key the columns of the key, sorted; empty for a type without
   * @param inherited the interfaces, whose properties come after its own
   */
  record Node(String name, List<String> key, List<RandomProperty> own, List<Bundle> inherited) {
    List<RandomProperty> properties() {
      TreeMap<String, RandomProperty> all = new TreeMap<>();
      own.forEach(p -> all.put(p.name(), p));
      inherited.forEach(bundle -> bundle.properties().forEach(p -> all.putIfAbsent(p.name(), p)));
      return List.copyOf(all.values());
    }
  }

  record Edge(String name, Node from, Node to, int most, List<RandomProperty> properties) {}

  static RandomSchema of(Random random) {
    List<Bundle> interfaces = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String prefix = "shared" + i;
      interfaces.add(
          new Bundle(
              "Bundle" + i,
              List.of(
                  new RandomProperty(prefix + "Text", "String", false, true, "@index"),
                  new RandomProperty(prefix + "Number", "I64", random.nextBoolean(), true, ""))));
    }
    List<Node> nodes = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      nodes.add(node("Node" + i, interfaces, random));
    }
    List<Edge> edges = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      edges.add(
          new Edge(
              random.nextBoolean() ? "Edge" + i : "Node" + i,
              nodes.get(random.nextInt(nodes.size())),
              nodes.get(random.nextInt(nodes.size())),
              random.nextInt(4),
              properties(random, random.nextInt(3), true)));
    }
    return new RandomSchema(List.copyOf(interfaces), List.copyOf(nodes), List.copyOf(edges));
  }

  private static Node node(String name, List<Bundle> interfaces, Random random) {
    List<RandomProperty> own = new ArrayList<>(properties(random, random.nextInt(6), false));
    List<String> key = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String base = random.nextBoolean() ? "String" : "I64";
      own.add(new RandomProperty("key" + i, base, false, false, ""));
      key.add(0, "key" + i);
    }
    List<Bundle> inherited = interfaces.stream().filter(b -> random.nextBoolean()).toList();
    return new Node(name, List.copyOf(new TreeSet<>(key)), List.copyOf(own), inherited);
  }

  private static List<RandomProperty> properties(Random random, int count, boolean ofEdge) {
    List<String> names = new ArrayList<>(NAMES);
    Collections.shuffle(names, random);
    List<RandomProperty> properties = new ArrayList<>();
    for (String name : names.subList(0, count)) {
      RandomProperty property = RandomProperty.of(name, random);
      boolean nodesOnly = property.rule().contains("@range") || property.rule().contains("@check");
      if (!ofEdge || (!nodesOnly && !name.equals("from"))) {
        properties.add(property);
      }
    }
    return properties;
  }

  /** The schema as text, always the same. */
  String text() {
    return text(new Random(0), false);
  }

  /** The same schema in another order, with other spaces and with comments. */
  String text(Random layout) {
    return text(layout, true);
  }

  private String text(Random layout, boolean shuffled) {
    List<String> declarations = new ArrayList<>();
    for (Bundle bundle : interfaces) {
      declarations.add(
          "interface " + bundle.name() + body(items(bundle.properties()), layout, shuffled));
    }
    for (Node node : nodes) {
      List<String> items = items(node.own());
      if (!node.key().isEmpty()) {
        items.add("@key(" + String.join(", ", node.key()) + ")");
      }
      String implemented =
          node.inherited().isEmpty()
              ? ""
              : " implements "
                  + String.join(", ", node.inherited().stream().map(Bundle::name).toList());
      declarations.add("node " + node.name() + implemented + body(items, layout, shuffled));
    }
    for (Edge edge : edges) {
      String most = edge.most() == 0 ? "" : " @card(0.." + edge.most() + ")";
      declarations.add(
          "edge "
              + edge.name()
              + ": "
              + edge.from().name()
              + " -> "
              + edge.to().name()
              + most
              + body(items(edge.properties()), layout, shuffled));
    }
    if (shuffled) {
      Collections.shuffle(declarations, layout);
    }
    return String.join("\n", declarations) + "\n";
  }

  private static List<String> items(List<RandomProperty> properties) {
    List<String> items = new ArrayList<>();
    properties.forEach(property -> items.add(property.text()));
    return items;
  }

  private static String body(List<String> items, Random layout, boolean shuffled) {
    if (shuffled) {
      Collections.shuffle(items, layout);
    }
    StringBuilder body = new StringBuilder(" {");
    for (String item : items) {
      body.append(shuffled ? GAPS.get(layout.nextInt(GAPS.size())) : "\n  ").append(item);
    }
    return body.append(shuffled ? GAPS.get(layout.nextInt(GAPS.size())) : "\n")
        .append("}")
        .toString();
  }
}

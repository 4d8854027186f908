package org.omnigraph.testkit.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A schema with interfaces, keys of one and two columns of every type, rules, embeddings, hints and
 * edges, made of a seed.
 */
record RandomSchema(List<Bundle> interfaces, List<Node> nodes, List<Edge> edges) {
  private static final List<String> NAMES =
      List.of("a", "b1", "repoName", "_c", "node", "edge", "value", "zeta", "from", "trueish");
  private static final List<String> GAPS =
      List.of(" ", "\n", "\r\n\t", " // a comment { } @key\n", "/* another\n */", "  ");

  record Bundle(String name, List<RandomProperty> properties) {}

  /**
   * @param key the columns of the key, sorted; empty for a type without
   * @param unique columns that are unique together; empty for a type without
   * @param inherited the interfaces, whose properties come after its own
   */
  record Node(
      String name,
      List<String> key,
      List<String> unique,
      List<RandomProperty> own,
      List<Bundle> inherited) {
    List<RandomProperty> properties() {
      TreeMap<String, RandomProperty> all = new TreeMap<>();
      own.forEach(p -> all.put(p.name(), p));
      inherited.forEach(bundle -> bundle.properties().forEach(p -> all.putIfAbsent(p.name(), p)));
      return List.copyOf(all.values());
    }

    /** How many rows the key can tell apart. */
    int rows() {
      boolean two =
          !key.isEmpty()
              && own.stream().filter(p -> key.contains(p.name())).allMatch(p -> p.hasTwoValues());
      return two ? 2 : Integer.MAX_VALUE;
    }
  }

  /**
   * @param most how many edges may leave a node; zero for any number
   * @param unique columns that are unique together, end points too; empty for a type without
   */
  record Edge(
      String name,
      Node from,
      Node to,
      int most,
      List<String> unique,
      List<RandomProperty> properties) {}

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
      List<RandomProperty> properties = properties(random, random.nextInt(3), true);
      edges.add(
          new Edge(
              random.nextBoolean() ? "Edge" + i : "Node" + i,
              nodes.get(random.nextInt(nodes.size())),
              nodes.get(random.nextInt(nodes.size())),
              random.nextInt(4),
              random.nextBoolean() ? List.of() : endPoints(random, properties),
              properties));
    }
    return new RandomSchema(List.copyOf(interfaces), List.copyOf(nodes), List.copyOf(edges));
  }

  private static Node node(String name, List<Bundle> interfaces, Random random) {
    List<RandomProperty> own = new ArrayList<>(properties(random, random.nextInt(6), false));
    List<String> key = new ArrayList<>();
    List<String> unique = together(random, own);
    for (int i = random.nextInt(3); i > 0; i--) {
      own.add(RandomProperty.ofKey("key" + i, random));
      key.add(0, "key" + i);
    }
    List<Bundle> inherited = interfaces.stream().filter(b -> random.nextBoolean()).toList();
    List<RandomProperty> texts =
        Stream.concat(own.stream(), inherited.stream().flatMap(b -> b.properties().stream()))
            .filter(RandomProperty::isText)
            .toList();
    if (!texts.isEmpty()) {
      own.replaceAll(
          property -> property.isVector() ? embedding(property, texts, random) : property);
    }
    return new Node(name, List.copyOf(new TreeSet<>(key)), unique, List.copyOf(own), inherited);
  }

  private static RandomProperty embedding(
      RandomProperty vector, List<RandomProperty> texts, Random random) {
    String source = texts.get(random.nextInt(texts.size())).name();
    return switch (random.nextInt(3)) {
      case 0 -> vector;
      case 1 -> vector.with("@embed(" + source + ")");
      default -> vector.with("@embed(\"" + source + "\", model = \"m ü\")");
    };
  }

  /** Two scalar columns, or none. */
  private static List<String> together(Random random, List<RandomProperty> properties) {
    List<String> scalars = scalars(properties);
    return scalars.size() < 2 || random.nextBoolean() ? List.of() : scalars.subList(0, 2);
  }

  private static List<String> endPoints(Random random, List<RandomProperty> properties) {
    List<String> scalars = scalars(properties);
    return scalars.isEmpty() || random.nextBoolean()
        ? List.of("src", "dst")
        : List.of("dst", scalars.get(0));
  }

  private static List<String> scalars(List<RandomProperty> properties) {
    return properties.stream()
        .filter(p -> !p.list() && !p.isVector() && !p.base().equals("Blob"))
        .map(RandomProperty::name)
        .toList();
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
      unique(node.unique(), items);
      String implemented =
          node.inherited().isEmpty()
              ? ""
              : " implements "
                  + String.join(", ", node.inherited().stream().map(Bundle::name).toList());
      declarations.add(
          "node "
              + node.name()
              + hint(layout, shuffled)
              + implemented
              + body(items, layout, shuffled));
    }
    for (Edge edge : edges) {
      List<String> items = items(edge.properties());
      unique(edge.unique(), items);
      String most = edge.most() == 0 ? "" : " @card(0.." + edge.most() + ")";
      declarations.add(
          "edge "
              + edge.name()
              + ": "
              + edge.from().name()
              + " -> "
              + edge.to().name()
              + most
              + hint(layout, shuffled)
              + body(items, layout, shuffled));
    }
    if (shuffled) {
      Collections.shuffle(declarations, layout);
    }
    return String.join("\n", declarations) + "\n";
  }

  private static void unique(List<String> columns, List<String> items) {
    if (!columns.isEmpty()) {
      items.add("@unique(" + String.join(", ", columns) + ")");
    }
  }

  /** Where a name comes from says nothing of a new graph. */
  private static String hint(Random layout, boolean shuffled) {
    return shuffled && layout.nextBoolean() ? " @rename_from(\"Former\")" : "";
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

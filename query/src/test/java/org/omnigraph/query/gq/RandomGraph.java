package org.omnigraph.query.gq;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A few nodes of two types and edges between them, in memory and as the lines of a file. */
record RandomGraph(List<Node> nodes, List<Edge> edges) {
  static final String SCHEMA =
      """
      node A {
        name: String @key
        x: I32?
        s: String?
        l: [String]?
      }
      node B {
        name: String @key
        x: I64?
        s: String?
        l: [String]?
      }
      edge E: A -> A { w: I32? }
      edge F: A -> B { w: I32? }
      """;

  private static final List<String> TEXTS = List.of("", "a", "ab", "b%", "ä");

  /** A node; every property but the name may be null. */
  record Node(String type, String name, Integer x, String s, List<String> l) {}

  /** An edge of type {@code E} or {@code F}. */
  record Edge(String type, String id, Node from, Node to, Integer w) {}

  static RandomGraph of(Random random) {
    List<Node> nodes = new ArrayList<>();
    int as = random.nextInt(6);
    int bs = random.nextInt(4);
    for (int i = 0; i < as + bs; i++) {
      nodes.add(
          new Node(
              i < as ? "A" : "B",
              "n" + (i < as ? i : i - as),
              maybe(random, random.nextInt(3)),
              maybe(random, text(random)),
              maybe(random, texts(random))));
    }
    List<Edge> edges = new ArrayList<>();
    for (int i = random.nextInt(10); i > 0 && as > 0; i--) {
      boolean e = bs == 0 || random.nextInt(3) > 0;
      edges.add(
          new Edge(
              e ? "E" : "F",
              "e" + random.nextInt(1_000_000) + "-" + i,
              nodes.get(random.nextInt(as)),
              nodes.get(e ? random.nextInt(as) : as + random.nextInt(bs)),
              maybe(random, random.nextInt(3))));
    }
    return new RandomGraph(nodes, edges);
  }

  static String text(Random random) {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      texts.add(text(random));
    }
    return texts;
  }

  private static <T> T maybe(Random random, T value) {
    return random.nextInt(4) == 0 ? null : value;
  }

  List<Node> nodes(String type) {
    return nodes.stream().filter(n -> n.type().equals(type)).toList();
  }

  List<Edge> edges(String type) {
    return edges.stream().filter(e -> e.type().equals(type)).toList();
  }

  /** The part that is left when some nodes go, with their edges, and some more edges. */
  RandomGraph without(Random random) {
    List<Node> kept = nodes.stream().filter(n -> random.nextBoolean()).toList();
    return new RandomGraph(
        kept,
        edges.stream()
            .filter(e -> kept.contains(e.from()) && kept.contains(e.to()) && random.nextBoolean())
            .toList());
  }

  /** Both node types and both edge types are named, so that a load replaces all that was there. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    for (Node node : nodes) {
      lines.append(
          "{\"type\":\"%s\",\"data\":{\"name\":\"%s\",\"x\":%s,\"s\":%s,\"l\":%s}}\n"
              .formatted(node.type(), node.name(), node.x(), quoted(node.s()), list(node.l())));
    }
    for (Edge edge : edges) {
      lines.append(
          "{\"edge\":\"%s\",\"from\":\"%s\",\"to\":\"%s\",\"data\":{\"id\":\"%s\",\"w\":%s}}\n"
              .formatted(edge.type(), edge.from().name(), edge.to().name(), edge.id(), edge.w()));
    }
    return lines.toString();
  }

  private static String quoted(String text) {
    return text == null ? "null" : '"' + text + '"';
  }

  private static String list(List<String> texts) {
    return texts == null ? "null" : texts.stream().map(RandomGraph::quoted).toList().toString();
  }
}

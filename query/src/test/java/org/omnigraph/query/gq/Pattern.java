package org.omnigraph.query.gq;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A random match: its text, and by brute force what it means. */
record Pattern(
    Map<String, String> types,
    List<String> bindings,
    List<Walk> walks,
    List<Test> tests,
    List<Pattern> negations,
    List<Pattern> optionals) {
  /**
   * A traversal.
   *
   * @param left a variable or {@code _}
   * @param edge the variable of the edge, or null
   * @param bounds or null
   */
  record Walk(
      String left, String edge, String type, boolean undirected, Bounds bounds, String right) {
    String text() {
      String word = type.toLowerCase(java.util.Locale.ROOT);
      return "$"
          + left
          + " "
          + (edge == null ? "" : "$" + edge + ":")
          + (undirected ? "<" + word + ">" : word)
          + (bounds == null ? "" : "{" + bounds.min() + "," + bounds.max() + "}")
          + " $"
          + right;
    }
  }

  /** How many hops. */
  record Bounds(int min, int max) {}

  /**
   * A comparison.
   *
   * @param variable of a node, or of an edge when the property is {@code w}
   * @param value a number, a text, or {@code variable.property}
   */
  record Test(String variable, String property, String operator, Object value) {
    String text() {
      String right =
          value instanceof Ref ref
              ? "$" + ref.variable() + "." + ref.property()
              : value instanceof String text ? '"' + text + '"' : value.toString();
      return "$" + variable + "." + property + " " + operator + " " + right;
    }
  }

  /** A property as the right side of a comparison. */
  record Ref(String variable, String property) {}

  /** The type of each node that the pattern and its optional blocks bind. */
  Map<String, String> allTypes() {
    Map<String, String> all = new LinkedHashMap<>(types);
    optionals.forEach(o -> all.putAll(o.allTypes()));
    return all;
  }

  /** The edges that the pattern and its optional blocks bind. */
  List<String> allEdges() {
    return Stream.concat(
            walks.stream().map(Walk::edge).filter(e -> e != null),
            optionals.stream().flatMap(o -> o.allEdges().stream()))
        .toList();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (String variable : bindings) {
      text.append("$").append(variable).append(": ").append(types.get(variable)).append(" ");
    }
    text.append(walks.stream().map(Walk::text).collect(Collectors.joining(" ", "", " ")));
    text.append(tests.stream().map(Test::text).collect(Collectors.joining(" ", "", " ")));
    negations.forEach(n -> text.append("not { ").append(n.text()).append("} "));
    optionals.forEach(o -> text.append("optional { ").append(o.text()).append("} "));
    return text.toString();
  }
}

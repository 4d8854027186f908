package org.omnigraph.query.gq;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tries every assignment of nodes and edges to the variables of a pattern. */
final class Naive {
  private final RandomGraph graph;

  Naive(RandomGraph graph) {
    this.graph = graph;
  }

  /** Every assignment that matches: a node or an edge by variable. */
  List<Map<String, Object>> matches(Pattern pattern) {
    return matches(pattern, Map.of());
  }

  private List<Map<String, Object>> matches(Pattern pattern, Map<String, Object> outer) {
    List<Map<String, Object>> rows = new ArrayList<>();
    rows.add(new LinkedHashMap<>(outer));
    for (String variable : pattern.types().keySet()) {
      List<Map<String, Object>> wider = new ArrayList<>();
      for (Map<String, Object> row : rows) {
        for (RandomGraph.Node node : graph.nodes(pattern.types().get(variable))) {
          Map<String, Object> with = new LinkedHashMap<>(row);
          with.put(variable, node);
          wider.add(with);
        }
      }
      rows = wider;
    }
    for (Pattern.Walk walk : pattern.walks()) {
      List<Map<String, Object>> kept = new ArrayList<>();
      rows.forEach(row -> kept.addAll(walked(walk, row)));
      rows = kept;
    }
    rows.removeIf(row -> !pattern.tests().stream().allMatch(t -> holds(t, row)));
    rows.removeIf(row -> pattern.negations().stream().anyMatch(n -> !matches(n, row).isEmpty()));
    for (Pattern optional : pattern.optionals()) {
      List<Map<String, Object>> wider = new ArrayList<>();
      rows.forEach(row -> wider.addAll(beside(optional, row)));
      rows = wider;
    }
    return rows;
  }

  private List<Map<String, Object>> beside(Pattern optional, Map<String, Object> row) {
    List<Map<String, Object>> found = matches(optional, row);
    if (!found.isEmpty()) {
      return found;
    }
    Map<String, Object> with = new LinkedHashMap<>(row);
    optional.allTypes().keySet().forEach(v -> with.put(v, null));
    optional.allEdges().forEach(w -> with.put(w, null));
    return List.of(with);
  }

  /** Whether an optional block has not found a variable. */
  private static boolean isMissing(String variable, Map<String, Object> row) {
    return row.containsKey(variable) && row.get(variable) == null;
  }

  private List<Map<String, Object>> walked(Pattern.Walk walk, Map<String, Object> row) {
    if (isMissing(walk.left(), row) || isMissing(walk.right(), row)) {
      return List.of();
    }
    Object left = row.get(walk.left());
    Object right = row.get(walk.right());
    if (walk.edge() != null) {
      List<Map<String, Object>> rows = new ArrayList<>();
      for (RandomGraph.Edge edge : graph.edges(walk.type())) {
        if (leads(walk, edge, left, right)) {
          Map<String, Object> with = new LinkedHashMap<>(row);
          with.put(walk.edge(), edge);
          rows.add(with);
        }
      }
      return rows;
    }
    return reaches(walk, left, right) ? List.of(row) : List.of();
  }

  private static boolean leads(
      Pattern.Walk walk, RandomGraph.Edge edge, Object left, Object right) {
    boolean forth = fits(left, edge.from()) && fits(right, edge.to());
    boolean back = fits(left, edge.to()) && fits(right, edge.from());
    boolean reversed = walk.type().equals("F") && isB(left, right);
    return walk.undirected() ? forth || back : reversed ? back : forth;
  }

  /** An edge from A to B is walked backwards when a B is on the left. */
  private static boolean isB(Object left, Object right) {
    return left instanceof RandomGraph.Node l
        ? l.type().equals("B")
        : right instanceof RandomGraph.Node r && r.type().equals("A");
  }

  private static boolean fits(Object wanted, RandomGraph.Node node) {
    return wanted == null || wanted.equals(node);
  }

  private boolean reaches(Pattern.Walk walk, Object left, Object right) {
    if (walk.type().equals("F")) {
      boolean one = walk.bounds() == null || walk.bounds().min() == 1;
      return one && graph.edges("F").stream().anyMatch(e -> leads(walk, e, left, right));
    }
    int min = walk.bounds() == null ? 1 : walk.bounds().min();
    int max = walk.bounds() == null ? 1 : walk.bounds().max();
    for (RandomGraph.Node from : graph.nodes("A")) {
      for (RandomGraph.Node to : graph.nodes("A")) {
        if (fits(left, from) && fits(right, to) && reaches(walk, from, to, min, max)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean reaches(
      Pattern.Walk walk, RandomGraph.Node from, RandomGraph.Node to, int min, int max) {
    Optional<Integer> distance = Optional.ofNullable(distances(walk, from).get(to));
    boolean loops =
        graph.edges("E").stream().anyMatch(e -> e.from().equals(to) && e.to().equals(to));
    return distance.filter(d -> d >= min && d <= max).isPresent()
        || (loops && distance.equals(Optional.of(min - 1)));
  }

  private Map<RandomGraph.Node, Integer> distances(Pattern.Walk walk, RandomGraph.Node from) {
    Map<RandomGraph.Node, Integer> distances = new HashMap<>(Map.of(from, 0));
    Deque<RandomGraph.Node> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      RandomGraph.Node node = open.remove();
      for (RandomGraph.Edge edge : graph.edges("E")) {
        step(distances, open, node, edge.from(), edge.to());
        if (walk.undirected()) {
          step(distances, open, node, edge.to(), edge.from());
        }
      }
    }
    return distances;
  }

  private static void step(
      Map<RandomGraph.Node, Integer> distances,
      Deque<RandomGraph.Node> open,
      RandomGraph.Node at,
      RandomGraph.Node from,
      RandomGraph.Node to) {
    if (from.equals(at) && !distances.containsKey(to)) {
      distances.put(to, distances.get(at) + 1);
      open.add(to);
    }
  }

  private static boolean holds(Pattern.Test test, Map<String, Object> row) {
    Object left = value(row.get(test.variable()), test.property());
    Object right =
        test.value() instanceof Pattern.Ref ref
            ? value(row.get(ref.variable()), ref.property())
            : test.value();
    if (left == null || right == null) {
      return false;
    }
    return switch (test.operator()) {
      case "contains" ->
          left instanceof List<?> list
              ? list.contains(right)
              : ((String) left).contains((String) right);
      case "starts_with" -> ((String) left).startsWith((String) right);
      case "=" -> compare(left, right) == 0;
      case "!=" -> compare(left, right) != 0;
      case "<" -> compare(left, right) < 0;
      case "<=" -> compare(left, right) <= 0;
      case ">" -> compare(left, right) > 0;
      default -> compare(left, right) >= 0;
    };
  }

  static int compare(Object left, Object right) {
    return left instanceof String text
        ? Arrays.compareUnsigned(
            text.getBytes(StandardCharsets.UTF_8),
            ((String) right).getBytes(StandardCharsets.UTF_8))
        : Double.compare(((Number) left).doubleValue(), ((Number) right).doubleValue());
  }

  static Object value(Object element, String property) {
    if (element == null) {
      return null;
    }
    if (element instanceof RandomGraph.Edge edge) {
      return edge.w();
    }
    RandomGraph.Node node = (RandomGraph.Node) element;
    return switch (property) {
      case "name" -> node.name();
      case "x" -> node.x();
      case "s" -> node.s();
      default -> node.l();
    };
  }

  static String id(Object element) {
    if (element == null) {
      return null;
    }
    return element instanceof RandomGraph.Edge edge
        ? edge.id()
        : ((RandomGraph.Node) element).name();
  }
}

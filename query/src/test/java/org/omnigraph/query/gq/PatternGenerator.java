package org.omnigraph.query.gq;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes random patterns that mean something. */
final class PatternGenerator {
  private static final List<String> COMPARISONS = List.of("=", "!=", "<", "<=", ">", ">=");

  private final Random random;
  private int names;

  PatternGenerator(Random random) {
    this.random = random;
  }

  Pattern pattern() {
    return pattern(Map.of(), 0, false);
  }

  private Pattern pattern(Map<String, String> outer, int depth, boolean negated) {
    Map<String, String> types = new LinkedHashMap<>();
    List<String> bindings = new ArrayList<>();
    List<Pattern.Walk> walks = new ArrayList<>();
    if (outer.isEmpty() || random.nextInt(4) == 0) {
      String variable = fresh();
      types.put(variable, random.nextInt(3) > 0 ? "A" : "B");
      bindings.add(variable);
    }
    int wanted = outer.isEmpty() ? random.nextInt(3) : 1 + random.nextInt(2);
    for (int i = 0; i < wanted; i++) {
      walks.add(walk(outer, types));
    }
    if (!outer.isEmpty() && walks.stream().noneMatch(w -> mentions(w, outer))) {
      return pattern(outer, depth, negated);
    }
    types.keySet().stream()
        .filter(v -> !bindings.contains(v) && random.nextInt(3) == 0)
        .forEach(bindings::add);
    Map<String, String> visible = new LinkedHashMap<>(outer);
    visible.putAll(types);
    List<Pattern.Test> tests = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      tests.add(test(visible, walks));
    }
    List<Pattern> negations = new ArrayList<>();
    if (depth < 2 && random.nextInt(depth + 2) == 0) {
      negations.add(pattern(visible, depth + 1, true));
    }
    List<Pattern> optionals = new ArrayList<>();
    for (int i = negated || depth == 2 ? 0 : random.nextInt(3 - depth); i > 0; i--) {
      Pattern optional = pattern(visible, depth + 1, false);
      if (!optional.types().isEmpty()
          || optional.walks().stream().anyMatch(w -> w.edge() != null)) {
        optionals.add(optional);
        visible.putAll(optional.allTypes());
      }
    }
    return new Pattern(types, bindings, walks, tests, negations, optionals);
  }

  private static boolean mentions(Pattern.Walk walk, Map<String, String> outer) {
    return outer.containsKey(walk.left()) || outer.containsKey(walk.right());
  }

  private String fresh() {
    return "v" + names++;
  }

  private Pattern.Walk walk(Map<String, String> outer, Map<String, String> types) {
    Map<String, String> visible = new LinkedHashMap<>(outer);
    visible.putAll(types);
    boolean e = random.nextInt(3) > 0 || (!visible.containsValue("B") && random.nextBoolean());
    boolean reversed = !e && visible.containsValue("B") && random.nextBoolean();
    String left = end(visible, types, reversed ? "B" : "A", reversed || random.nextInt(8) > 0);
    visible.putAll(types);
    boolean known = types.containsKey(left) || outer.containsKey(left);
    String right = end(visible, types, e || reversed ? "A" : "B", !known);
    boolean bind = random.nextInt(4) == 0;
    Pattern.Bounds bounds = null;
    if (!bind && random.nextInt(2) == 0) {
      int min = 1 + random.nextInt(3);
      bounds = new Pattern.Bounds(min, min + random.nextInt(3));
    }
    return new Pattern.Walk(
        left,
        bind ? "w" + names++ : null,
        e ? "E" : "F",
        e && random.nextInt(3) == 0,
        bounds,
        right);
  }

  private String end(
      Map<String, String> visible, Map<String, String> types, String type, boolean named) {
    List<String> candidates =
        visible.keySet().stream().filter(v -> visible.get(v).equals(type)).toList();
    if (!named && random.nextInt(4) == 0) {
      return "_";
    }
    if (!candidates.isEmpty() && random.nextInt(3) > 0) {
      return candidates.get(random.nextInt(candidates.size()));
    }
    // A start that is not known is an A for the direction to be told.
    if (type.equals("B") && named && !candidates.isEmpty()) {
      return candidates.get(0);
    }
    String variable = fresh();
    types.put(variable, type);
    return variable;
  }

  private Pattern.Test test(Map<String, String> visible, List<Pattern.Walk> walks) {
    List<String> edges = walks.stream().map(Pattern.Walk::edge).filter(w -> w != null).toList();
    if (!edges.isEmpty() && random.nextInt(3) == 0) {
      return new Pattern.Test(
          edges.get(random.nextInt(edges.size())), "w", comparison(), random.nextInt(3));
    }
    List<String> variables = List.copyOf(visible.keySet());
    String variable = variables.get(random.nextInt(variables.size()));
    return switch (random.nextInt(6)) {
      case 0 -> new Pattern.Test(variable, "s", "contains", RandomGraph.text(random));
      case 1 -> new Pattern.Test(variable, "s", "starts_with", RandomGraph.text(random));
      case 2 -> new Pattern.Test(variable, "l", "contains", RandomGraph.text(random));
      case 3 -> new Pattern.Test(variable, "s", comparison(), RandomGraph.text(random));
      case 4 ->
          new Pattern.Test(
              variable,
              "x",
              comparison(),
              new Pattern.Ref(variables.get(random.nextInt(variables.size())), "x"));
      default ->
          new Pattern.Test(
              variable, "x", comparison(), random.nextBoolean() ? random.nextInt(3) : (Object) 1.5);
    };
  }

  private String comparison() {
    return COMPARISONS.get(random.nextInt(COMPARISONS.size()));
  }
}

package org.omnigraph.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.testkit.GraphHarness.Write;

/** A small graph of people who know each other. */
final class People {
  static final String SCHEMA =
      """
      node Person {
        name: String @key
        age: I32?
      }
      edge Knows: Person -> Person {
        since: I64?
      }
      """;
  static final TypeKey PERSON = TypeKey.node("Person");
  static final TypeKey KNOWS = TypeKey.edge("Knows");

  private People() {}

  static Write people(WriteMode mode, int age, String... names) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, Object> row = new HashMap<>();
      row.put("name", name);
      row.put("age", age);
      rows.add(row);
    }
    return new Write(PERSON, mode, List.copyOf(rows));
  }

  static Write insert(String... names) {
    return people(WriteMode.INSERT, 1, names);
  }

  static Write knows(String from, String to) {
    return new Write(KNOWS, WriteMode.INSERT, List.of(Map.of("src", from, "dst", to, "since", 1L)));
  }
}

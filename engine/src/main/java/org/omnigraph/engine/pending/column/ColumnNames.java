package org.omnigraph.engine.pending.column;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;

/**
 * Which column of an input stands for which column of a table. An exact name wins, otherwise case
 * is ignored; {@code from} and {@code to} stand for {@code src} and {@code dst}.
 */
final class ColumnNames {
  private final GraphType type;

  /** Every name that is understood, with the physical column it means. */
  private final Map<String, String> known = new LinkedHashMap<>();

  private final List<String> complaints = new ArrayList<>();

  ColumnNames(GraphType type) {
    this.type = type;
    known.put("id", "id");
    if (type.kind() == EntityKind.EDGE) {
      known.put("src", "src");
      known.put("dst", "dst");
      known.put("from", "src");
      known.put("to", "dst");
    }
    for (Property property : type.properties()) {
      known.put(property.name(), property.name());
    }
  }

  /** By physical column: the index of the input's column. Columns that are absent are left out. */
  Map<String, Integer> resolve(Schema input) {
    Map<String, Integer> indexes = new LinkedHashMap<>();
    List<Field> fields = input.getFields();
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).getName();
      if (name == null) {
        complaints.add("column " + (i + 1) + " has no name");
        continue;
      }
      String column = columnOf(name);
      if (column == null) {
        continue;
      }
      Integer other = indexes.putIfAbsent(column, i);
      if (other != null) {
        complaints.add(
            "'" + fields.get(other).getName() + "' and '" + name + "' both mean " + column);
      }
    }
    return indexes;
  }

  /** What is wrong with the names, in the order of the input. */
  List<String> complaints() {
    return complaints;
  }

  private @Nullable String columnOf(String name) {
    String exact = known.get(name);
    if (exact != null) {
      return exact;
    }
    String folded = name.toLowerCase(Locale.ROOT);
    TreeSet<String> candidates = new TreeSet<>();
    known.forEach(
        (spelled, column) -> {
          if (spelled.toLowerCase(Locale.ROOT).equals(folded)) {
            candidates.add(column);
          }
        });
    if (candidates.size() == 1) {
      return candidates.first();
    }
    complaints.add(
        candidates.isEmpty()
            ? "unknown column '" + name + "'"
            : "'" + name + "' is ambiguous, it may mean " + String.join(" or ", candidates));
    return null;
  }

  /** The columns a row of the type may have, for messages. */
  String expected() {
    StringBuilder text = new StringBuilder("id (optional)");
    if (type.kind() == EntityKind.EDGE) {
      text.append(", src String, dst String");
    }
    for (Property property : type.properties()) {
      text.append(", ").append(property.name()).append(' ').append(property.type().displayName());
    }
    return text.toString();
  }
}

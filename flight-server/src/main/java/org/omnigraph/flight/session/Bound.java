package org.omnigraph.flight.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Rows of arguments as a client bound them: a statement runs once for each.
 *
 * @param names of the columns
 * @param rows one value a column
 */
public record Bound(List<String> names, List<List<@Nullable Object>> rows) {
  /** One run without arguments. */
  public static final Bound NONE = new Bound(List.of(), List.of(List.of()));

  public Bound {
    names = List.copyOf(names);
    rows = List.copyOf(rows);
  }

  /**
   * The rows with one value a parameter, in the order of the columns.
   *
   * @throws InvalidRequest when there are more or fewer columns than parameters
   */
  public List<List<@Nullable Object>> inPlace(Schema parameters) {
    int wanted = parameters.getFields().size();
    for (List<@Nullable Object> row : rows) {
      if (row.size() != wanted) {
        throw new InvalidRequest(
            "the statement has "
                + wanted
                + " parameter(s) and "
                + row.size()
                + " value(s) are bound; prepare it and bind one value for each parameter");
      }
    }
    return rows;
  }

  /**
   * The rows with one value a parameter: by name when each column has that of a parameter, and then
   * null for one that is left out; otherwise {@link #inPlace}.
   *
   * @param parameters those that must be given are not nullable
   * @throws InvalidRequest naming a parameter that must be given and is not
   */
  public List<List<@Nullable Object>> named(Schema parameters) {
    List<String> wanted = parameters.getFields().stream().map(Field::getName).toList();
    Set<String> distinct = new HashSet<>(names);
    if (distinct.size() < names.size() || !wanted.containsAll(distinct)) {
      return inPlace(parameters);
    }
    for (Field parameter : parameters.getFields()) {
      if (!parameter.isNullable() && !distinct.contains(parameter.getName())) {
        throw new InvalidRequest(
            "parameter '"
                + parameter.getName()
                + "' not provided; prepare the query and bind a value to it");
      }
    }
    List<List<@Nullable Object>> ordered = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> values = new ArrayList<>();
      for (String name : wanted) {
        int column = names.indexOf(name);
        values.add(column < 0 ? null : row.get(column));
      }
      ordered.add(values);
    }
    return ordered;
  }
}

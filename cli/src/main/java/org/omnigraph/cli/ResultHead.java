package org.omnigraph.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a result before its first row.
 *
 * @param query the name of the query, or nothing for a statement of SQL
 * @param columns names, each once
 * @param branch the branch that was read; empty when a snapshot was named instead
 * @param snapshot the commit that was asked for
 * @param commit the commit that was read
 */
record ResultHead(
    Optional<String> query,
    List<String> columns,
    Optional<String> branch,
    Optional<String> snapshot,
    Optional<String> commit) {
  ResultHead {
    columns = distinct(columns);
  }

  /** That of a statement of SQL. */
  ResultHead(
      List<String> columns,
      Optional<String> branch,
      Optional<String> snapshot,
      Optional<String> commit) {
    this(Optional.empty(), columns, branch, snapshot, commit);
  }

  String queryName() {
    return query.orElse("sql");
  }

  Map<String, @Nullable Object> target() {
    Map<String, @Nullable Object> target = new LinkedHashMap<>();
    target.put("branch", branch.orElse(null));
    target.put("snapshot", snapshot.orElse(null));
    return target;
  }

  /** As people read it: {@code branch main}, {@code snapshot 01… via adults}. */
  String targetText() {
    String target =
        snapshot.map(id -> "snapshot " + id).orElseGet(() -> "branch " + branch.orElse("?"));
    return target + query.map(name -> " via " + name).orElse("");
  }

  /** The first line for people. */
  String summary(long rows) {
    return rows + (rows == 1 ? " row" : " rows") + " from " + targetText();
  }

  /**
   * A query may give two columns one name, a JSON object may not: the second becomes {@code
   * name_2}.
   */
  private static List<String> distinct(List<String> names) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> result = new ArrayList<>();
    for (String name : names) {
      int count = seen.merge(name, 1, Integer::sum);
      String candidate = count == 1 ? name : name + "_" + count;
      while (count > 1 && names.contains(candidate)) {
        candidate = name + "_" + seen.merge(name, 1, Integer::sum);
      }
      result.add(candidate);
    }
    return List.copyOf(result);
  }
}

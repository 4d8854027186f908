package org.omnigraph.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.TypeKey;

/** Where the time of a commit of one row goes, by the places that a write passes. */
final class PhasesOfACommit implements Failpoints {
  /** What ends at a place. */
  private static final Map<Failpoint, String> ENDS = new EnumMap<>(Failpoint.class);

  static {
    ENDS.put(Failpoint.STAGED, "prepare: capture, validate, write files");
    ENDS.put(Failpoint.REVALIDATED, "gates, capture again, compare");
    ENDS.put(Failpoint.ARMED, "arm: the intent, durable");
    ENDS.put(Failpoint.EFFECTS_MADE, "effect: commit the table");
    ENDS.put(Failpoint.CONFIRMED, "confirm: the intent, durable again");
    ENDS.put(Failpoint.PUBLISHED, "publish: commit the manifest");
  }

  private static final String RETIRE = "retire: remove the intent, upkeep";
  private static final TypeKey ROW = TypeKey.node("Row");
  private static final int COMMITS = 200;

  private final Map<Failpoint, Long> nanos = new EnumMap<>(Failpoint.class);
  private long last;

  private PhasesOfACommit() {}

  @Override
  public void reached(Failpoint point) {
    if (ENDS.containsKey(point)) {
      long now = System.nanoTime();
      nanos.merge(point, now - last, Long::sum);
      last = now;
    }
  }

  /** One row for each phase: milliseconds of a commit, and their share. */
  static List<List<String>> measure(Path work) {
    String uri = work.resolve("phases").toString();
    Graph.init(uri, "node Row { name: String @key }", GraphConfig.defaults()).close();
    PhasesOfACommit phases = new PhasesOfACommit();
    try (Graph graph = Graph.open(uri, GraphConfig.defaults(), phases)) {
      phases.commit(graph, 0);
      phases.nanos.clear();
      return phases.rows(phases.commit(graph, COMMITS));
    }
  }

  /** Commits, and returns what the ends of the commits took, in nanoseconds. */
  private long commit(Graph graph, int from) {
    long retiring = 0;
    for (int i = 0; i < COMMITS; i++) {
      last = System.nanoTime();
      NamedRows.insert(graph, ROW, from + i, 1);
      retiring += System.nanoTime() - last;
    }
    return retiring;
  }

  private List<List<String>> rows(long retiring) {
    long all = retiring + nanos.values().stream().mapToLong(Long::longValue).sum();
    List<List<String>> rows = new ArrayList<>();
    nanos.forEach(
        (place, time) -> rows.add(row(ENDS.getOrDefault(place, place.name()), time, all)));
    rows.add(row(RETIRE, retiring, all));
    rows.add(row("all", all, all));
    return rows;
  }

  private static List<String> row(String phase, long time, long all) {
    return List.of(
        phase, Report.number(time / 1e6 / COMMITS, 2), Report.number(100.0 * time / all, 0) + " %");
  }
}

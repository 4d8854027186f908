package org.omnigraph.flight.operations;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.recovery.AuditEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what opening graphs has done about interrupted writes. */
public final class RecoveryReport {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryReport.class);

  private RecoveryReport() {}

  /**
   * Logs and counts the recoveries since a moment.
   *
   * @param graphs by name
   * @param since before the graphs were opened
   */
  public static void since(Instant since, Map<String, Graph> graphs, Optional<Metrics> metrics) {
    graphs.forEach(
        (name, graph) ->
            kinds(name, graph, since.truncatedTo(ChronoUnit.MICROS))
                .forEach((kind, count) -> report(name, kind, count, metrics)));
  }

  private static Map<AuditEntry.Kind, Integer> kinds(String name, Graph graph, Instant since) {
    Map<AuditEntry.Kind, Integer> kinds = new EnumMap<>(AuditEntry.Kind.class);
    try {
      graph.recoveries().stream()
          .filter(entry -> !entry.at().isBefore(since))
          .forEach(entry -> kinds.merge(entry.kind(), 1, Integer::sum));
    } catch (GraphException e) {
      LOG.warn("what was recovered in graph {} cannot be read: {}", name, e.getMessage());
    }
    return kinds;
  }

  private static void report(
      String name, AuditEntry.Kind kind, int count, Optional<Metrics> metrics) {
    String word = kind.name().toLowerCase(Locale.ROOT);
    LOG.warn(
        "opening graph {} settled {} interrupted write(s): {}; omnigraph_catalog.recoveries has"
            + " them",
        name,
        count,
        word);
    metrics.ifPresent(m -> m.recovered(name, word, count));
  }
}

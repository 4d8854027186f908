package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.maintenance.RepairReport.TableRepair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "repair",
    description = {
      "Show versions of tables that are in storage but not in the graph, as other programs may",
      "leave them, and what made them. With --confirm, show the newest version in the graph."
    },
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(
      names = "--confirm",
      description =
          "Publish versions that only rearranged rows (default: show what would be done).")
  private boolean confirm;

  @Option(
      names = "--force",
      description = "With --confirm: publish also versions in which rows may have changed.")
  private boolean force;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (force && !confirm) {
      throw new ParameterException(
          Streams.of(spec).commandLine(), "--force needs --confirm beside it");
    }
    PrintWriter out = Streams.out(spec);
    GraphConfig config = GraphConfig.defaults();
    try (Graph open = Graph.open(graph.uri(), confirm ? config : config.asReadOnly())) {
      RepairReport report = confirm ? open.repair(force) : open.previewRepair();
      if (json) {
        Json.print(out, Documents.repair(graph.uri(), confirm, force, report));
      } else {
        print(report, out);
      }
      return report.isRefused() ? 1 : 0;
    }
  }

  private static void print(RepairReport report, PrintWriter out) {
    for (TableRepair table : report.tables()) {
      out.printf(
          "%s  shown %d, newest %d  %s  %s%s%n",
          table.key(),
          table.shown(),
          table.newest(),
          table.classification().text(),
          table.action().text(),
          table.operations().isEmpty() ? "" : "  " + String.join(", ", table.operations()));
    }
  }
}

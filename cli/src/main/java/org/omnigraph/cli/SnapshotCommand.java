package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.FragmentCount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "snapshot",
    description = "Show the tables of a branch with their versions and counts.",
    mixinStandardHelpOptions = true)
final class SnapshotCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(
      names = "--branch",
      paramLabel = "NAME",
      converter = BranchConverter.class,
      description = "The branch (default: main).")
  private BranchName branch = BranchName.MAIN;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Streams.out(spec);
    try (GraphLog log = GraphLog.open(graph.uri(), GraphConfig.defaults())) {
      Snapshot snapshot = log.snapshot(branch);
      if (json) {
        Json.print(out, Documents.snapshot(snapshot, log::fragments));
      } else {
        print(snapshot, log, out);
      }
    }
    return 0;
  }

  private static void print(Snapshot snapshot, GraphLog log, PrintWriter out) {
    out.println("branch " + snapshot.branch());
    out.println("manifest version " + snapshot.manifestVersion());
    snapshot.commit().ifPresent(id -> out.println("commit " + id));
    int width =
        snapshot.tables().keySet().stream().mapToInt(k -> k.toString().length()).max().orElse(0);
    for (TableEntry table : snapshot.tables().values()) {
      FragmentCount fragments = log.fragments(table);
      out.printf(
          "%-"
              + Math.max(width, 1)
              + "s  version %-4d  %,12d rows  %,d fragments (%,d small)  %s%n",
          table.key(),
          table.version(),
          table.rowCount(),
          fragments.all(),
          fragments.small(),
          table.path());
    }
  }
}

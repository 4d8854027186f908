package org.omnigraph.cli;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.GraphCommit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the commits that a branch can see, newest first.",
    mixinStandardHelpOptions = true)
final class CommitListCommand implements Callable<Integer> {
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
      List<GraphCommit> commits = log.commits(branch);
      if (json) {
        Json.print(out, Map.of("commits", commits.stream().map(Documents::commit).toList()));
      } else {
        commits.forEach(commit -> out.println(line(commit)));
      }
    }
    return 0;
  }

  private static String line(GraphCommit commit) {
    StringBuilder line = new StringBuilder(commit.id().value());
    line.append("  ").append(commit.createdAt().truncatedTo(ChronoUnit.SECONDS));
    line.append("  ").append(commit.branch());
    line.append("  version ").append(commit.manifestVersion());
    commit.actor().ifPresent(actor -> line.append("  by ").append(actor));
    commit.mergedParent().ifPresent(parent -> line.append("  merges ").append(parent));
    return line.toString();
  }
}

package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "create",
    description = "Make a branch at the newest state of another one. No rows are copied.",
    mixinStandardHelpOptions = true)
final class BranchCreateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private NamedInGraph branch = new NamedInGraph();

  @Option(
      names = "--from",
      paramLabel = "BRANCH",
      converter = BranchConverter.class,
      description = "The branch to start from (default: main).")
  private BranchName from = BranchName.MAIN;

  @Option(names = "--quiet", description = "Do not say what is written where.")
  private boolean quiet;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    String uri = branch.uri();
    BranchName name = BranchName.of(branch.name());
    if (!quiet) {
      WriteTarget.echo(Streams.err(spec), "branch create", uri);
    }
    try (Graph graph = Graph.open(uri, GraphConfig.defaults())) {
      graph.createBranch(name, from);
    }
    PrintWriter out = Streams.out(spec);
    if (json) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("uri", uri);
      document.put("from", from.value());
      document.put("name", name.value());
      document.put("actor_id", null);
      Json.print(out, document);
    } else {
      out.println("created branch " + name + " from " + from);
    }
    return 0;
  }
}

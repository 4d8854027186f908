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
    name = "delete",
    description = "Delete a branch with everything that only it shows.",
    mixinStandardHelpOptions = true)
final class BranchDeleteCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private NamedInGraph branch = new NamedInGraph();

  @Option(names = "--yes", description = "Delete what is not on this machine without asking.")
  private boolean yes;

  @Option(names = "--quiet", description = "Do not say what is written where.")
  private boolean quiet;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    String uri = branch.uri();
    BranchName name = BranchName.of(branch.name());
    PrintWriter err = Streams.err(spec);
    if (!yes) {
      Consent.toDelete(name, uri, !json && Terminal.canAsk(), err);
    }
    if (!quiet) {
      WriteTarget.echo(err, "branch delete", uri);
    }
    try (Graph graph = Graph.open(uri, GraphConfig.defaults())) {
      graph.deleteBranch(name);
    }
    PrintWriter out = Streams.out(spec);
    if (json) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("uri", uri);
      document.put("name", name.value());
      document.put("actor_id", null);
      Json.print(out, document);
    } else {
      out.println("deleted branch " + name);
    }
    return 0;
  }
}

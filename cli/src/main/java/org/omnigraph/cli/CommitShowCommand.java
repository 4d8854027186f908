package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.GraphCommit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Show one commit, by its id, of whatever branch.",
    mixinStandardHelpOptions = true)
final class CommitShowCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private NamedInGraph commit = new NamedInGraph();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Streams.out(spec);
    CommitId id = new CommitId(commit.name());
    try (GraphLog log = GraphLog.open(commit.uri(), GraphConfig.defaults())) {
      Map<String, @Nullable Object> document = Documents.commit(find(log, id));
      if (json) {
        Json.print(out, document);
      } else {
        document.forEach((key, value) -> out.println(key + ": " + (value == null ? "-" : value)));
      }
    }
    return 0;
  }

  private static GraphCommit find(GraphLog log, CommitId id) {
    return log.branches().stream()
        .flatMap(branch -> log.commits(branch).stream())
        .filter(found -> found.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new NotFound(
                    "no branch has the commit '" + id + "'; commit list shows those of a branch"));
  }
}

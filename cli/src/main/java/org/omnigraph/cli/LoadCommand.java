package org.omnigraph.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadRequest;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "load",
    description = {
      "Load a file or a folder as one commit.",
      "An NDJSON file, plain or gzip; or a folder with nodes/TYPE.* and edges/TYPE.* in Parquet, CSV or Arrow IPC."
    },
    mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();
  @Mixin private BlobBases blobs = new BlobBases();

  @Option(
      names = "--data",
      required = true,
      paramLabel = "PATH",
      description = "The file or folder to load.")
  private Path data = Path.of("");

  @Option(
      names = "--mode",
      required = true,
      paramLabel = "MODE",
      converter = WordConverter.Modes.class,
      description = {
        "overwrite: replace each type that the input names;",
        "append: insert, an id that is there is an error;",
        "merge: insert or update by id."
      })
  private LoadMode mode = LoadMode.APPEND;

  @Option(
      names = "--bulk",
      description = {
        "Append or merge any number of rows, as one commit; memory does not grow with them.",
        "A merge takes each id once then."
      })
  private boolean bulk;

  @Mixin private BulkBudget budget = new BulkBudget();

  @Mixin private WrittenBranch written = new WrittenBranch();

  @Option(
      names = "--from",
      paramLabel = "NAME",
      converter = BranchConverter.class,
      description = "The branch to make the branch from, when there is none of its name.")
  private @Nullable BranchName from;

  @Option(names = "--yes", description = "Overwrite what is not on this machine without asking.")
  private boolean yes;

  @Option(names = "--quiet", description = "Do not say what is written where.")
  private boolean quiet;

  @Option(names = "--json", description = "Print what was loaded as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    requireUseful();
    String uri = graph.uri();
    PrintWriter err = Streams.err(spec);
    if (mode == LoadMode.OVERWRITE && !yes) {
      Consent.toOverwrite(uri, !json && Terminal.canAsk(), err);
    }
    if (!quiet) {
      WriteTarget.echo(err, "load", uri);
    }
    LoadRequest request = new LoadRequest(data, mode, written.branch(), written.actor());
    GraphConfig config = blobs.config().withBulk(budget.budget(command()));
    new LoadRun(uri, config, request, Optional.ofNullable(from), bulk)
        .print(json, Streams.out(spec), err);
    return 0;
  }

  private CommandLine command() {
    return Streams.of(spec).commandLine();
  }

  /** Refuses options that would change nothing. */
  private void requireUseful() {
    if (bulk && mode == LoadMode.OVERWRITE) {
      throw new ParameterException(
          command(),
          "--bulk is for --mode append and merge; an overwrite takes any size without it");
    }
    for (String option : List.of("--bulk-rows", "--bulk-bytes")) {
      if (!bulk && command().getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(
            command(), option + " is for --bulk; add it, or leave this out");
      }
    }
  }
}

package org.omnigraph.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.write.CommitOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "mutate",
    description = "Run one mutation of the .gq language as one commit.",
    mixinStandardHelpOptions = true)
final class MutateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Which mutation of the source, when it has several.")
  private @Nullable String name;

  @Mixin private StoreOption store = new StoreOption();
  @ArgGroup private QuerySource source = new QuerySource();
  @ArgGroup private QueryParameters parameters = new QueryParameters();
  @Mixin private BlobBases blobs = new BlobBases();
  @Mixin private WrittenBranch written = new WrittenBranch();
  @Mixin private StatementLimits limits = new StatementLimits();

  @Option(
      names = "--if-commit",
      paramLabel = "ID",
      description = "Only if this is the branch's newest commit; otherwise exit with 4.")
  private @Nullable String expectedHead;

  @Option(names = "--json", description = "Print what was changed as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    CommitOptions options =
        new CommitOptions(written.actor(), Optional.ofNullable(expectedHead).map(CommitId::new));
    new MutateRun(store.uri(), blobs.config(), written.branch(), options, limits)
        .print(
            source.text(), Optional.ofNullable(name), parameters.values(), json, Streams.out(spec));
    return 0;
  }
}

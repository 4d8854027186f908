package org.omnigraph.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "query",
    description = "Run one read of the .gq language against a branch or a snapshot.",
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Which query of the source, when it has several.")
  private @Nullable String name;

  @Mixin private StoreOption store = new StoreOption();
  @ArgGroup private QuerySource source = new QuerySource();
  @ArgGroup private QueryParameters parameters = new QueryParameters();
  @ArgGroup private ReadTarget target = new ReadTarget();
  @Mixin private BlobBases blobs = new BlobBases();
  @Mixin private FormatOption format = new FormatOption();
  @Mixin private StatementLimits limits = new StatementLimits();

  @Override
  public Integer call() throws Exception {
    new QueryRun(
            store.uri(),
            blobs.config(),
            target.branch(),
            target.snapshot(),
            format.format(),
            limits)
        .print(source.text(), Optional.ofNullable(name), parameters.values(), Streams.out(spec));
    return 0;
  }
}

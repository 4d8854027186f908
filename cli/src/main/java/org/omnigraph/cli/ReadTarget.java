package org.omnigraph.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import picocli.CommandLine.Option;

/** What a command reads: a branch or a snapshot, never both. */
final class ReadTarget {
  @Option(
      names = "--branch",
      paramLabel = "NAME",
      converter = BranchConverter.class,
      description = "The branch to read (default: main).")
  private BranchName branch = BranchName.MAIN;

  @Option(names = "--snapshot", paramLabel = "ID", description = "The commit to read.")
  private @Nullable String snapshot;

  BranchName branch() {
    return branch;
  }

  Optional<CommitId> snapshot() {
    return Optional.ofNullable(snapshot).map(CommitId::new);
  }
}

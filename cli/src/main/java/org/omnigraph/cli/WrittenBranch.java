package org.omnigraph.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import picocli.CommandLine.Option;

/** Which branch a command writes, and in whose name. */
final class WrittenBranch {
  @Option(
      names = "--branch",
      paramLabel = "NAME",
      converter = BranchConverter.class,
      description = "The branch to write (default: main).")
  private BranchName branch = BranchName.MAIN;

  @Option(names = "--as", paramLabel = "ACTOR", description = "Who writes, for the commit log.")
  private @Nullable String actor;

  BranchName branch() {
    return branch;
  }

  Optional<String> actor() {
    return Optional.ofNullable(actor);
  }
}

package org.omnigraph.cli;

import picocli.CommandLine.Command;

@Command(
    name = "commit",
    description = "Look at commits.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = {CommitListCommand.class, CommitShowCommand.class})
final class CommitCommand {}

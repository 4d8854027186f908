package org.omnigraph.cli;

import picocli.CommandLine.Command;

@Command(
    name = "branch",
    description = "Look at branches.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = BranchListCommand.class)
final class BranchCommand {}

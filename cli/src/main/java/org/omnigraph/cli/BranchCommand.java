package org.omnigraph.cli;

import picocli.CommandLine.Command;

@Command(
    name = "branch",
    description = "Make, list and delete branches.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = {BranchCreateCommand.class, BranchListCommand.class, BranchDeleteCommand.class})
final class BranchCommand {}

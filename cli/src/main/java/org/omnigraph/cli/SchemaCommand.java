package org.omnigraph.cli;

import picocli.CommandLine.Command;

@Command(
    name = "schema",
    description = "Look at the schema.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    subcommands = SchemaShowCommand.class)
final class SchemaCommand {}

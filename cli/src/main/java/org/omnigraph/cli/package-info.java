/**
 * The {@code omnigraph} command.
 *
 * <p>One class a command, with its options and nothing else of weight: the engine, the query module
 * and the server do the work. A class whose name ends in {@code Command} holds no type of Arrow,
 * Calcite, Lance or Flight in a signature, because the parser looks at all of them at each start,
 * whichever command runs.
 *
 * <p>Promises: results go to standard output, everything else to standard error; UTF-8 whatever the
 * locale; exit code 0 for success, 1 for any failure, 2 for wrong usage, 4 for a lost conditional
 * write; never a stack trace unless {@code OMNIGRAPH_DEBUG} is set. Start reading at {@link
 * org.omnigraph.cli.Omnigraph}.
 */
@NullMarked
package org.omnigraph.cli;

import org.jspecify.annotations.NullMarked;

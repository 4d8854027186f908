/**
 * The statements that are worked on: who asked for them, how far they are, and how they are ended
 * early. Start reading at {@link org.omnigraph.query.running.RunningStatements}.
 */
@NullMarked
package org.omnigraph.query.running;

import org.jspecify.annotations.NullMarked;

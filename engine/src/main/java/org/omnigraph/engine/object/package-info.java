/**
 * Small control files of a graph: schema contract, claims, recovery intents.
 *
 * <p>Owns: reading, replacing and creating whole texts by name below one root. Promises: a reader
 * sees an old text or a new one, never a part; of two creators of one name, one wins.
 */
@NullMarked
package org.omnigraph.engine.object;

import org.jspecify.annotations.NullMarked;

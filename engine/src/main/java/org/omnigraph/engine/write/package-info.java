/** The write path: six phases, each accepting only what the one before returned. */
@NullMarked
package org.omnigraph.engine.write;

import org.jspecify.annotations.NullMarked;

/**
 * The sealed family of errors. Every failure that a caller can see is one of {@link
 * org.omnigraph.engine.error.GraphException}'s subclasses; each face (Flight, JDBC, command line)
 * maps {@link org.omnigraph.engine.error.ErrorCode} once.
 */
@NullMarked
package org.omnigraph.engine.error;

import org.jspecify.annotations.NullMarked;

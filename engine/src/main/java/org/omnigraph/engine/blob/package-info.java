/**
 * Contents of blobs that lie outside the graph.
 *
 * <p>Owns: which URIs a graph follows, and following them. Promises: nothing outside the allowed
 * bases is looked at, whatever the spelling of a URI or the links on the way.
 */
@NullMarked
package org.omnigraph.engine.blob;

import org.jspecify.annotations.NullMarked;

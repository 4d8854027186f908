/**
 * Traversals of several hops. {@link org.omnigraph.query.expand.Expand} is a leaf of a plan that
 * delivers which nodes are reached from which; it is fed with the edges and with the nodes to start
 * from, holds the edges as an {@link org.omnigraph.query.expand.Adjacency} and searches it breadth
 * first.
 */
@NullMarked
package org.omnigraph.query.expand;

import org.jspecify.annotations.NullMarked;

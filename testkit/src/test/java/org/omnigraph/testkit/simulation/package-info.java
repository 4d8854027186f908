/**
 * Writers, readers, branch control and recovery of one graph, interleaved place by place as a seed
 * says, over the real engine. A model beside it knows what every branch must show.
 *
 * <p>Only one thread runs at a time: at each place that a write passes, and when it waits for a
 * gate, the seed chooses who goes on. A process dies at a place, storage fails there or its reply
 * is lost. Start reading at {@link org.omnigraph.testkit.simulation.Simulation}.
 */
@NullMarked
package org.omnigraph.testkit.simulation;

import org.jspecify.annotations.NullMarked;

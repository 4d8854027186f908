/**
 * Harness for tests of the engine; never shipped.
 *
 * <p>Start reading at {@link org.omnigraph.testkit.GraphHarness}.
 */
@NullMarked
package org.omnigraph.testkit;

import org.jspecify.annotations.NullMarked;

/**
 * Side-by-side measurements in one run. Never shipped; ratios count, absolute times do not. Start
 * reading at {@link org.omnigraph.benchmark.SideBySide}.
 */
@NullMarked
package org.omnigraph.benchmark;

import org.jspecify.annotations.NullMarked;

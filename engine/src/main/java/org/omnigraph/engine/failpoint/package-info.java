/**
 * Named places in the write path where a test may stop or kill it. In production nothing happens
 * there.
 */
@NullMarked
package org.omnigraph.engine.failpoint;

import org.jspecify.annotations.NullMarked;

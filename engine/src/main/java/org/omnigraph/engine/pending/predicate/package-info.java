/**
 * Predicates over pending rows: checked against a type before anything is read, and evaluated as
 * the tables evaluate them, so that a row answers alike whether it is committed or pending.
 */
@NullMarked
package org.omnigraph.engine.pending.predicate;

import org.jspecify.annotations.NullMarked;

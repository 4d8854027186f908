package org.omnigraph.query.gq.check;

import org.omnigraph.query.gq.parse.Comparison;

/** A comparison of two values; a row is kept when it is true, not when it is unknown. */
public record Condition(Term left, Comparison comparison, Term right) {}

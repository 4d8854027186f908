/**
 * Queries against a schema: names become types, properties and variables, every operand has a type,
 * and what cannot mean anything is refused with its code ({@code T1} … {@code T24}), place and
 * remedy. Start reading at {@link org.omnigraph.query.gq.check.Checker}.
 */
@NullMarked
package org.omnigraph.query.gq.check;

import org.jspecify.annotations.NullMarked;

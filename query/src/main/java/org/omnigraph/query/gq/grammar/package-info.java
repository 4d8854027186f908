/**
 * Lexer and parser of the query language, generated from the grammars; {@code query.gq.parse} is
 * the only reader.
 */
@NullUnmarked
package org.omnigraph.query.gq.grammar;

import org.jspecify.annotations.NullUnmarked;

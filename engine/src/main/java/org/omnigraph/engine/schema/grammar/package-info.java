/**
 * Lexer and parser of the schema language, generated from the grammars; {@code engine.schema} is
 * the only reader.
 */
@NullUnmarked
package org.omnigraph.engine.schema.grammar;

import org.jspecify.annotations.NullUnmarked;

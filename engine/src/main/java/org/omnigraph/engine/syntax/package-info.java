/**
 * What the grammars of the schema language and the query language share: how they refuse a text.
 */
@NullMarked
package org.omnigraph.engine.syntax;

import org.jspecify.annotations.NullMarked;

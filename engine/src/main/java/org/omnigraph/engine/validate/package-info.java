/** One evaluator for every constraint, on every write surface. */
@NullMarked
package org.omnigraph.engine.validate;

import org.jspecify.annotations.NullMarked;

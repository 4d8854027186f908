/**
 * From SQL text to a plan: parse, resolve names, check types, rewrite. Start reading at {@code
 * Planner}.
 */
@NullMarked
package org.omnigraph.query.plan;

import org.jspecify.annotations.NullMarked;

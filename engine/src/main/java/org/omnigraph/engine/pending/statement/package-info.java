/**
 * A mutation as data: statements that insert, update and delete, with literal values and typed
 * predicates. They are run against a {@link org.omnigraph.engine.pending.MutationStaging}, in
 * order, each seeing what those before it left. Start reading at {@link
 * org.omnigraph.engine.pending.statement.Mutation}.
 */
@NullMarked
package org.omnigraph.engine.pending.statement;

import org.jspecify.annotations.NullMarked;

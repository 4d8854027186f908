/**
 * The only package that knows Lance: the adapter of the table port.
 *
 * <p>Promises: no commit without a {@link org.omnigraph.engine.table.StagedTransaction}, no retry
 * that its caller did not ask for, and every failure as one of the typed errors. Native memory is
 * behind each dataset, scanner and reader; all of them are closed by whoever opened them. Start
 * reading at {@link org.omnigraph.engine.table.lance.LanceTableStore}.
 */
@NullMarked
package org.omnigraph.engine.table.lance;

import org.jspecify.annotations.NullMarked;

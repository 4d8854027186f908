/**
 * What is wrong with a query file, or unwise, without running it. Start reading at {@link
 * org.omnigraph.query.gq.lint.Lint}.
 */
@NullMarked
package org.omnigraph.query.gq.lint;

import org.jspecify.annotations.NullMarked;

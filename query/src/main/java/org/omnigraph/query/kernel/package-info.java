/**
 * The rest of a plan as DuckDB SQL over Arrow streams. No text of a user reaches DuckDB: only SQL
 * generated from a plan, with external access off and the configuration locked.
 */
@NullMarked
package org.omnigraph.query.kernel;

import org.jspecify.annotations.NullMarked;

/**
 * The types of SQL: Calcite's type system and factory with our rules, and the one map between a
 * property's type, its SQL type, its Arrow type on the wire and its DuckDB type. Start reading at
 * {@link org.omnigraph.query.type.SqlTypes}.
 */
@NullMarked
package org.omnigraph.query.type;

import org.jspecify.annotations.NullMarked;

/**
 * Reading tables: which part of a plan a table evaluates itself (columns, filter, limit, count),
 * and its rows in the types of SQL.
 */
@NullMarked
package org.omnigraph.query.lance;

import org.jspecify.annotations.NullMarked;

/**
 * What SQL can name: graph, branch, type, and the system tables. {@link
 * org.omnigraph.query.catalog.CatalogReader} is the view for metadata commands, the Calcite schema
 * tree the one for statements.
 */
@NullMarked
package org.omnigraph.query.catalog;

import org.jspecify.annotations.NullMarked;

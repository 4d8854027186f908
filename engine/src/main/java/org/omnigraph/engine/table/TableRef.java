package org.omnigraph.engine.table;

import java.util.Optional;
import org.omnigraph.engine.id.BranchName;

/**
 * One immutable version of one table.
 *
 * @param path the directory below the graph root
 * @param branch the table's own branch that holds the version; empty for the main line
 * @param version the dataset version
 */
public record TableRef(String path, Optional<BranchName> branch, long version) {}

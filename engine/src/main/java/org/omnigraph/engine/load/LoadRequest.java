package org.omnigraph.engine.load;

import java.nio.file.Path;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;

/**
 * One load: one graph commit.
 *
 * @param data an NDJSON file (plain or gzip), or a folder with {@code nodes/TYPE.*} and {@code
 *     edges/TYPE.*} in Parquet, CSV or Arrow IPC; {@code -} as a path is not special
 */
public record LoadRequest(Path data, LoadMode mode, BranchName branch, Optional<String> actor) {}

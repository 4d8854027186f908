package org.omnigraph.engine.manifest;

import java.time.Instant;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * One graph commit.
 *
 * @param branch the branch it was made on
 * @param manifestVersion the version of {@code __manifest} that contains it
 * @param createdAt to the microsecond
 */
public record GraphCommit(
    CommitId id,
    BranchName branch,
    long manifestVersion,
    Optional<CommitId> parent,
    Optional<CommitId> mergedParent,
    Optional<String> actor,
    Instant createdAt) {}

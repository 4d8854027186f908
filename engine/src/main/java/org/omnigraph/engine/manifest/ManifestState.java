package org.omnigraph.engine.manifest;

import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * What one branch of the manifest says at one version.
 *
 * @param identifier tells this branch from an earlier one of its name
 * @param ownHead the branch's own head row; absent on a branch that nobody has written to
 */
public record ManifestState(
    BranchName branch,
    BranchIdentifier identifier,
    Optional<CommitId> ownHead,
    Snapshot snapshot) {}

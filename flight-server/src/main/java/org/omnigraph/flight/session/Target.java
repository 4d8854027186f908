package org.omnigraph.flight.session;

import org.omnigraph.engine.id.BranchName;

/** A branch of a graph, by its catalog name. */
public record Target(String graph, BranchName branch) {}

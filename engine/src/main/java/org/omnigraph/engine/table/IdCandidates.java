package org.omnigraph.engine.table;

import java.util.List;

/**
 * Where rows with some ids may be.
 *
 * @param fragments those that may hold such a row, in storage order; every other fragment holds
 *     none
 * @param ids those of the ids that one of these fragments may hold; every other id is in no row
 */
public record IdCandidates(List<Integer> fragments, List<String> ids) {
  public IdCandidates {
    fragments = List.copyOf(fragments);
    ids = List.copyOf(ids);
  }
}

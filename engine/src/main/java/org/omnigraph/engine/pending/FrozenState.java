package org.omnigraph.engine.pending;

import java.util.List;

/**
 * What the pending rows of a type are made of at one moment.
 *
 * @param contents equal for two moments between which nothing has changed, and only for such
 * @param hidden committed rows that are not to be seen
 * @param token as {@link FrozenRows#state}
 */
record FrozenState(List<Object> contents, FrozenIds hidden, Object token) {
  FrozenState(List<Object> contents, FrozenIds hidden) {
    this(contents, hidden, new Object());
  }
}

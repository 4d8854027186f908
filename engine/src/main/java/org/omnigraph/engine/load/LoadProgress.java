package org.omnigraph.engine.load;

import org.omnigraph.engine.id.TypeKey;

/** Hears how a load goes on; called from the loading thread, often. */
@FunctionalInterface
public interface LoadProgress {
  LoadProgress NONE = (type, rows, bytesRead, bytesTotal) -> {};

  /**
   * Reports where the load stands.
   *
   * @param type what is being read
   * @param rows rows taken so far, of all types
   * @param bytesRead input bytes read so far
   * @param bytesTotal input bytes in all, 0 when unknown
   */
  void at(TypeKey type, long rows, long bytesRead, long bytesTotal);
}

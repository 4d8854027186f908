package org.omnigraph.engine.recovery;

import java.util.List;
import org.omnigraph.engine.sidecar.TableOutcome;

/** What is done with an intent. */
sealed interface Decision {
  /** Its commit is visible: audit and retire it. */
  record FinishRollForward() implements Decision {}

  /** The commit that takes it back is visible: audit and retire it. */
  record FinishRollBack(List<TableOutcome> outcomes) implements Decision {}

  /** Nothing of it exists but forks that nobody has written to: remove those, and it. */
  record Discard(List<ObservedTable> forks, boolean besideWriters) implements Decision {}

  /** Everything of it exists, exactly as it says: publish it. */
  record RollForward() implements Decision {}

  /**
   * Take its effects back.
   *
   * @param owned the tables with an effect
   * @param forks unpublished lines without one
   */
  record RollBack(List<ObservedTable> owned, List<ObservedTable> forks) implements Decision {}

  /** Nothing may be done; the intent stays. */
  record Leave(String reason) implements Decision {}

  /** Whether it may be carried out while other writers of the graph are at work. */
  default boolean isSafeBesideWriters() {
    return this instanceof Discard discard
        ? discard.besideWriters()
        : !(this instanceof RollBack || this instanceof Leave);
  }
}

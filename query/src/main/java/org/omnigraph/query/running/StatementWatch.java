package org.omnigraph.query.running;

/** Somebody who answers for a statement. Called by the threads that work on it. */
public interface StatementWatch {
  StatementWatch NONE =
      new StatementWatch() {
        @Override
        public void progressed(RunningStatement statement) {}

        @Override
        public void ended(RunningStatement statement) {}
      };

  /**
   * The statement has made a batch of rows, and holds what its memory says.
   *
   * @throws org.omnigraph.engine.error.GraphException when it may not go on
   */
  void progressed(RunningStatement statement);

  /** The statement has ended, well or not; once. */
  void ended(RunningStatement statement);
}

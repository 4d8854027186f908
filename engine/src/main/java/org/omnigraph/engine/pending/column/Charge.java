package org.omnigraph.engine.pending.column;

/** Hears how many bytes a batch is about to take, before they are allocated. */
public interface Charge {
  /** Takes everything. */
  Charge NONE =
      new Charge() {
        @Override
        public void arrow(long bytes) {}

        @Override
        public void decodedBlob(long bytes) {}
      };

  /**
   * Bytes of Arrow buffers of the normalised batch.
   *
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the budget does not hold them
   */
  void arrow(long bytes);

  /**
   * Bytes that a base64 text decodes to.
   *
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the limit does not hold them
   */
  void decodedBlob(long bytes);
}

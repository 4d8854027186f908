package org.omnigraph.engine.pending.column;

import org.omnigraph.engine.blob.ExternalBlobs;

/** Hears what a batch is about to take, before it does. */
public interface Charge {
  /** Takes any bytes and no reference. */
  Charge NONE =
      new Charge() {
        @Override
        public void arrow(long bytes) {}

        @Override
        public void decodedBlob(long bytes) {}

        @Override
        public String reference(String uri) {
          return ExternalBlobs.NONE.admit(uri);
        }
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

  /**
   * A blob that refers to content outside the graph.
   *
   * @return the URI as it is kept
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when it may not be followed
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded for a reference too many, or too long
   */
  String reference(String uri);
}

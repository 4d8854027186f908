package org.omnigraph.engine.blob;

/** Reads what blobs refer to, as one policy allows. Safe for use by many threads. */
public interface ExternalBlobs {
  /** Follows nothing. */
  ExternalBlobs NONE = of(BlobPolicy.NONE);

  static ExternalBlobs of(BlobPolicy policy) {
    return new FileBlobs(policy);
  }

  /**
   * The one spelling of a URI that may be followed; looks at nothing else.
   *
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when it may not
   */
  String admit(String uri);

  /**
   * How many bytes there are.
   *
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when the URI may not be followed, or
   *     leads out of what is allowed
   * @throws org.omnigraph.engine.error.ExternalBlobUnavailable when there is nothing to be read
   */
  long size(String uri);

  /**
   * The bytes.
   *
   * @param size how many there have to be
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when the URI may not be followed, or
   *     leads out of what is allowed
   * @throws org.omnigraph.engine.error.ExternalBlobUnavailable when there is nothing of that size
   *     to be read
   */
  byte[] read(String uri, int size);
}

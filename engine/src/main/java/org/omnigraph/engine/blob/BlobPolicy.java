package org.omnigraph.engine.blob;

import java.util.List;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Where blobs of a graph may refer to: everything below some bases. Whoever may write to the graph
 * can then have read what lies there.
 *
 * @param bases {@code file:///folder} URIs; without any, every reference is denied
 */
public record BlobPolicy(List<String> bases) {
  /** Follows nothing. */
  public static final BlobPolicy NONE = new BlobPolicy(List.of());

  /**
   * A policy.
   *
   * @throws InvalidRequest for a base that is not the URI of a folder
   */
  public BlobPolicy {
    bases = bases.stream().map(BlobPolicy::base).toList();
  }

  private static String base(String given) {
    try {
      return FileUri.parse(given).text();
    } catch (ExternalBlobDenied e) {
      throw new InvalidRequest(
          "'" + e.uri() + "' cannot be a base of external blobs: " + e.reason(), e);
    }
  }

  /** Whether files of this machine can be read through it. */
  public boolean reachesFiles() {
    return !bases.isEmpty();
  }
}

package org.omnigraph.engine.error;

/** A blob names an external source that is unavailable. */
public final class ExternalBlobUnavailable extends GraphException {
  private final String uri;
  private final String reason;

  public ExternalBlobUnavailable(String uri, String reason) {
    super(
        ErrorCode.EXTERNAL_BLOB_UNAVAILABLE,
        "external blob source '" + uri + "' is unavailable: " + reason,
        null);
    this.uri = uri;
    this.reason = reason;
  }

  public String uri() {
    return uri;
  }

  public String reason() {
    return reason;
  }
}

package org.omnigraph.engine.error;

/** A blob names an external source that is not allowed. */
public final class ExternalBlobDenied extends GraphException {
  private final String uri;
  private final String reason;

  public ExternalBlobDenied(String uri, String reason) {
    super(
        ErrorCode.EXTERNAL_BLOB_DENIED,
        "external blob URI '" + uri + "' is not allowed: " + reason,
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

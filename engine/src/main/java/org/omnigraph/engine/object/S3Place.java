package org.omnigraph.engine.object;

/** {@code s3://bucket/key} in its parts. */
record S3Place(String bucket, String key) {
  static S3Place of(String uri) {
    String path = uri.substring(GraphUri.S3.length());
    int slash = path.indexOf('/');
    return slash < 0
        ? new S3Place(path, "")
        : new S3Place(path.substring(0, slash), path.substring(slash + 1));
  }
}

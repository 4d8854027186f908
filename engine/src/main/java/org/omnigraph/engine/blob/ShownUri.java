package org.omnigraph.engine.blob;

/** URIs as messages show them: short, and without what may be a secret. */
final class ShownUri {
  private static final int LONGEST = 200;

  private ShownUri() {}

  static String of(String uri) {
    String shown = uri.replaceFirst("://[^/?#]*@", "://…@").replaceFirst("[?#].*", "?…");
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + "…";
  }
}

package org.omnigraph.engine.object;

import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

/** Spells graph roots: the spelling is part of what a graph stores, so there is one rule for it. */
public final class GraphUri {
  private static final String FILE = "file://";

  private GraphUri() {}

  /**
   * The root as it is spelled from now on: a local path without a trailing slash, not made
   * absolute.
   *
   * @throws Unsupported for an object store
   */
  public static String normalize(String uri) {
    String root = uri.startsWith(FILE) ? uri.substring(FILE.length()) : uri;
    int scheme = root.indexOf("://");
    if (scheme > 0) {
      throw new Unsupported(
          "graphs on '"
              + root.substring(0, scheme)
              + "://' are not supported yet; use a local directory");
    }
    while (root.length() > 1 && root.endsWith("/")) {
      root = root.substring(0, root.length() - 1);
    }
    if (root.isBlank()) {
      throw new InvalidRequest("the graph URI is empty; give a directory");
    }
    return root;
  }
}

package org.omnigraph.engine.object;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

/** Spells graph roots: the spelling is part of what a graph stores, so there is one rule for it. */
public final class GraphUri {
  static final String S3 = "s3://";

  private static final String FILE = "file://";

  /** What S3 takes as the name of a bucket. */
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  /** What Lance and every S3 spell alike in a key. */
  private static final Pattern PREFIX_PART = Pattern.compile("[A-Za-z0-9._=-]+");

  private GraphUri() {}

  /**
   * The root as it is spelled from now on, without a trailing slash: a local path, not made
   * absolute, or {@code s3://bucket/prefix}.
   *
   * @throws Unsupported for another object store
   * @throws InvalidRequest when there is no path, no bucket, or a prefix that Lance would spell
   *     otherwise
   */
  public static String normalize(String uri) {
    String root = withoutSlash(uri.startsWith(FILE) ? uri.substring(FILE.length()) : uri);
    int scheme = root.indexOf("://");
    if (scheme > 0 && !isOnS3(root)) {
      throw new Unsupported(
          "graphs on '"
              + root.substring(0, scheme)
              + "://' are not supported; use a local directory or s3://bucket/prefix");
    }
    if (root.isBlank()) {
      throw new InvalidRequest("the graph URI is empty; give a directory or s3://bucket/prefix");
    }
    if (isOnS3(root)) {
      requirePlace(root.substring(S3.length()).split("/", -1));
    }
    return root;
  }

  /** The bucket is not repeated in the message: somebody may have written a password there. */
  private static void requirePlace(String[] parts) {
    if (!BUCKET.matcher(parts[0]).matches()) {
      throw new InvalidRequest(
          "what follows s3:// is not the name of a bucket, which has 3 to 63 lower-case letters,"
              + " digits, '.' and '-'; write s3://bucket/prefix, and give credentials by the"
              + " environment or a profile");
    }
    for (String part : Arrays.asList(parts).subList(1, parts.length)) {
      if (part.equals(".") || part.equals("..") || !PREFIX_PART.matcher(part).matches()) {
        throw new InvalidRequest(
            "'"
                + part
                + "' cannot be part of a prefix in a bucket; use letters, digits, '.', '_', '=' and"
                + " '-' between single slashes");
      }
    }
  }

  private static String withoutSlash(String uri) {
    String root = uri;
    while (root.length() > 1 && root.endsWith("/") && !root.equals(S3)) {
      root = root.substring(0, root.length() - 1);
    }
    if (root.equals(S3)) {
      throw new InvalidRequest("'" + uri + "' names no bucket; write s3://bucket/prefix");
    }
    return root;
  }

  /** Whether a root is in a bucket. */
  public static boolean isOnS3(String root) {
    return root.startsWith(S3);
  }
}

package org.omnigraph.engine.blob;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.ExternalBlobDenied;

/**
 * A {@code file:} URI in its one spelling: no authority, no {@code .} and {@code ..}, every byte
 * that is not plain percent-encoded.
 */
record FileUri(String text, Path path) {
  private static final String PLAIN = "/-._~!$&'()*+,;=:@";
  private static final Pattern ENCODED_SEPARATOR = Pattern.compile("(?i)%(2f|5c|00)");
  private static final Pattern STEP = Pattern.compile("(^|/)\\.\\.?(/|$)");

  /**
   * The URI that a text spells.
   *
   * @throws ExternalBlobDenied for every other text
   */
  static FileUri parse(String given) {
    URI uri;
    try {
      uri = new URI(given);
    } catch (URISyntaxException e) {
      throw denied(given, "it is no URI (" + e.getReason() + "); bytes are given as base64:…");
    }
    if (uri.getScheme() == null) {
      throw denied(given, "it is no absolute URI; bytes are given as base64:…");
    }
    if (!uri.getScheme().toLowerCase(Locale.ROOT).equals("file")) {
      throw denied(given, "only file: URIs are followed, not " + uri.getScheme() + ":");
    }
    String authority = uri.getRawAuthority();
    if (uri.isOpaque() || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw denied(given, "a file: URI is file:///path, without a query or a fragment");
    }
    if (authority != null && !authority.equals("localhost")) {
      throw denied(given, "it names the host '" + authority + "'; local files have none");
    }
    return new FileUri(encoded(path(given, uri)), Path.of(path(given, uri)));
  }

  private static String path(String given, URI uri) {
    String path = uri.getPath();
    if (ENCODED_SEPARATOR.matcher(uri.getRawPath()).find() || path.indexOf('\uFFFD') >= 0) {
      throw denied(given, "its path has an encoded separator, or bytes that are no text");
    }
    if (STEP.matcher(path).find()) {
      throw denied(given, "its path has a step '.' or '..'");
    }
    try {
      return Path.of(path).toString();
    } catch (InvalidPathException e) {
      throw denied(given, "it is no path here: " + e.getReason());
    }
  }

  private static String encoded(String path) {
    StringBuilder text = new StringBuilder("file://");
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0)) {
        text.append(c);
      } else {
        text.append('%').append(String.format("%02X", (int) c));
      }
    }
    return text.toString();
  }

  static ExternalBlobDenied denied(String uri, String reason) {
    return new ExternalBlobDenied(ShownUri.of(uri), reason);
  }
}

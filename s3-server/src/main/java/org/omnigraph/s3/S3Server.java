package org.omnigraph.s3;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A running S3 server with one empty bucket, {@link #BUCKET}; it forgets everything at its end. */
public final class S3Server implements AutoCloseable {
  public static final String BUCKET = "graphs";
  public static final String ACCESS_KEY = "test-access-key";
  public static final String SECRET_KEY = "test-secret-key";
  public static final String REGION = "eu-central-1";

  private static final String LIBRARIES = "/s3-server.class-path";

  private final URLClassLoader libraries;
  private final AutoCloseable server;
  private final URI endpoint;

  private S3Server(URLClassLoader libraries, AutoCloseable server, URI endpoint) {
    this.libraries = libraries;
    this.server = server;
    this.endpoint = endpoint;
  }

  /** Starts one at a free port of loopback; it answers once this returns. */
  public static S3Server start() {
    try {
      URLClassLoader libraries =
          new URLClassLoader(places().toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
      Object inside =
          libraries
              .loadClass(S3Server.class.getPackageName() + ".InMemory")
              .getDeclaredConstructor()
              .newInstance();
      URI endpoint = (URI) ((Callable<?>) inside).call();
      return new S3Server(libraries, (AutoCloseable) inside, endpoint);
    } catch (Exception e) {
      throw new IllegalStateException("the S3 server did not start", e);
    }
  }

  private static List<URL> places() throws IOException {
    try (InputStream file = S3Server.class.getResourceAsStream(LIBRARIES)) {
      if (file == null) {
        throw new IOException(LIBRARIES + " is missing; build the module s3-server");
      }
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
      List<URL> places = new ArrayList<>();
      places.add(S3Server.class.getProtectionDomain().getCodeSource().getLocation());
      for (String jar : text.split(File.pathSeparator, -1)) {
        places.add(Path.of(jar).toUri().toURL());
      }
      return places;
    }
  }

  /** Where it answers, by HTTP. */
  public URI endpoint() {
    return endpoint;
  }

  /** A place in the bucket. */
  public String uri(String prefix) {
    return "s3://" + BUCKET + "/" + prefix;
  }

  /** How a graph's storage reaches the server, named as Lance names it. */
  public Map<String, String> options() {
    return Map.of(
        "aws_endpoint", endpoint().toString(),
        "allow_http", "true",
        "aws_region", REGION,
        "aws_access_key_id", ACCESS_KEY,
        "aws_secret_access_key", SECRET_KEY);
  }

  @Override
  public void close() throws Exception {
    try (libraries) {
      server.close();
    }
  }
}

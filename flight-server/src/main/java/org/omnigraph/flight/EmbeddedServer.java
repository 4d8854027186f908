package org.omnigraph.flight;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * One graph, served inside this process and for it alone.
 *
 * <p>The JDBC driver finds this class by its name when somebody connects to a file: it knows of the
 * engine nothing but {@link #open}, {@link #port}, {@link #secret}, {@link #graph} and {@link
 * #close}, which is what must stay. All that have the same directory open share one server, on a
 * free port of the loopback address; it ends with the last of them. Who does not know the secret,
 * which is made anew for each server, is turned away.
 */
public final class EmbeddedServer implements AutoCloseable {
  private static final Map<Path, Shared> OPEN = new HashMap<>();
  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECRET_BYTES = 32;

  private final Shared shared;
  private boolean closed;

  /** A server, and how many have it open. */
  private static final class Shared {
    private final Path root;
    private final String secret;
    private final Path tokens;
    private final FlightServer server;
    private int users;

    Shared(Path root) {
      this.root = root;
      this.secret = newSecret();
      this.tokens = tokenFile(secret);
      try {
        this.server =
            FlightServer.start(
                ServerConfig.of(Map.of(graph(root), root.toString()))
                    .at(LOOPBACK, 0)
                    .withTokens(tokens));
      } catch (RuntimeException | Error e) {
        delete(tokens);
        throw e;
      }
    }

    void end() {
      try {
        server.close();
      } finally {
        delete(tokens);
      }
    }
  }

  private EmbeddedServer(Shared shared) {
    this.shared = shared;
  }

  /**
   * Opens the graph in a directory, or joins those who have it open.
   *
   * @throws org.omnigraph.engine.error.GraphException when there is no graph, or it cannot be
   *     opened
   */
  public static EmbeddedServer open(String directory) {
    Path root = root(directory);
    synchronized (OPEN) {
      Shared shared = OPEN.get(root);
      if (shared == null) {
        shared = new Shared(root);
        OPEN.put(root, shared);
      }
      shared.users++;
      return new EmbeddedServer(shared);
    }
  }

  /** One name for a directory, by whatever links it is reached. */
  private static Path root(String directory) {
    Path path = Path.of(directory).toAbsolutePath().normalize();
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  private static String graph(Path root) {
    Path name = root.getFileName();
    return name == null ? "graph" : name.toString();
  }

  private static String newSecret() {
    byte[] bits = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }

  /** The one caller, with the digest of the secret only. */
  private static Path tokenFile(String secret) {
    String user = System.getProperty("user.name", "").replaceAll("[^\\p{L}\\p{N}._-]", "_");
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
      Path file = Files.createTempFile("omnigraph-embedded", ".tokens");
      return Files.writeString(
          file,
          (user.isBlank() ? "embedded" : user) + ":sha256=" + HexFormat.of().formatHex(digest));
    } catch (IOException e) {
      throw new StorageUnavailable("cannot write the token file of an embedded graph: " + e, e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  /** Where it listens, on 127.0.0.1. */
  public int port() {
    requireOpen();
    return shared.server.port();
  }

  /** The bearer token that calls must carry. */
  public String secret() {
    requireOpen();
    return shared.secret;
  }

  /** The name of the graph, which is that of its directory. */
  public String graph() {
    return graph(shared.root);
  }

  private void requireOpen() {
    if (closed) {
      throw new InvalidRequest("the embedded graph " + shared.root + " is closed; open it again");
    }
  }

  /** Idempotent; the last one closes the graph. */
  @Override
  public void close() {
    synchronized (OPEN) {
      if (closed) {
        return;
      }
      closed = true;
      if (--shared.users == 0) {
        OPEN.remove(shared.root);
        shared.end();
      }
    }
  }
}

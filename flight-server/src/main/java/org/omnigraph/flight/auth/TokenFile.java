package org.omnigraph.flight.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.omnigraph.engine.error.InvalidRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callers that a server knows.
 *
 * <p>One caller a line: {@code name:secret}, or {@code name:sha256=} and the 64 hexadecimal digits
 * of the secret's SHA-256. Blank lines and lines that start with {@code #} are left out. The secret
 * is both the password of a handshake and a bearer token. Only digests stay in memory.
 */
final class TokenFile {
  private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
  private static final String HASHED = "sha256=";

  private record Entry(String name, String digest) {
    boolean matches(byte[] other) {
      return MessageDigest.isEqual(HexFormat.of().parseHex(digest), other);
    }
  }

  private final List<Entry> entries;

  private TokenFile(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  static TokenFile read(Path file) {
    List<String> lines = TextLines.of(file, "the token file");
    warnIfOthersMayRead(file);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        entries.add(entry(line, file + " line " + (i + 1)));
      }
    }
    if (entries.isEmpty()) {
      throw new InvalidRequest(
          "the token file " + file + " names nobody; add a line such as 'ada:her-secret'");
    }
    return new TokenFile(entries);
  }

  private static void warnIfOthersMayRead(Path file) {
    if (isReadByOthers(file)) {
      LOG.warn(
          "the token file {} can be read by other users of this machine; take that away with"
              + " 'chmod 600 {}'",
          file,
          file);
    }
  }

  /** Whether users other than the owner and its group may read it; unknown counts as no. */
  static boolean isReadByOthers(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static Entry entry(String line, String place) {
    int colon = line.indexOf(':');
    if (colon < 1 || colon == line.length() - 1) {
      throw new InvalidRequest(
          place + " is not 'name:secret' or 'name:sha256=<64 hexadecimal digits>'");
    }
    String name = line.substring(0, colon).strip();
    String secret = line.substring(colon + 1).strip();
    if (!secret.startsWith(HASHED)) {
      return new Entry(name, HexFormat.of().formatHex(sha256(secret)));
    }
    try {
      byte[] digest = HexFormat.of().parseHex(secret.substring(HASHED.length()));
      if (digest.length == 32) {
        return new Entry(name, HexFormat.of().formatHex(digest));
      }
    } catch (IllegalArgumentException e) {
      throw new InvalidRequest(place + ": the SHA-256 of '" + name + "' is not hexadecimal", e);
    }
    throw new InvalidRequest(place + ": the SHA-256 of '" + name + "' is not 64 digits long");
  }

  /** Those of whom a secret of this file is none of another one. */
  Set<String> changedIn(TokenFile other) {
    return entries.stream()
        .filter(entry -> !other.entries.contains(entry))
        .map(Entry::name)
        .collect(Collectors.toSet());
  }

  /** The caller of that name and secret. */
  Optional<Principal> check(String name, String secret) {
    byte[] digest = sha256(secret);
    Principal found = null;
    for (Entry entry : entries) {
      if (entry.matches(digest) && entry.name().equals(name)) {
        found = Principal.named(entry.name());
      }
    }
    return Optional.ofNullable(found);
  }

  /** The caller whose secret is the bearer token. */
  Optional<Principal> check(String token) {
    byte[] digest = sha256(token);
    Principal found = null;
    for (Entry entry : entries) {
      if (entry.matches(digest)) {
        found = Principal.named(entry.name());
      }
    }
    return Optional.ofNullable(found);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}

package org.omnigraph.flight.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * Decides from the {@code authorization} header who is calling. Safe for use by many threads.
 *
 * <p>Basic credentials are answered with a fresh bearer token, one a handshake, which then names
 * both the caller and the session. A secret of the token file used as a bearer token names the
 * caller only, since several connections may use the same one.
 */
public final class Authenticator {
  /**
   * What a call's header says.
   *
   * @param principal who is calling
   * @param token the token that a handshake of this caller made, when the call carries one
   * @param issued whether {@code token} was made for this very call and must be sent back
   */
  public record Identity(Principal principal, Optional<String> token, boolean issued) {}

  private static final int MAX_TOKENS = 100_000;
  private static final String BASIC = "Basic ";

  /** Characters of a name that somebody may have made up. */
  private static final int LONGEST_NAME = 200;

  private static final Identity ANONYMOUS =
      new Identity(Principal.ANONYMOUS, Optional.empty(), false);

  private final SecureRandom random = new SecureRandom();
  private final Optional<WatchedFile<TokenFile>> file;
  private final Cache<String, Principal> issued;

  private Authenticator(Optional<WatchedFile<TokenFile>> file, Duration tokenIdle, Ticker ticker) {
    this.file = file;
    this.issued =
        Caffeine.newBuilder()
            .maximumSize(MAX_TOKENS)
            .expireAfterAccess(tokenIdle)
            .ticker(ticker)
            .build();
  }

  /**
   * Reads the token file, when there is one.
   *
   * @param tokenIdle how long an issued token lives unused
   */
  public static Authenticator of(Optional<Path> tokenFile, Duration tokenIdle) {
    return new Authenticator(
        tokenFile.map(path -> new WatchedFile<>(path, TokenFile::read)),
        tokenIdle,
        Ticker.systemTicker());
  }

  /**
   * Reads a changed token file again. Tokens that a handshake gave to somebody who is no longer in
   * the file, or has another secret there, are good no more.
   */
  public void reload() {
    file.ifPresent(
        watched -> {
          TokenFile before = watched.value();
          if (watched.reload()) {
            Set<String> changed = before.changedIn(watched.value());
            issued.asMap().values().removeIf(p -> p.name().filter(changed::contains).isPresent());
          }
        });
  }

  /**
   * Who is calling.
   *
   * @param authorization the header of that name
   * @param certified the name in the certificate that the client has shown, which counts when there
   *     is no header
   * @throws FlightRuntimeException {@code UNAUTHENTICATED} when this server knows its callers and
   *     this is none of them
   */
  public Identity identify(@Nullable String authorization, Optional<String> certified) {
    if (authorization == null) {
      return certified
          .map(name -> new Identity(Principal.named(name), Optional.empty(), false))
          .orElseGet(() -> anonymousOr("this server wants a user and a password, or a token"));
    }
    int space = authorization.indexOf(' ');
    String scheme = space < 0 ? authorization : authorization.substring(0, space);
    String value = space < 0 ? "" : authorization.substring(space + 1).strip();
    if (scheme.equalsIgnoreCase("Basic")) {
      return basic(value);
    }
    if (scheme.equalsIgnoreCase("Bearer")) {
      return bearer(value);
    }
    return anonymousOr("this server takes the authorization schemes Basic and Bearer");
  }

  /**
   * The name that stands before the password of Basic credentials, whether they are right or not.
   */
  public static Optional<String> claimed(@Nullable String authorization) {
    if (authorization == null || !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return Optional.empty();
    }
    return pair(authorization.substring(BASIC.length()).strip())
        .filter(pair -> pair.indexOf(':') > 0)
        .map(pair -> pair.substring(0, Math.min(pair.indexOf(':'), LONGEST_NAME)));
  }

  private static Optional<String> pair(String encoded) {
    try {
      return Optional.of(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Identity basic(String encoded) {
    String pair = pair(encoded).orElseThrow(() -> refused("the Basic credentials are not base64"));
    int colon = pair.indexOf(':');
    String name = colon < 0 ? pair : pair.substring(0, colon);
    String secret = colon < 0 ? "" : pair.substring(colon + 1);
    Principal principal =
        file.map(
                f ->
                    f.value()
                        .check(name, secret)
                        .orElseThrow(() -> refused("wrong user or password")))
            .orElse(Principal.ANONYMOUS);
    String token = newToken();
    issued.put(token, principal);
    return new Identity(principal, Optional.of(token), true);
  }

  private Identity bearer(String token) {
    Principal known = issued.getIfPresent(token);
    if (known != null) {
      return new Identity(known, Optional.of(token), false);
    }
    return file.map(
            f ->
                f.value()
                    .check(token)
                    .map(p -> new Identity(p, Optional.empty(), false))
                    .orElseThrow(
                        () -> refused("the token is unknown or has expired; log in again")))
        .orElse(ANONYMOUS);
  }

  private Identity anonymousOr(String refusal) {
    if (file.isPresent()) {
      throw refused(refusal);
    }
    return ANONYMOUS;
  }

  private String newToken() {
    byte[] bits = new byte[16];
    random.nextBytes(bits);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
  }

  private static FlightRuntimeException refused(String message) {
    return CallStatus.UNAUTHENTICATED.withDescription(message).toRuntimeException();
  }
}

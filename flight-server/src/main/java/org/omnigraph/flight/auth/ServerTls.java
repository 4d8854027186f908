package org.omnigraph.flight.auth;

import io.grpc.netty.GrpcSslContexts;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.CertificateUtils;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The encryption of a server. Connections that are made after {@link #reload} has seen new files
 * use them; those that are open go on as they were.
 */
public final class ServerTls {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);

  private final TlsFiles files;
  private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
  private final @Nullable AdvancedTlsX509TrustManager clients;
  private List<FileTime> seen;
  private String complained = "";

  private ServerTls(TlsFiles files, @Nullable AdvancedTlsX509TrustManager clients) {
    this.files = files;
    this.clients = clients;
    this.seen = List.of();
  }

  /**
   * Reads the files.
   *
   * @throws InvalidRequest when one cannot be read or holds something else, by its name
   */
  public static ServerTls of(TlsFiles files) {
    for (Path file : all(files)) {
      requireReadable(file);
    }
    try {
      ServerTls tls = new ServerTls(files, files.clientAuthorities().isEmpty() ? null : trust());
      tls.seen = tls.times();
      tls.read();
      return tls;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidRequest(
          "the certificates in "
              + String.join(", ", all(files).stream().map(Path::toString).toList())
              + " cannot be used: "
              + e.getMessage()
              + "; they are PEM files, the key is PKCS #8 without a password",
          e);
    }
  }

  private static AdvancedTlsX509TrustManager trust() throws GeneralSecurityException {
    return AdvancedTlsX509TrustManager.newBuilder()
        .setVerification(AdvancedTlsX509TrustManager.Verification.CERTIFICATE_ONLY_VERIFICATION)
        .build();
  }

  private static void requireReadable(Path file) {
    try (var unused = Files.newInputStream(file)) {
      // It can be opened.
    } catch (NoSuchFileException e) {
      throw new InvalidRequest("there is no file " + file + ", named for TLS", e);
    } catch (AccessDeniedException e) {
      throw new InvalidRequest("the file " + file + ", named for TLS, may not be read", e);
    } catch (IOException e) {
      throw new InvalidRequest(
          "the file " + file + ", named for TLS, cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Path> all(TlsFiles files) {
    List<Path> all = new ArrayList<>(List.of(files.certificates(), files.key()));
    files.clientAuthorities().ifPresent(all::add);
    return all;
  }

  private void read() throws IOException, GeneralSecurityException {
    X509Certificate[] certificates;
    PrivateKey key;
    try (InputStream chain = Files.newInputStream(files.certificates());
        InputStream secret = Files.newInputStream(files.key())) {
      certificates = CertificateUtils.getX509Certificates(chain);
      key = CertificateUtils.getPrivateKey(secret);
    }
    requirePair(certificates, key);
    identity.updateIdentityCredentials(certificates, key);
    if (clients != null) {
      clients.updateTrustCredentials(files.clientAuthorities().orElseThrow().toFile());
    }
  }

  /** A signature by the key has to hold by the certificate. */
  private static void requirePair(X509Certificate[] certificates, PrivateKey key)
      throws GeneralSecurityException {
    if (certificates.length == 0) {
      throw new CertificateException("there is no certificate in the file");
    }
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    byte[] text = "a key and its certificate".getBytes(StandardCharsets.US_ASCII);
    boolean holds;
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificates[0].getPublicKey());
      signature.update(text);
      holds = signature.verify(signed);
    } catch (InvalidKeyException | SignatureException e) {
      throw new CertificateException("the key does not belong to the certificate", e);
    }
    if (!holds) {
      throw new CertificateException("the key does not belong to the certificate");
    }
  }

  private List<FileTime> times() throws IOException {
    List<FileTime> times = new ArrayList<>();
    for (Path file : all(files)) {
      times.add(Files.getLastModifiedTime(file));
    }
    return times;
  }

  /** Whether each client has to show a certificate. */
  public boolean isMutual() {
    return clients != null;
  }

  /** For the transport. */
  public SslContext context() {
    SslContextBuilder builder = GrpcSslContexts.configure(SslContextBuilder.forServer(identity));
    if (clients != null) {
      builder.trustManager(clients).clientAuth(ClientAuth.REQUIRE);
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new InvalidRequest("TLS cannot be used here: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the files again when one of them has changed. Files that cannot be used, and a key that
   * does not belong to the certificate, are named in the log once, and what was read before stays.
   */
  public synchronized void reload() {
    try {
      List<FileTime> now = times();
      if (now.equals(seen)) {
        return;
      }
      seen = now;
      read();
      LOG.info("new connections use the certificates now in {}", files.certificates());
      complained = "";
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      complain(String.valueOf(e.getMessage()));
    }
  }

  private void complain(String reason) {
    if (!reason.equals(complained)) {
      complained = reason;
      LOG.error("the certificates of before stay: {} cannot be used: {}", all(files), reason);
    }
  }
}

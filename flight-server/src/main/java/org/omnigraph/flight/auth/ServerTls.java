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

/**
 * The encryption of a server. Connections that are made after {@link #reload} has seen new files
 * use them; those that are open go on as they were.
 */
public final class ServerTls {
  private final TlsFiles files;
  private final FileWatch watch;
  private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
  private final @Nullable AdvancedTlsX509TrustManager clients;

  private ServerTls(TlsFiles files, @Nullable AdvancedTlsX509TrustManager clients) {
    this.files = files;
    this.watch = new FileWatch(all(files));
    this.clients = clients;
  }

  /**
   * Reads the files.
   *
   * @throws InvalidRequest when one cannot be read or holds something else, by its name
   */
  public static ServerTls of(TlsFiles files) {
    ServerTls tls = new ServerTls(files, files.clientAuthorities().isEmpty() ? null : trust());
    tls.read();
    return tls;
  }

  private static AdvancedTlsX509TrustManager trust() {
    try {
      return AdvancedTlsX509TrustManager.newBuilder()
          .setVerification(AdvancedTlsX509TrustManager.Verification.CERTIFICATE_ONLY_VERIFICATION)
          .build();
    } catch (GeneralSecurityException e) {
      throw new InvalidRequest("TLS cannot be used here: " + e.getMessage(), e);
    }
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

  /** Nothing is used before everything is found good. */
  private void read() {
    for (Path file : all(files)) {
      requireReadable(file);
    }
    try {
      X509Certificate[] certificates = certificates(files.certificates());
      PrivateKey key;
      try (InputStream secret = Files.newInputStream(files.key())) {
        key = CertificateUtils.getPrivateKey(secret);
      }
      requirePair(certificates[0], key);
      if (clients != null) {
        clients.updateTrustCredentials(certificates(files.clientAuthorities().orElseThrow()));
      }
      identity.updateIdentityCredentials(certificates, key);
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new InvalidRequest(
          "the certificates in "
              + String.join(", ", all(files).stream().map(Path::toString).toList())
              + " cannot be used: "
              + e.getMessage()
              + "; they are PEM files, the key is PKCS #8 without a password",
          e);
    }
  }

  private static X509Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    try (InputStream chain = Files.newInputStream(file)) {
      X509Certificate[] certificates = CertificateUtils.getX509Certificates(chain);
      if (certificates.length == 0) {
        throw new CertificateException("it is empty");
      }
      return certificates;
    } catch (CertificateException e) {
      throw new CertificateException(
          "there is no certificate in " + file + " (" + e.getMessage() + ")", e);
    }
  }

  /** A signature by the key has to hold by the certificate. */
  private static void requirePair(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
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
      signature.initVerify(certificate.getPublicKey());
      signature.update(text);
      holds = signature.verify(signed);
    } catch (InvalidKeyException | SignatureException e) {
      throw new CertificateException("the key does not belong to the certificate", e);
    }
    if (!holds) {
      throw new CertificateException("the key does not belong to the certificate");
    }
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
  public void reload() {
    watch.reload(this::read);
  }
}

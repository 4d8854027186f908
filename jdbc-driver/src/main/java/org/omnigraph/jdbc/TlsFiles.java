package org.omnigraph.jdbc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** The files that TLS is told to use, read and checked, so that an error names the property. */
final class TlsFiles {
  private static final String BEGIN = "-----BEGIN ";
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private TlsFiles() {}

  /** The certificates of a PEM file. */
  static InputStream certificates(ConnectionProperty property, String file) throws SQLException {
    byte[] pem = read(property, file);
    try {
      Collection<? extends Certificate> all =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem));
      return pem(property, file, List.copyOf(all));
    } catch (GeneralSecurityException e) {
      throw unusable(property, file, "it is no PEM file with certificates", e);
    }
  }

  /** A private key in a PEM file; what is in it is checked by who uses it. */
  static InputStream key(ConnectionProperty property, String file) throws SQLException {
    byte[] pem = read(property, file);
    if (!new String(pem, StandardCharsets.ISO_8859_1).contains(BEGIN)) {
      throw unusable(property, file, "it is no PEM file with a private key");
    }
    return new ByteArrayInputStream(pem);
  }

  /** The certificates that a key store trusts. */
  static InputStream trusted(String file, String password) throws SQLException {
    ConnectionProperty property = ConnectionProperty.TRUST_STORE;
    byte[] bytes = read(property, file);
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(new ByteArrayInputStream(bytes), password.toCharArray());
      List<Certificate> certificates = new ArrayList<>();
      for (String alias : Collections.list(store.aliases())) {
        if (store.isCertificateEntry(alias)) {
          certificates.add(store.getCertificate(alias));
        }
      }
      return pem(property, file, certificates);
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(
          property,
          file,
          "it is no Java key store (see keytool), or trustStorePassword is not its password; a PEM"
              + " file goes in tlsRootCerts",
          e);
    }
  }

  private static InputStream pem(
      ConnectionProperty property, String file, List<Certificate> certificates)
      throws SQLException, GeneralSecurityException {
    if (certificates.isEmpty()) {
      throw unusable(property, file, "there is no certificate in it");
    }
    StringBuilder pem = new StringBuilder();
    for (Certificate certificate : certificates) {
      pem.append(BEGIN)
          .append("CERTIFICATE-----\n")
          .append(LINES.encodeToString(certificate.getEncoded()))
          .append("\n-----END CERTIFICATE-----\n");
    }
    return new ByteArrayInputStream(pem.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] read(ConnectionProperty property, String file) throws SQLException {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw unusable(property, file, "there is no such file", e);
    } catch (IOException | InvalidPathException e) {
      throw unusable(property, file, "it cannot be read: " + e.getMessage(), e);
    }
  }

  private static SQLException unusable(
      ConnectionProperty property, String file, String reason, Throwable... cause) {
    return new SQLNonTransientConnectionException(
        property.text() + " is '" + file + "': " + reason,
        SqlState.CANNOT_CONNECT,
        cause.length == 0 ? null : cause[0]);
  }
}

package org.omnigraph.flight.auth;

import io.grpc.Attributes;
import io.grpc.Grpc;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;

/** The certificate by which a client of mutual TLS says who it is. */
public final class ClientCertificate {
  private ClientCertificate() {}

  /**
   * The common name of the certificate's subject, or all of the subject when it has none; empty
   * when the client has shown no certificate.
   *
   * @param attributes of a call
   */
  public static Optional<String> name(Attributes attributes) {
    SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    if (session == null) {
      return Optional.empty();
    }
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate certificate
          ? Optional.of(name(certificate.getSubjectX500Principal()))
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty(); // TLS of the server alone
    }
  }

  private static String name(X500Principal subject) {
    try {
      return new LdapName(subject.getName())
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(Object::toString)
              .findFirst()
              .orElse(subject.getName());
    } catch (InvalidNameException e) {
      return subject.getName();
    }
  }
}

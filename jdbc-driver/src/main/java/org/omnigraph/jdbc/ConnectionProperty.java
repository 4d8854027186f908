package org.omnigraph.jdbc;

import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a URL's query or the connection properties may say; names are matched without case. */
enum ConnectionProperty {
  USER("user", null, "Name for the handshake that fetches a token."),
  PASSWORD("password", null, "Password for the handshake."),
  TOKEN("token", null, "Bearer token; wins over user and password."),
  GRAPH("graph", null, "The graph, when the URL's path does not name one."),
  BRANCH(
      "branch", null, "The branch that statements read and write; the server's default is main."),
  SNAPSHOT("snapshot", null, "A commit id: statements read that commit and nothing newer."),
  USE_ENCRYPTION(
      "useEncryption",
      null,
      "TLS: true or false. Unset: false when the host is this machine, else true.",
      "true",
      "false"),
  TRUST_STORE("trustStore", null, "A Java key store with the certificates to trust."),
  TRUST_STORE_PASSWORD("trustStorePassword", null, "The password of the trust store."),
  TLS_ROOT_CERTIFICATES("tlsRootCerts", null, "A PEM file with the certificates to trust."),
  CLIENT_CERTIFICATE("clientCertificate", null, "A PEM file: this client's certificate."),
  CLIENT_KEY("clientKey", null, "A PEM file: the key of this client's certificate."),
  DISABLE_CERTIFICATE_VERIFICATION(
      "disableCertificateVerification",
      "false",
      "true: talk to whoever answers. For tests only.",
      "true",
      "false"),
  CONNECT_TIMEOUT("connectTimeout", "20", "Seconds to wait for the server at connect."),
  STATEMENT_TIMEOUT(
      "statementTimeout",
      null,
      "How long the server works on a statement, as in 30s or 500ms; 0 is no limit. Unset: the"
          + " server's own limit."),
  TIME_ZONE(
      "timeZone",
      null,
      "The zone in which a java.sql.Timestamp shows the server's UTC wall clock; unset: the zone"
          + " of the JVM. With UTC it is the exact instant. A java.sql.Date is the same day in"
          + " every zone.");

  private final String text;
  private final @Nullable String fallback;
  private final String description;
  private final String choices;

  ConnectionProperty(
      String text, @Nullable String fallback, String description, String... choices) {
    this.text = text;
    this.fallback = fallback;
    this.description = description;
    this.choices = String.join(",", choices);
  }

  String text() {
    return text;
  }

  Optional<String> fallback() {
    return Optional.ofNullable(fallback);
  }

  String description() {
    return description;
  }

  /** Whether no message shows its value. */
  boolean secret() {
    return this == PASSWORD || this == TOKEN || this == TRUST_STORE_PASSWORD;
  }

  static Optional<ConnectionProperty> named(String name) {
    String folded = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(p -> p.text.toLowerCase(Locale.ROOT).equals(folded))
        .findFirst();
  }

  DriverPropertyInfo info(@Nullable String value) {
    DriverPropertyInfo info = new DriverPropertyInfo(text, value == null ? fallback : value);
    info.description = description;
    info.required = false;
    info.choices = choices.isEmpty() ? null : choices.split(",", -1);
    return info;
  }
}

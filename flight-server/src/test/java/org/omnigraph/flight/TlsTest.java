package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.auth.TlsFiles;

/** Encrypted connections, with certificates of our own making. */
class TlsTest {
  @TempDir private static Path shared;
  private static Certificates certificates;
  private static Certificates others;

  private final RootAllocator memory = new RootAllocator();

  @TempDir private Path dir;
  private Path graph;

  @BeforeAll
  static void twoAuthorities() throws Exception {
    certificates = new Certificates(Files.createDirectory(shared.resolve("certificates")));
    certificates.sign("server");
    certificates.sign("ada");
    others = new Certificates(Files.createDirectory(shared.resolve("others")));
    others.sign("server");
  }

  @BeforeEach
  void aGraph() {
    graph = dir.resolve("graph");
    Graph.init(graph.toString(), "node Thing { name: String @key }", GraphConfig.defaults())
        .close();
  }

  @AfterEach
  void nothingIsLeft() {
    memory.close();
  }

  private static TlsFiles server(Optional<Path> authorities) {
    return new TlsFiles(certificates.of("server"), certificates.key("server"), authorities);
  }

  private FlightServer start(TlsFiles files) {
    return FlightServer.start(
        ServerConfig.of(Map.of("things", graph.toString())).at("127.0.0.1", 0).encrypted(files));
  }

  private FlightSqlClient client(FlightServer server, Path authority, Optional<String> name)
      throws Exception {
    try (InputStream trusted = Files.newInputStream(authority)) {
      FlightClient.Builder builder =
          FlightClient.builder(memory, Location.forGrpcTls("localhost", server.port()))
              .trustedCertificates(trusted);
      if (name.isPresent()) {
        try (InputStream certificate = Files.newInputStream(certificates.of(name.get()));
            InputStream key = Files.newInputStream(certificates.key(name.get()))) {
          builder.clientCertificate(certificate, key);
          return new FlightSqlClient(builder.build());
        }
      }
      return new FlightSqlClient(builder.build());
    }
  }

  private static String first(FlightSqlClient client, String sql) throws Exception {
    try (FlightStream stream =
        client.getStream(client.execute(sql).getEndpoints().get(0).getTicket())) {
      return stream.next() ? String.valueOf(stream.getRoot().getVector(0).getObject(0)) : "";
    }
  }

  @Test
  void aClientThatTrustsTheAuthorityIsServed() throws Exception {
    try (FlightServer server = start(server(Optional.empty()));
        FlightSqlClient client = client(server, certificates.authority(), Optional.empty())) {
      assertThat(first(client, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
    }
  }

  @Test
  void aClientWithoutEncryptionOrTrustIsNotServed() throws Exception {
    try (FlightServer server = start(server(Optional.empty()));
        FlightSqlClient plain =
            new FlightSqlClient(
                FlightClient.builder(memory, Location.forGrpcInsecure("localhost", server.port()))
                    .build());
        FlightSqlClient wary = client(server, others.authority(), Optional.empty())) {
      assertUnavailable(plain);
      assertUnavailable(wary);
    }
  }

  private static void assertUnavailable(FlightSqlClient client) {
    assertThatThrownBy(() -> client.execute("SELECT 1"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAVAILABLE));
  }

  @Test
  void theNameInAClientsCertificateIsTheActorOfItsCommits() throws Exception {
    try (FlightServer server = start(server(Optional.of(certificates.authority())));
        FlightSqlClient ada = client(server, certificates.authority(), Optional.of("ada"));
        FlightSqlClient nobody = client(server, certificates.authority(), Optional.empty())) {
      assertThat(ada.executeUpdate("INSERT INTO Thing (name) VALUES ('x')")).isEqualTo(1);
      assertThat(first(ada, "SELECT actor FROM omnigraph_catalog.commits WHERE actor IS NOT NULL"))
          .isEqualTo("ada");
      assertUnavailable(nobody);
    }
  }

  @Test
  void newCertificatesAreUsedWithoutARestart() throws Exception {
    Path certificate = Files.copy(certificates.of("server"), dir.resolve("server.pem"));
    Path key = Files.copy(certificates.key("server"), dir.resolve("server.key"));
    try (FlightServer server = start(new TlsFiles(certificate, key, Optional.empty()))) {
      replace(others.of("server"), certificate);
      replace(others.key("server"), key);
      server.reloadCertificates();
      try (FlightSqlClient client = client(server, others.authority(), Optional.empty())) {
        assertThat(first(client, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
      Files.writeString(certificate, "nothing");
      server.reloadCertificates();
      try (FlightSqlClient client = client(server, others.authority(), Optional.empty())) {
        assertThat(first(client, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
      replace(certificates.of("server"), certificate);
      server.reloadCertificates();
      try (FlightSqlClient client = client(server, others.authority(), Optional.empty())) {
        assertThat(first(client, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
    }
  }

  @Test
  void aNewKeyPairWaitsForItsAuthority() throws Exception {
    Path certificate = Files.copy(certificates.of("server"), dir.resolve("server.pem"));
    Path key = Files.copy(certificates.key("server"), dir.resolve("server.key"));
    Path authority = Files.copy(certificates.authority(), dir.resolve("ca.pem"));
    try (FlightServer server = start(new TlsFiles(certificate, key, Optional.of(authority)))) {
      replace(others.of("server"), certificate);
      replace(others.key("server"), key);
      Files.writeString(authority, "nothing");
      server.reloadCertificates();
      try (FlightSqlClient ada = client(server, certificates.authority(), Optional.of("ada"))) {
        assertThat(first(ada, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
      replace(certificates.authority(), authority);
      server.reloadCertificates();
      try (FlightSqlClient ada = client(server, others.authority(), Optional.of("ada"))) {
        assertThat(first(ada, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
    }
  }

  @Test
  void filesOfTheSameTimeAreNoticedToo() throws Exception {
    Path certificate = Files.copy(certificates.of("server"), dir.resolve("server.pem"));
    Path key = Files.copy(certificates.key("server"), dir.resolve("server.key"));
    try (FlightServer server = start(new TlsFiles(certificate, key, Optional.empty()))) {
      for (Path file : List.of(certificate, key)) {
        FileTime time = Files.getLastModifiedTime(file);
        Path other = file.equals(key) ? others.key("server") : others.of("server");
        Path moved = Files.copy(other, dir.resolve("moved"));
        Files.setLastModifiedTime(moved, time);
        Files.move(moved, file, StandardCopyOption.REPLACE_EXISTING);
      }
      server.reloadCertificates();
      try (FlightSqlClient client = client(server, others.authority(), Optional.empty())) {
        assertThat(first(client, "SELECT COUNT(*) FROM Thing")).isEqualTo("0");
      }
    }
  }

  /** The timer looks every few seconds; each fault is news once. */
  @Test
  void filesThatCannotBeUsedAreOneLineOfTheLogEach() throws Exception {
    Path certificate = Files.copy(certificates.of("server"), dir.resolve("garbled.pem"));
    Path key = Files.copy(certificates.key("server"), dir.resolve("garbled.key"));
    Path authority = Files.copy(certificates.authority(), dir.resolve("garbled-ca.pem"));
    PrintStream err = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    try (FlightServer server = start(new TlsFiles(certificate, key, Optional.of(authority)))) {
      for (Path file : List.of(certificate, key, authority)) {
        String good = Files.readString(file);
        for (String text :
            new String[] {
              "",
              "garbage",
              "-----BEGIN CERTIFICATE-----\n",
              "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
              "-----BEGIN PRIVATE KEY-----\n!!\n-----END PRIVATE KEY-----\n",
              good.substring(0, good.length() / 2)
            }) {
          logged.reset();
          System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
          Files.writeString(file, text);
          Files.setLastModifiedTime(file, FileTime.fromMillis(clock.addAndGet(10_000)));
          for (int i = 0; i < 3; i++) {
            server.reloadCertificates();
          }
          System.setErr(err);
          assertThat(logged.toString(StandardCharsets.UTF_8).lines())
              .as("%s: %s", file, text)
              .singleElement()
              .satisfies(line -> assertThat(line).contains("what " + certificate, file.toString()));
        }
        Files.writeString(file, good);
        server.reloadCertificates();
      }
      Files.delete(certificate);
      logged.reset();
      System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
      for (int i = 0; i < 3; i++) {
        server.reloadCertificates();
      }
      System.setErr(err);
      assertThat(logged.toString(StandardCharsets.UTF_8).lines())
          .singleElement()
          .satisfies(line -> assertThat(line).contains("garbled.pem"));
    } finally {
      System.setErr(err);
    }
  }

  private final AtomicLong clock = new AtomicLong(System.currentTimeMillis());

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void aFileThatCannotBeUsedIsNamed() throws Exception {
    TlsFiles good = server(Optional.empty());
    Path missing = dir.resolve("missing.pem");
    assertThatThrownBy(() -> start(new TlsFiles(missing, good.key(), Optional.empty())))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("missing.pem");
    Path text = Files.writeString(dir.resolve("text.pem"), "no certificate");
    assertThatThrownBy(() -> start(new TlsFiles(text, good.key(), Optional.empty())))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("text.pem")
        .hasMessageContaining("PEM");
    TlsFiles unlike = new TlsFiles(good.certificates(), others.key("server"), Optional.empty());
    assertThatThrownBy(() -> start(unlike))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("does not belong to the certificate");
    assertThatThrownBy(
            () -> start(new TlsFiles(good.certificates(), good.key(), Optional.of(text))))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("there is no certificate in " + text);
    assertThatThrownBy(() -> start(new TlsFiles(good.certificates(), text, Optional.empty())))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("text.pem");
  }
}

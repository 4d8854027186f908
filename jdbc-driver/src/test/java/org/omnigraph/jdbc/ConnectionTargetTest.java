package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTargetTest {
  private static final String CERTIFICATE =
      """
      -----BEGIN CERTIFICATE-----
      MIIBdTCCARugAwIBAgIUcQuNYAL5qsa5X5xjjRMs96JMGtcwCgYIKoZIzj0EAwIw
      DzENMAsGA1UEAwwEdGVzdDAgFw0yNjEyMDEwNDQ0MzdaGA8yMTI2MTEwNzA0NDQz
      N1owDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABF56
      ThzWHZQdXDbS+xcIfdCYIwkaozJrTF6q/Di6G0aeXZ+KE32k9zE6CkDYow1lVXW+
      pxjomunXyxMV5eqBLcGjUzBRMB0GA1UdDgQWBBQg9u2ZT2s4qXULmBarIX5jq6kH
      fDAfBgNVHSMEGDAWgBQg9u2ZT2s4qXULmBarIX5jq6kHfDAPBgNVHRMBAf8EBTAD
      AQH/MAoGCCqGSM49BAMCA0gAMEUCIElT1F9eJ6gi1iQmvYBEJ1+1nMEyQmpwLdPo
      GXep783bAiEA7+a8MkiAZ4aSoTjCNMtv9yP4Wpuo7taLQ+85a/qm3kU=
      -----END CERTIFICATE-----
      """;

  private static ConnectionTarget parse(String url) throws SQLException {
    return ConnectionTarget.parse(url, new Properties());
  }

  @Test
  void thePathIsTheGraphAndTheQueryBecomesHeaders() throws SQLException {
    ConnectionTarget target =
        parse(
            "jdbc:omnigraph://example.org:4242/fli%20ghts?branch=dev&snapshot=01J&header.X-Team=a");
    assertThat(target.host()).isEqualTo("example.org");
    assertThat(target.port()).isEqualTo(4242);
    assertThat(target.graph()).contains("fli ghts");
    assertThat(target.headers())
        .isEqualTo(
            Map.of(
                "x-omnigraph-graph", "fli ghts",
                "x-omnigraph-branch", "dev",
                "x-omnigraph-snapshot", "01J",
                "x-team", "a"));
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:omnigraph://localhost/g, localhost, 31337, false",
    "jdbc:omnigraph://LOCALHOST, LOCALHOST, 31337, false",
    "jdbc:omnigraph://127.0.0.1:1/g, 127.0.0.1, 1, false",
    "jdbc:omnigraph://[::1]:8/g, ::1, 8, false",
    "jdbc:omnigraph://[::1]/g, ::1, 31337, false",
    "jdbc:omnigraph://data.example.org/g, data.example.org, 31337, true",
    "jdbc:omnigraph://data.example.org/g?useEncryption=false, data.example.org, 31337, false",
    "jdbc:omnigraph://localhost/g?useEncryption=TRUE, localhost, 31337, true",
    "JDBC:OmniGraph://localhost;useEncryption=true;branch=x, localhost, 31337, true",
  })
  void tlsIsOffOnThisMachineOnly(String url, String host, int port, boolean encrypted)
      throws SQLException {
    ConnectionTarget target = parse(url);
    assertThat(target.host()).isEqualTo(host);
    assertThat(target.port()).isEqualTo(port);
    assertThat(target.encrypted()).isEqualTo(encrypted);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:omnigraph:localhost, starts with neither",
    "'jdbc:omnigraph:file:', the directory of the graph is missing",
    "jdbc:omnigraph:file:/data?token=x, token is for a server",
    "jdbc:omnigraph:file:/data?brnch=x, there is no property 'brnch'",
    "jdbc:omnigraph://, host is missing",
    "jdbc:omnigraph:///g, host is missing",
    "jdbc:omnigraph://h:no/g, port is no number",
    "jdbc:omnigraph://h:70000/g, port is out of range",
    "jdbc:omnigraph://h/a/b, one graph",
    "jdbc:omnigraph://h/a?graph=b, two graphs",
    "jdbc:omnigraph://h/g?brnch=x, there is no property 'brnch'; there are user",
    "jdbc:omnigraph://h/g?branch, not NAME=VALUE",
    "jdbc:omnigraph://h/g?branch=%zz, broken % escape",
    "jdbc:omnigraph://h/g?useEncryption=maybe, true or false",
    "jdbc:omnigraph://h/g?connectTimeout=soon, number of seconds",
    "jdbc:omnigraph://h/g?timeZone=Mars/Base, no time zone 'Mars/Base'",
    "jdbc:omnigraph://h/g?clientKey=/k.pem, go together",
    "jdbc:omnigraph://[::1, no closing ]",
    "jdbc:omnigraph://[::1]8/g, port is no number",
    "jdbc:omnigraph://::1/g, stands in [ ]",
    "jdbc:omnigraph://h:/g, port is no number",
    "jdbc:omnigraph://h:99999999999/g, port is out of range",
    "jdbc:omnigraph://[]/g, host is missing",
    "jdbc:omnigraph://my host/g, no name of a host",
    "jdbc:omnigraph://h/g?branch=main&Branch=dev, it has Branch twice",
    "jdbc:omnigraph://h/g?header.a=1&header.A=2, it has header.A twice",
    "jdbc:omnigraph://h/g?statementTimeout=abc, statementTimeout is 'abc'; it can be",
    "jdbc:omnigraph://h/g?statementTimeout=-1, statementTimeout is '-1'; it can be",
  })
  void aWrongUrlIsRefusedByPart(String url, String reason) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining(reason)
        .hasMessageContaining("jdbc:omnigraph://HOST");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:omnigraph:file:/data/my%20graph?branch=dev, /data/my graph",
    "jdbc:omnigraph:file:///data/g;branch=dev, /data/g",
    "jdbc:omnigraph:file:g?branch=dev&connectTimeout=5, g",
    "jdbc:omnigraph:FILE:g?branch=dev, g"
  })
  void aFileIsADirectoryAndHasABranch(String url, String directory) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "sa");
    ConnectionTarget target = ConnectionTarget.parse(url, properties);
    assertThat(target.directory()).contains(directory);
    assertThat(target.headers()).containsExactly(entry("x-omnigraph-branch", "dev"));
    assertThat(target.ignored()).containsExactly("user");
    assertThat(target.encrypted()).isFalse();
  }

  @Test
  void noSecretIsInTheErrorOrTheShownUrl() throws SQLException {
    assertThatThrownBy(() -> parse("jdbc:omnigraph://h/g?token=hush&nonsense=1"))
        .hasMessageNotContaining("hush");
    assertThat(parse("jdbc:omnigraph://h/g?token=hush").shown()).isEqualTo("jdbc:omnigraph://h/g");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:omnigraph://h/g?password=100%s3cret, password has a broken % escape; write %25",
    "jdbc:omnigraph://h/g?password=a;s3cret, something behind password is not NAME=VALUE; in a",
    "jdbc:omnigraph://h/g?token=abc&s3cret, something behind token is not NAME=VALUE",
    "jdbc:omnigraph://h/g?token=abc&s3cret=, no property of the name behind token",
    "jdbc:omnigraph://h/g?header.x-key=abc&s3cret=, no property of the name behind header.x-key",
    "jdbc:omnigraph://h/g?token%3Ds3cret, something is not NAME=VALUE",
    "jdbc:omnigraph://h/g?token%zzs3cret=, a name has a broken % escape",
    "jdbc:omnigraph://me:s3cret@host/p, take the properties user and password",
    "jdbc:omnigraph://me:s3cret@host:32555/p, take the properties user and password",
    "jdbc:omnigraph://me:s3cret/2@host/p, port is no number",
    "jdbc:omnigraph://me:s3cret?2@host/p, port is no number",
    "jdbc:omnigraph://h/g?trustStorePassword=a%s3cret, trustStorePassword has a broken",
    "jdbc:omnigraph://h/g?header.x-key=%0as3cret, the value of header.x-key cannot be sent:",
    "jdbc:omnigraph://h/g?header.x-key=s3cret%C3%A9, character 7 of 7 is no ASCII character",
    "jdbc:omnigraph://h/g?header.x-bin=s3cret, header.x-bin is no header",
    "jdbc:omnigraph://h/g?header.a%20b=s3cret, header.a b is no header",
    "jdbc:omnigraph://h/g?snapshot=s3cret%0d, the value of snapshot cannot be sent",
  })
  void noErrorShowsASecret(String url, String reason) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOfSatisfying(
            SQLNonTransientConnectionException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining(reason)
        .satisfies(e -> assertThat(stack(e)).doesNotContain("s3c"));
  }

  private static String stack(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'s3cret\n' | character 7 of 7 is a line end",
        "'s3cret\r\n' | character 7 of 8 is a line end",
        "' s3cret' | character 1 of 7 is a blank",
        "'s3cret\u0007' | character 7 of 7 is a control character",
        "'s3cret\u00e9' | character 7 of 7 is no ASCII character"
      })
  void aTokenThatNoHeaderCarriesIsRefused(String token, String reason) {
    Properties properties = new Properties();
    properties.setProperty("token", token);
    assertThatThrownBy(() -> ConnectionTarget.parse("jdbc:omnigraph://h/g", properties))
        .isInstanceOfSatisfying(
            SQLInvalidAuthorizationSpecException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("28000"))
        .hasMessageContaining(reason)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aTargetIsShownWithoutItsProperties() throws SQLException {
    assertThat(parse("jdbc:omnigraph://h/g?token=hush")).hasToString("jdbc:omnigraph://h/g");
  }

  @ParameterizedTest
  @CsvSource({
    "trustStore=/nope, trustStore is '/nope': there is no such file",
    "trustStore=DIR, it cannot be read",
    "trustStore=EMPTY, it is no Java key store",
    "trustStore=TEXT, a PEM file goes in tlsRootCerts",
    "tlsRootCerts=/nope, tlsRootCerts is '/nope': there is no such file",
    "tlsRootCerts=EMPTY, there is no certificate in it",
    "tlsRootCerts=TEXT, it is no PEM file with certificates",
    "clientCertificate=/nope&clientKey=/nope, clientCertificate is '/nope': there is no such file",
    "clientCertificate=TEXT&clientKey=/nope, clientCertificate is",
    "clientCertificate=PEM&clientKey=/nope, clientKey is '/nope': there is no such file",
    "clientCertificate=PEM&clientKey=TEXT, it is no PEM file with a private key",
    "clientCertificate=PEM&clientKey=PEM, are no certificate and its private key",
  })
  void aFileThatTlsCannotUseIsNamed(String query, String reason, @TempDir Path folder)
      throws Exception {
    Path empty = Files.createFile(folder.resolve("empty"));
    Path text = Files.writeString(folder.resolve("text"), "no certificate");
    Path pem = Files.writeString(folder.resolve("pem"), CERTIFICATE);
    String files =
        query
            .replace("DIR", folder.toString())
            .replace("EMPTY", empty.toString())
            .replace("TEXT", text.toString())
            .replace("PEM", pem.toString());
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:omnigraph://localhost:1/g?useEncryption=true&" + files))
        .isInstanceOfSatisfying(
            SQLNonTransientConnectionException.class,
            e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({"'', there is no host 'no_such_host'", "?useEncryption=true, give the host another"})
  void aHostWithAnUnderscoreIsLookedUp(String query, String reason) {
    String plain = query.isEmpty() ? "?useEncryption=false" : query;
    assertThatThrownBy(
            () -> DriverManager.getConnection("jdbc:omnigraph://no_such_host:1/g" + plain))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining(reason);
  }

  @Test
  void aPropertyMayBeANumberOrATruthValue() throws SQLException {
    Properties properties = new Properties();
    properties.put("connectTimeout", 7);
    properties.put("useEncryption", true);
    ConnectionTarget target = ConnectionTarget.parse("jdbc:omnigraph://localhost", properties);
    assertThat(target.connectTimeout()).hasSeconds(7);
    assertThat(target.encrypted()).isTrue();
  }

  @Test
  void propertiesAreToldBeforeThereIsAUrl() throws SQLException {
    assertThat(new OmniGraphDriver().getPropertyInfo("", null))
        .hasSameSizeAs(ConnectionProperty.values());
    assertThat(new OmniGraphDriver().getPropertyInfo(null, new Properties()))
        .hasSameSizeAs(ConnectionProperty.values());
  }

  @Test
  void theUrlWinsOverThePropertiesAndUnknownPropertiesAreRemembered() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("BRANCH", "old");
    properties.setProperty("user", "ada");
    properties.setProperty("ApplicationName", "tool");
    ConnectionTarget target = ConnectionTarget.parse("jdbc:omnigraph://h/g?branch=new", properties);
    assertThat(target.value(ConnectionProperty.BRANCH)).contains("new");
    assertThat(target.value(ConnectionProperty.USER)).contains("ada");
    assertThat(target.ignored()).containsExactly("ApplicationName");
  }

  @Test
  void theDriverManagerFindsTheDriverByItsUrl() throws SQLException {
    assertThat(DriverManager.getDriver("jdbc:omnigraph://h/g")).isInstanceOf(OmniGraphDriver.class);
    OmniGraphDriver driver = new OmniGraphDriver();
    assertThat(driver.acceptsURL("jdbc:postgresql://h/g")).isFalse();
    assertThat(driver.connect("jdbc:postgresql://h/g", new Properties())).isNull();
    assertThat(driver.getMajorVersion() + "." + driver.getMinorVersion())
        .isEqualTo(OmniGraphDriver.VERSION.replaceFirst("(\\d+\\.\\d+).*", "$1"));
  }

  @Test
  void everyPropertyIsDescribed() throws SQLException {
    DriverPropertyInfo[] infos =
        new OmniGraphDriver().getPropertyInfo("jdbc:omnigraph://h/g?branch=dev", new Properties());
    assertThat(infos).hasSameSizeAs(ConnectionProperty.values());
    assertThat(Arrays.stream(infos).map(i -> i.description))
        .allSatisfy(d -> assertThat(d).isNotBlank());
    assertThat(Arrays.stream(infos).filter(i -> i.name.equals("branch")).map(i -> i.value))
        .containsExactly("dev");
  }

  @Test
  void theClientsPageListsEveryPropertyWithItsMeaning() throws Exception {
    String wanted = ClientsPage.wanted();
    if (Boolean.getBoolean("clients.page.write")) {
      Files.writeString(ClientsPage.FILE, wanted);
    }
    assertThat(ClientsPage.text())
        .as("the table of properties; write it anew with -Dclients.page.write=true")
        .isEqualTo(wanted);
  }
}

package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionTargetTest {
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
    "jdbc:omnigraph:file:g?branch=dev&connectTimeout=5, g"
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

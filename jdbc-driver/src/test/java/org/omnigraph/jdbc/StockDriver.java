package org.omnigraph.jdbc;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;

/** Arrow's own Flight SQL driver, as it ships, seeing nothing of ours. */
final class StockDriver implements AutoCloseable {
  /** The version we depend on, or another one to try. */
  private static final Path JAR =
      Path.of(
              System.getProperty(
                  "stock.driver",
                  Path.of("target", "stock-driver", "flight-sql-jdbc-driver.jar").toString()))
          .toAbsolutePath();

  private final URLClassLoader loader;
  private final Driver driver;

  StockDriver() throws IOException, ReflectiveOperationException {
    if (!Files.exists(JAR)) {
      throw new IOException(JAR + " is missing; 'mvn generate-test-resources' puts it there");
    }
    loader =
        new URLClassLoader(
            "stock", new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    driver =
        (Driver)
            Class.forName("org.apache.arrow.driver.jdbc.ArrowFlightJdbcDriver", true, loader)
                .getConstructor()
                .newInstance();
  }

  /**
   * @param namesAndValues connection properties; those it does not know are sent as headers
   */
  Connection connect(int port, String... namesAndValues) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("useEncryption", "false");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return driver.connect("jdbc:arrow-flight-sql://127.0.0.1:" + port, properties);
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}

package org.omnigraph.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: the product, and the storage strand that it reads and writes. */
final class Version implements IVersionProvider {
  /** The strand of the files on disk; a graph of another one is refused. */
  static final int INTERNAL_SCHEMA = 6;

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"omnigraph " + product(), "internal-schema " + INTERNAL_SCHEMA};
  }

  private static String product() throws IOException {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      build.load(in);
    }
    return build.getProperty("version");
  }
}

package org.omnigraph.jdbc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** {@code docs/clients/jdbc.md}. */
final class ClientsPage {
  static final Path FILE = GraphServer.data().resolve("../../docs/clients/jdbc.md").normalize();

  private static final String BEGIN = "<!-- properties: generated -->\n";
  private static final String END = "<!-- end of properties -->";

  private ClientsPage() {}

  static String text() throws IOException {
    return Files.readString(FILE);
  }

  /** The page as the code has it. */
  static String wanted() throws IOException {
    String page = text();
    return page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
        + "| name | default | values | meaning |\n| --- | --- | --- | --- |\n"
        + Arrays.stream(ConnectionProperty.values())
            .map(ClientsPage::row)
            .collect(Collectors.joining())
        + page.substring(page.indexOf(END));
  }

  private static String row(ConnectionProperty property) {
    String[] choices = property.info(null).choices;
    return "| `"
        + property.text()
        + "` | "
        + property.fallback().map(value -> "`" + value + "`").orElse("")
        + " | "
        + (choices == null ? "" : "`" + String.join("`, `", choices) + "`")
        + " | "
        + property.description()
        + " |\n";
  }
}

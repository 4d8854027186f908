package org.omnigraph.jdbc;

import java.io.IOException;
import java.nio.file.Files;

/** {@code docs/CLIENTS.md}. */
final class ClientsPage {
  private ClientsPage() {}

  static String text() throws IOException {
    return Files.readString(GraphServer.data().resolve("../../docs/CLIENTS.md"));
  }
}

package org.omnigraph.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Graphs that the Rust implementation wrote. A branch stores the place of its parent's data as it
 * was spelled, so these open only as {@code target/fixtures/NAME} from this module's folder.
 */
final class Fixtures {
  static final String ROOT = "target/fixtures";

  private Fixtures() {}

  /** Unpacks an archive of the test resources anew, over whatever is there. */
  static synchronized void unpack(String archive) {
    try {
      Path target = Path.of(ROOT);
      if (Files.exists(target)) {
        try (Stream<Path> files = Files.walk(target)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
      Process tar =
          new ProcessBuilder(List.of("tar", "xzf", "-", "-C", "."))
              .redirectErrorStream(true)
              .start();
      try (InputStream in = Fixtures.class.getResourceAsStream("/fixtures/" + archive);
          var out = tar.getOutputStream()) {
        in.transferTo(out);
      }
      String said =
          new String(tar.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      if (tar.waitFor() != 0) {
        throw new IllegalStateException("tar failed: " + said);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}

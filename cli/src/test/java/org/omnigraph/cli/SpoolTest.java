package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 10, 1_000_000})
  void givesBackWhatItGot(int bound) throws IOException {
    StringBuilder written = new StringBuilder();
    try (Spool spool = new Spool(bound)) {
      for (int i = 0; i < 1_000; i++) {
        String piece = "row " + i + "\n";
        written.append(piece);
        spool.write(piece.getBytes(StandardCharsets.UTF_8));
      }
      assertThat(spool.spilled()).isEqualTo(bound < 1_000_000);
      assertThat(new String(spool.read().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(written.toString());
    }
  }
}

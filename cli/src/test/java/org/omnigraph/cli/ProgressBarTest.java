package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.id.TypeKey;

class ProgressBarTest {
  private final StringWriter terminal = new StringWriter();

  @Test
  void aWatchedLoadIsDrawnAndWipedAtTheEnd() {
    try (ProgressBar bar = new ProgressBar(new PrintWriter(terminal), true)) {
      bar.at(TypeKey.node("Flight"), 1_234, 50, 100);
      assertThat(terminal.toString()).contains(" 50%  1,234 rows  node:Flight");
    }
    assertThat(terminal.toString()).endsWith("\r\u001b[2K");
  }

  @Test
  void drawingIsBounded() {
    try (ProgressBar bar = new ProgressBar(new PrintWriter(terminal), true)) {
      for (int row = 0; row < 1_000; row++) {
        bar.at(TypeKey.node("Flight"), row, row, 1_000);
      }
    }
    assertThat(terminal.toString().split("rows")).hasSizeLessThan(50);
  }

  @Test
  void nobodyIsToldWhenNobodyWatches() {
    try (ProgressBar bar = new ProgressBar(new PrintWriter(terminal), false)) {
      bar.at(TypeKey.node("Flight"), 1, 1, 2);
    }
    assertThat(terminal.toString()).isEmpty();
  }

  @Test
  void anUnknownLengthIsCountedOnly() {
    assertThat(ProgressBar.line(TypeKey.edge("E"), 5, 10, 0)).isEqualTo("5 rows  edge:E");
  }
}

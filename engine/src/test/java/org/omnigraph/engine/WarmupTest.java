package org.omnigraph.engine;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

class WarmupTest {
  @Test
  void everyPartRuns() {
    for (Runnable part : Warmup.parts()) {
      assertThatCode(part::run).doesNotThrowAnyException();
    }
  }
}

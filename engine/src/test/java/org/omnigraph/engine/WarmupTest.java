package org.omnigraph.engine;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WarmupTest {
  @ParameterizedTest
  @MethodSource
  void everyPartRuns(Runnable part) {
    assertThatCode(part::run).doesNotThrowAnyException();
  }

  static Stream<Runnable> everyPartRuns() {
    return Stream.concat(Warmup.graph().stream(), Warmup.log().stream());
  }
}

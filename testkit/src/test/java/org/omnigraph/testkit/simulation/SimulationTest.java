package org.omnigraph.testkit.simulation;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.testkit.simulation.Simulation.Setup;

@Tag("G-013")
class SimulationTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void processesThatNeverFail(long seed) {
    new Simulation(seed, new Setup(3, 12, 0, 0, 0), directory).run();
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void processesThatCrashOverStorageThatFails(long seed) {
    new Simulation(seed, new Setup(3, 12, 0, 15, 15), directory).run();
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void besideAProgramThatDoesNotKnowTheGates(long seed) {
    new Simulation(seed, new Setup(3, 12, 1, 10, 10), directory).run();
  }

  @Test
  @Tag("soak")
  void forALongTime() {
    long first = Long.getLong("simulation.seed", System.nanoTime());
    int runs = Integer.getInteger("simulation.runs", 200);
    for (int i = 0; i < runs; i++) {
      long seed = first + i;
      int strangers = i % 3 == 2 ? 1 : 0;
      System.out.println("simulation with seed " + seed);
      new Simulation(seed, new Setup(3, 20, strangers, 12, 12), directory.resolve("g" + i)).run();
    }
  }
}

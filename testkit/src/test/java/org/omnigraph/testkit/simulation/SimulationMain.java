package org.omnigraph.testkit.simulation;

import java.nio.file.Path;
import org.omnigraph.testkit.simulation.Simulation.Setup;

/** Runs simulations in a process of its own, whose engine may be a changed one. */
final class SimulationMain {
  static final int FOUND = 3;

  private SimulationMain() {}

  /** Arguments: an empty directory, strangers, crashes, faults, the first seed, how many seeds. */
  public static void main(String[] args) {
    Setup setup =
        new Setup(
            3, 20, Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    long first = Long.parseLong(args[4]);
    for (long seed = first; seed < first + Long.parseLong(args[5]); seed++) {
      try {
        new Simulation(seed, setup, Path.of(args[0], "g" + seed)).run();
      } catch (AssertionError e) {
        System.out.println(e.getMessage());
        System.exit(FOUND);
      }
    }
  }
}

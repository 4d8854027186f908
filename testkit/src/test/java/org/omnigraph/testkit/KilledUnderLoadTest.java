package org.omnigraph.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/**
 * Processes that are killed while they insert, update, replace, and make, write and delete branches
 * from several threads: nothing that was acknowledged is lost, nothing is half there, and the next
 * open needs no help.
 */
class KilledUnderLoadTest {
  /** Reading everything back takes longer with every write. */
  private static final int KILLS_A_GRAPH = 5;

  @TempDir Path folder;

  @Test
  @Tag("process")
  void twentyTimes() throws Exception {
    kill(20);
  }

  @Test
  @Tag("soak")
  void threeHundredTimes() throws Exception {
    kill(Integer.getInteger("soak.kills", 300));
  }

  private void kill(int kills) throws Exception {
    long seed = Long.getLong("soak.seed", System.nanoTime());
    System.out.println("kills " + kills + ", again with -Dsoak.seed=" + seed);
    Random random = new Random(seed);
    Promises promises = new Promises();
    String root = graph(0);
    ChildProcess next = child(promises, random);
    long said = 0;
    for (int kill = 0; kill < kills; kill++) {
      if (kill > 0 && kill % KILLS_A_GRAPH == 0) {
        said += promises.lines();
        next.close();
        promises = new Promises();
        next = child(promises, random);
        root = graph(kill);
      }
      try (ChildProcess child = next) {
        child.say((1 + kill) * 1_000_000L + " " + root);
        next = child(promises, random);
        child.awaitLines(1 + random.nextInt(40));
        spin(random.nextInt(20_000_000));
        child.kill();
        promises.check(root);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("kill " + kill + " of -Dsoak.seed=" + seed + " at " + root, e);
      }
    }
    next.close();
    System.out.println(kills + " kills, " + (said + promises.lines()) + " acknowledgements");
  }

  private String graph(int number) throws IOException {
    Path root = Files.createDirectory(folder.resolve("g" + number)).resolve("graph");
    Graph.init(root.toString(), LoadedProcess.SCHEMA, GraphConfig.defaults()).close();
    return root.toString();
  }

  /** Started early, so that the next one is ready when this one is killed. */
  private static ChildProcess child(Promises promises, Random random) throws IOException {
    return ChildProcess.start(
        LoadedProcess.class, promises::hear, "a", Long.toString(random.nextLong()), "alone");
  }

  /** Any moment will do. */
  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}

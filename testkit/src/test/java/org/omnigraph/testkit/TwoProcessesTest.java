package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/**
 * Two processes write to one graph: ids of their own, the same ids, and branches that the other one
 * deletes. No id is there twice and nothing acknowledged is lost, also when one of them is killed.
 */
class TwoProcessesTest {
  private static final int LINES = 20;

  @TempDir Path folder;

  @Test
  @Tag("process")
  void oneIsKilledWhileTheOtherWrites() throws Exception {
    long seed = Long.getLong("soak.seed", System.nanoTime());
    System.out.println("two processes, again with -Dsoak.seed=" + seed);
    Random random = new Random(seed);
    String root = folder.resolve("graph").toString();
    Graph.init(root, LoadedProcess.SCHEMA, GraphConfig.defaults()).close();
    Promises promises = new Promises();
    try (ChildProcess staying = child(promises, "b", random)) {
      staying.say("1000000 " + root);
      for (int round = 0; round < 2; round++) {
        try (ChildProcess killed = child(promises, "a", random)) {
          killed.say((round + 1) * 1_000_000L + " " + root);
          killed.awaitLines(LINES);
          staying.awaitLines(staying.heard() + random.nextInt(LINES));
          killed.kill();
        }
        staying.awaitLines(staying.heard() + LINES);
      }
      staying.say("end");
      staying.awaitGoodEnd();
    }
    promises.check(root);
    assertThat(promises.lines()).isGreaterThan(4 * LINES);
  }

  private static ChildProcess child(Promises promises, String name, Random random)
      throws IOException {
    return ChildProcess.start(
        LoadedProcess.class, promises::hear, name, Long.toString(random.nextLong()), "beside");
  }
}

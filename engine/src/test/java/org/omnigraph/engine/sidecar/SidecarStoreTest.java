package org.omnigraph.engine.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.object.ObjectStore;

class SidecarStoreTest {
  /** A store whose listing is older than its content. */
  private static final class Emptied implements ObjectStore {
    final List<String> asked = new ArrayList<>();

    @Override
    public String root() {
      return "g";
    }

    @Override
    public boolean isRoot(String spelling) {
      return spelling.equals("g");
    }

    @Override
    public Optional<String> read(String name) {
      asked.add("read " + name);
      return Optional.empty();
    }

    @Override
    public List<String> list(String directory) {
      asked.add("list " + directory);
      return List.of("b.json", "c.tmp", "d.json");
    }

    @Override
    public boolean exists(String name) {
      throw new AssertionError("an answer to this is old when the text is read");
    }

    @Override
    public void write(String name, String text) {
      throw new AssertionError();
    }

    @Override
    public boolean writeIfAbsent(String name, String text) {
      throw new AssertionError();
    }

    @Override
    public void delete(String name) {
      throw new AssertionError();
    }
  }

  @Test
  @Tag("S-022")
  void anIntentIsReadByOneRequestAndMayBeGone() {
    Emptied objects = new Emptied();
    SidecarStore sidecars = new SidecarStore(objects, Failpoints.NONE);
    assertThat(sidecars.list()).isEmpty();
    assertThat(objects.asked)
        .containsExactly("list __recovery", "read __recovery/b.json", "read __recovery/d.json");
    assertThat(sidecars.read(new OperationId("e"))).isEmpty();
    assertThat(objects.asked).last().isEqualTo("read __recovery/e.json");
  }
}

package org.omnigraph.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.c.Data;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;
import org.lance.JniLoader;

class LibrariesLoadFromTheCacheTest {
  @TempDir Path home;

  @AfterEach
  void forgetTheProperty() {
    System.clearProperty("omnigraph.lance.library");
  }

  @Test
  void twoStartsOneOfThemKilledLeaveOneCopyOfEachAndAnEmptyTempFolder() throws Exception {
    try (ChildJvm first = ChildJvm.start(UsesAll.class, home, "stay")) {
      assertThat(first.output().readLine()).isEqualTo("loaded");
      first.kill();
    }
    List<String> afterFirst = everythingBelow(home);
    try (ChildJvm second = ChildJvm.start(UsesAll.class, home, "end")) {
      assertThat(second.finish()).isEqualTo("loaded");
    }

    assertThat(everythingBelow(home)).isEqualTo(afterFirst);
    assertThat(afterFirst)
        .allMatch(name -> name.startsWith(".cache/omnigraph/native/lib"))
        .filteredOn(name -> !name.contains(".lock"))
        .hasSize(3);
  }

  @Test
  void aGivenFileThatIsNotThereIsNamed() {
    System.setProperty("omnigraph.lance.library", "/no/such/lib.so");
    NativeLibrary library =
        NativeLibrary.in(
            Dataset.class,
            "/nativelib/" + Platform.CURRENT.dashed() + "/" + System.mapLibraryName("lance_jni"),
            "lance_jni");

    assertThatThrownBy(library::load)
        .isInstanceOf(UnsatisfiedLinkError.class)
        .hasMessageContaining("-Domnigraph.lance.library=/no/such/lib.so");
  }

  @Test
  void aPlatformWithoutALibraryIsNamed() {
    assertThatThrownBy(
            () -> NativeLibrary.in(Dataset.class, "/nativelib/sunos-sparc/x", "lance_jni"))
        .isInstanceOf(UnsatisfiedLinkError.class)
        .hasMessageContaining("/nativelib/sunos-sparc/x");
  }

  /** Loads each library and calls into it. */
  static final class UsesAll {
    public static void main(String[] arguments) throws Exception {
      JniLoader.ensureLoaded();
      exportAField();
      ArrowLibrary.DATASET.load();
      try (NativeMemoryPool pool = NativeMemoryPool.createListenable(new Indifferent())) {
        System.out.println(pool.getBytesAllocated() == 0 ? "loaded" : "strange");
      }
      if (arguments[0].equals("stay")) {
        System.in.read();
      }
    }

    private static void exportAField() {
      try (RootAllocator allocator = new RootAllocator();
          ArrowSchema schema = ArrowSchema.allocateNew(allocator)) {
        Data.exportField(allocator, Field.nullable("x", new ArrowType.Int(32, true)), null, schema);
        schema.release();
      }
    }
  }

  private static final class Indifferent
      implements org.apache.arrow.dataset.jni.ReservationListener {
    @Override
    public void reserve(long size) {}

    @Override
    public void unreserve(long size) {}
  }

  private static List<String> everythingBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.toString().contains("hsperfdata"))
          .map(file -> root.relativize(file) + " " + file.toFile().lastModified())
          .sorted()
          .toList();
    }
  }
}

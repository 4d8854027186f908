package org.omnigraph.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;
import org.lance.JniLoader;

class LanceLoadsFromTheCacheTest {
  @TempDir Path home;

  @AfterEach
  void forgetTheProperty() {
    System.clearProperty("omnigraph.lance.library");
  }

  @Test
  void twoStartsOneOfThemKilledLeaveOneCopyAndAnEmptyTempFolder() throws Exception {
    try (ChildJvm first = ChildJvm.start(LoadsLance.class, home, "stay")) {
      assertThat(first.output().readLine()).isEqualTo("loaded");
      first.kill();
    }
    List<String> afterFirst = everythingBelow(home);
    try (ChildJvm second = ChildJvm.start(LoadsLance.class, home, "end")) {
      assertThat(second.finish()).isEqualTo("loaded");
    }

    assertThat(everythingBelow(home)).isEqualTo(afterFirst);
    assertThat(afterFirst)
        .hasSize(2)
        .allMatch(
            name ->
                name.matches(
                    "\\.cache/omnigraph/native/liblance_jni-\\w+-\\d+\\.\\w+(\\.lock)? .*"));
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

  static final class LoadsLance {
    public static void main(String[] arguments) throws IOException {
      JniLoader.ensureLoaded();
      System.out.println("loaded");
      if (arguments[0].equals("stay")) {
        System.in.read();
      }
    }
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

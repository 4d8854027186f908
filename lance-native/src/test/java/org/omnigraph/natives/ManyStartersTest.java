package org.omnigraph.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyStartersTest {
  @TempDir Path folder;

  @Test
  void jvmsThatStartTogetherShareOneCopy() throws Exception {
    Path cache = folder.resolve("native");
    Path jar = TestLibrary.in(folder, 11).jar();
    List<ChildJvm> children = new ArrayList<>();
    List<String> copies = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        children.add(ChildJvm.start(Holds.class, folder, cache.toString(), jar.toString()));
      }
      for (ChildJvm child : children) {
        copies.add(child.finish());
      }
    } finally {
      children.forEach(ChildJvm::close);
    }

    assertThat(copies).hasSize(3).allMatch(copies.get(0)::equals);
    assertThat(UnpackOnceTest.filesOf(cache)).hasSize(2).anyMatch(name -> name.endsWith(".lock"));
  }

  @Test
  void whatAKilledJvmLeavesHalfWrittenIsRemoved() throws Exception {
    Path cache = folder.resolve("native");
    try (ChildJvm child = ChildJvm.start(Stalls.class, folder, cache.toString())) {
      assertThat(child.output().readLine()).isEqualTo("half way");
      child.kill();
    }
    assertThat(UnpackOnceTest.filesOf(cache)).anyMatch(name -> name.endsWith(".part"));

    Path file = new LibraryCache(cache).hold(library(new Bytes(TestLibrary.SIZE)), "noise");

    assertThat(UnpackOnceTest.filesOf(cache))
        .containsExactly(file.getFileName().toString(), file.getFileName() + ".lock");
    assertThat(file).hasSize(TestLibrary.SIZE);
  }

  /** Takes the library from the cache and prints which file on disk that is, and its end. */
  static final class Holds {
    public static void main(String[] arguments) throws IOException {
      PackedLibrary library = new TestLibrary(Path.of(arguments[1])).packed();
      Path file = new LibraryCache(Path.of(arguments[0])).hold(library, "noise");
      System.out.println(Files.getAttribute(file, "unix:ino") + " " + Files.size(file));
    }
  }

  /** Gets stuck in the middle of unpacking. */
  static final class Stalls {
    public static void main(String[] arguments) throws IOException {
      new LibraryCache(Path.of(arguments[0])).hold(library(new Stuck()), "noise");
    }
  }

  private static PackedLibrary library(InputStream content) throws IOException {
    URLStreamHandler handler =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
              @Override
              public void connect() {}

              @Override
              public InputStream getInputStream() {
                return content;
              }
            };
          }
        };
    return new PackedLibrary(new URL(null, "test:noise", handler), 0xabc, TestLibrary.SIZE);
  }

  private static class Bytes extends InputStream {
    private int left;

    Bytes(int size) {
      left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? 7 : -1;
    }
  }

  private static final class Stuck extends Bytes {
    private int given;

    Stuck() {
      super(TestLibrary.SIZE);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (given >= TestLibrary.SIZE / 2) {
        System.out.println("half way");
        waitForEver();
      }
      int count = super.read(into, offset, length);
      given += count;
      return count;
    }

    private static void waitForEver() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}

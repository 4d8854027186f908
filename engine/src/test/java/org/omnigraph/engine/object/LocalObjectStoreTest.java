package org.omnigraph.engine.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.error.Unsupported;

class LocalObjectStoreTest {
  @TempDir Path root;

  private LocalObjectStore store() {
    return new LocalObjectStore(root.toString());
  }

  @Test
  void aTextIsReplacedWhole() {
    LocalObjectStore store = store();
    assertThat(store.read("a/b.json")).isEmpty();
    store.write("a/b.json", "one");
    store.write("a/b.json", "zwö 😀");
    assertThat(store.read("a/b.json")).contains("zwö 😀");
    store.delete("a/b.json");
    store.delete("a/b.json");
    assertThat(store.exists("a/b.json")).isFalse();
  }

  @Test
  void aWriteThatFailsLeavesNothing() throws IOException {
    Files.createDirectories(root.resolve("a/b.json/full"));
    assertThatThrownBy(() -> store().write("a/b.json", "one"))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("a/b.json");
    try (Stream<Path> left = Files.list(root.resolve("a"))) {
      assertThat(left).containsExactly(root.resolve("a/b.json"));
    }
  }

  @Test
  void belowAFileThereIsNothing() throws IOException {
    Path file = Files.writeString(root.resolve("people.pg"), "node Person { name: String @key }");
    assertThat(new LocalObjectStore(file.toString()).exists("__manifest")).isFalse();
  }

  @Test
  void ofManyCreatorsOneWins() throws Exception {
    LocalObjectStore store = store();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> creators = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String text = "text " + i;
        creators.add(() -> store.writeIfAbsent("claim", text));
      }
      int won = 0;
      for (Future<Boolean> creator : threads.invokeAll(creators)) {
        won += creator.get() ? 1 : 0;
      }
      assertThat(won).isEqualTo(1);
    } finally {
      threads.shutdown();
    }
    assertThat(store.list(".")).containsExactly("claim");
  }

  @Test
  @Tag("S-020")
  void aTextBeingWrittenHasNoAddress() {
    assertThatThrownBy(() -> store().read("r/a.json#123"))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("a.json#123");
  }

  @Test
  @Tag("S-021")
  void anEmptyDirectoryIsNothing() throws Exception {
    LocalObjectStore store = store();
    Files.createDirectories(root.resolve("r/s"));
    assertThat(store.exists("r")).isFalse();
    store.write("r/s/a.json", "");
    assertThat(store.exists("r")).isTrue();
    assertThat(store.exists("r/s/a.json")).isTrue();
    Files.createSymbolicLink(root.resolve("loop"), root.resolve("loop"));
    assertThatThrownBy(() -> store.exists("loop/x")).isInstanceOf(StorageUnavailable.class);
  }

  @Test
  @Tag("S-020")
  void aListingShowsTextsOnlyAndNoLeftOvers() throws Exception {
    LocalObjectStore store = store();
    assertThat(store.list("r")).isEmpty();
    store.write("r/b.json", "");
    store.write("r/a.json", "");
    Files.writeString(root.resolve("r/a.json#123"), "half");
    Files.createDirectory(root.resolve("r/c.json"));
    assertThat(store.list("r")).containsExactly("a.json", "b.json");
  }

  @Test
  void whatCannotBeWrittenIsAStorageFailure() throws Exception {
    Files.writeString(root.resolve("file"), "");
    assertThatThrownBy(() -> store().write("file/x", ""))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("file/x");
  }

  @Test
  void whatIsNoTextIsCorrupt() throws Exception {
    Files.write(root.resolve("a.json"), new byte[] {(byte) 0xff, 0, 1});
    assertThatThrownBy(() -> store().read("a.json"))
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("a.json is not UTF-8");
  }

  @Test
  void rootsAreSpelledOneWay() {
    assertThat(GraphUri.normalize("file:///data/g/")).isEqualTo("/data/g");
    assertThat(GraphUri.normalize("./g//")).isEqualTo("./g");
    assertThat(GraphUri.normalize("/")).isEqualTo("/");
    assertThatThrownBy(() -> GraphUri.normalize("gs://b/g")).isInstanceOf(Unsupported.class);
    assertThatThrownBy(() -> GraphUri.normalize(" ")).isInstanceOf(InvalidRequest.class);
  }
}

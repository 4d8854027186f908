package org.omnigraph.engine.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.ExternalBlobUnavailable;
import org.omnigraph.engine.error.InvalidRequest;

/** Files below an allowed folder are read, and no spelling leads to another. */
class ExternalBlobsTest {
  @TempDir Path folder;
  private Path allowed;
  private ExternalBlobs blobs;

  @BeforeEach
  void open() throws IOException {
    allowed = Files.createDirectory(folder.resolve("allowed"));
    Files.writeString(Files.createDirectory(folder.resolve("allowed-evil")).resolve("x"), "evil");
    Files.writeString(folder.resolve("secret"), "secret");
    Files.writeString(allowed.resolve("a"), "hello");
    blobs = allowing(allowed.toUri().toString());
  }

  private static ExternalBlobs allowing(String... bases) {
    return ExternalBlobs.of(new BlobPolicy(List.of(bases)));
  }

  private static String content(ExternalBlobs blobs, String uri) {
    return new String(blobs.read(uri, (int) blobs.size(uri)), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{folder}/secret",
        "{folder}/allowed-evil/x",
        "{folder}/allowed",
        "{folder}/allowed/",
        "{folder}/allowed/../secret",
        "{folder}/allowed/%2e%2e/secret",
        "{folder}/allowed/.%2E/secret",
        "{folder}/allowed/..%2fsecret",
        "{folder}/allowed/%2e%2e%2Fsecret",
        "{folder}/allowed/..%5csecret",
        "{folder}/allowed/./../secret",
        "{folder}/allowed/%00",
        "{folder}/allowed/%ff",
        "{folder}/allowed/a?x",
        "{folder}/allowed/a#x",
        "{folder}/allowed/outward",
        "{folder}/allowed/outwards/secret",
        "file://elsewhere{path}/allowed/a",
        "file://user@localhost{path}/allowed/a",
        "file:{relative}",
        "{path}/allowed/a",
        "FILE://LOCALHOST{path}/secret",
        "s3://bucket/key",
        "https://example.org/a?token=geheim",
        "hello",
        "",
        "base64",
        "file:///a b",
        "jar:file:///x.jar!/y"
      })
  void noSpellingLeadsOut(String spelling) throws IOException {
    Files.createSymbolicLink(allowed.resolve("outward"), folder.resolve("secret"));
    Files.createSymbolicLink(allowed.resolve("outwards"), folder);
    String uri =
        spelling
            .replace("{folder}", "file://" + folder)
            .replace("{path}", folder.toString())
            .replace("{relative}", "allowed/a");
    assertThatThrownBy(() -> content(blobs, uri))
        .isInstanceOf(ExternalBlobDenied.class)
        .hasMessageNotContaining("geheim");
    assertThatThrownBy(() -> blobs.read(uri, 6)).isInstanceOf(ExternalBlobDenied.class);
  }

  @Test
  void aFileIsReadWhateverItsName() throws IOException {
    for (String name : List.of("ä b%.txt", "%2e%2e", "...", "a?#&+;=@", "\u0301", "日本")) {
      Path file = Files.writeString(allowed.resolve(name), name);
      String uri = blobs.admit(file.toUri().toString());
      assertThat(content(blobs, uri)).isEqualTo(name);
      assertThat(Path.of(java.net.URI.create(uri))).isEqualTo(file);
    }
  }

  @Test
  void oneFileHasOneSpelling() {
    String plain = "file://" + allowed + "/a";
    assertThat(
            List.of(
                blobs.admit(plain),
                blobs.admit("FILE:" + allowed + "/a"),
                blobs.admit("file://localhost" + allowed + "//%61")))
        .containsOnly(plain);
  }

  @Test
  void linksMayStayInside() throws IOException {
    Files.createSymbolicLink(allowed.resolve("link"), allowed.resolve("a"));
    Path other = Files.createSymbolicLink(folder.resolve("other"), allowed);
    ExternalBlobs linked = allowing(other.toUri().toString());
    assertThat(content(linked, "file://" + other + "/link")).isEqualTo("hello");
  }

  @Test
  @Tag("L-040")
  void onlyFilesAreRead() throws IOException {
    String here = "file://" + allowed + "/";
    Files.createDirectory(allowed.resolve("d"));
    assertThatThrownBy(() -> blobs.size(here + "missing"))
        .isInstanceOf(ExternalBlobUnavailable.class)
        .hasMessage(
            "external blob source '" + here + "missing' is unavailable: there is no such file");
    assertThatThrownBy(() -> blobs.size(here + "d"))
        .isInstanceOf(ExternalBlobUnavailable.class)
        .hasMessageContaining("it is not a file");
    assertThatThrownBy(() -> allowing("file:///dev").size("file:///dev/zero"))
        .isInstanceOf(ExternalBlobUnavailable.class);
    for (int size : new int[] {4, 6}) {
      assertThatThrownBy(() -> blobs.read(here + "a", size))
          .isInstanceOf(ExternalBlobUnavailable.class)
          .hasMessageContaining("changed");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/", "https://example.org/", "relative/", "file:///a/../b"})
  void aBaseThatCannotBeIsRefused(String base) {
    assertThatThrownBy(() -> new BlobPolicy(List.of(base)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(base);
  }
}

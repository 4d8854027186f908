package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.ExternalBlobUnavailable;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** Blobs whose content lies outside the graph, below the one folder that is allowed. */
class ExternalBlobTest {
  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node Doc { name: String @key text: String? file: Blob? cover: Blob? }
          node Scan { name: String @key page: Blob }
          edge Cites: Doc -> Doc { where: Blob? }
          """);

  @TempDir Path folder;
  private Path allowed;

  @BeforeEach
  void allow() throws IOException {
    allowed = Files.createDirectory(folder.resolve("allowed"));
    Files.writeString(folder.resolve("secret"), "secret");
    open(allowed.toUri().toString());
  }

  private void open(String... bases) {
    harness.reopen(GraphConfig.defaults().allowing(new BlobPolicy(List.of(bases))));
  }

  private String file(String name, String content) throws IOException {
    return Files.writeString(allowed.resolve(name), content).toUri().toString();
  }

  private String sparse(String name, long size) throws IOException {
    Path file = allowed.resolve(name);
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
    }
    return file.toUri().toString();
  }

  private void load(LoadMode mode, String lines) throws IOException {
    Path data = Files.writeString(folder.resolve("data.jsonl"), lines);
    harness
        .graph()
        .load(new LoadRequest(data, mode, BranchName.MAIN, Optional.empty()), LoadProgress.NONE);
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(LoadMode mode, String lines) {
    long before = harness.graph().snapshot(BranchName.MAIN).manifestVersion();
    AbstractThrowableAssert<?, ? extends Throwable> thrown =
        assertThatThrownBy(() -> load(mode, lines));
    assertThat(harness.graph().snapshot(BranchName.MAIN).manifestVersion()).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
    return thrown;
  }

  private static String doc(String name, String member, String uri) {
    return "{\"type\":\"Doc\",\"data\":{\"name\":\"%s\",\"%s\":\"%s\"}}%n"
        .formatted(name, member, uri);
  }

  private String exported() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Graph graph = harness.graph();
    graph.export(graph.snapshot(BranchName.MAIN), List.of()).ndjson(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource(
      value = LoadMode.class,
      names = {"APPEND", "MERGE"})
  @Tag("L-035")
  void insertsAndUpsertsCopyTheContent(LoadMode mode) throws IOException {
    String uri = file("ä b%.txt", "hello");
    load(
        mode,
        doc("a", "file", uri)
            + doc("b", "cover", uri.replace("file:///", "FILE://localhost/"))
            + doc("c", "file", "base64:YnllCg==")
            + doc("d", "text", "t")
            + "{\"edge\":\"Cites\",\"from\":\"a\",\"to\":\"b\",\"data\":{\"id\":\"e\",\"where\":\"%s\"}}"
                .formatted(uri));
    Files.delete(allowed.resolve("ä b%.txt"));
    harness.reopen();

    assertThat(exported())
        .contains("\"id\":\"a\",\"cover\":null,\"file\":\"base64:aGVsbG8=\"")
        .contains("\"id\":\"b\",\"cover\":\"base64:aGVsbG8=\",\"file\":null")
        .contains("\"id\":\"c\",\"cover\":null,\"file\":\"base64:YnllCg==\"")
        .contains("\"id\":\"d\",\"cover\":null,\"file\":null")
        .contains("\"where\":\"base64:aGVsbG8=\"");
  }

  @Test
  @Tag("L-036")
  void anOverwriteKeepsTheReference() throws IOException {
    String uri = file("a.txt", "hello");
    load(
        LoadMode.OVERWRITE,
        doc("a", "file", uri) + doc("b", "file", "base64:YnllCg==") + doc("c", "text", "t"));

    String lines = exported();
    assertThat(lines).contains("\"id\":\"a\",\"cover\":null,\"file\":\"" + uri + "\"");
    assertThat(harness.graph().schema().type(TypeKey.node("Doc"))).isPresent();
    harness.reopen();
    assertThat(exported()).as("an export follows nothing").isEqualTo(lines);
    open(allowed.toUri().toString());
    load(LoadMode.OVERWRITE, lines);
    assertThat(exported()).as("what it wrote can be loaded").isEqualTo(lines);
  }

  @Test
  @Tag("L-038")
  void referencesAreCountedOverAllTypes() throws IOException {
    String uri = file("a", "x");
    load(LoadMode.OVERWRITE, many("Doc", "file", 4_096, uri) + many("Scan", "page", 4_096, uri));
    String missing = allowed.resolve("missing").toUri().toString();
    refused(
            LoadMode.OVERWRITE,
            many("Doc", "file", 4_096, missing) + many("Scan", "page", 4_097, missing))
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("external Blob reference cells: limit 8192, actual 8193");
  }

  private static String many(String type, String member, int count, String uri) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"type\":\"%s\",\"data\":{\"name\":\"%d\",\"%s\":\"%s\"}}"
                    .formatted(type, i, member, uri))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @Test
  @Tag("L-037")
  void contentIsCountedOverAllTypes() throws IOException {
    String half = sparse("half", 16L << 20);
    String more = sparse("more", (16L << 20) + 1);
    String lines =
        doc("a", "file", half)
            + "{\"type\":\"Scan\",\"data\":{\"name\":\"s\",\"page\":\"%s\"}}".formatted(more);
    refused(LoadMode.APPEND, lines)
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContaining("external blob payload bytes: limit 33554432, actual 33554433");
    refused(LoadMode.MERGE, doc("a", "file", more) + doc("b", "file", more))
        .as("one target, two cells")
        .isInstanceOf(ResourceLimitExceeded.class);
    load(LoadMode.OVERWRITE, lines);
    load(LoadMode.APPEND, doc("b", "file", half));
  }

  @Test
  @Tag("L-040")
  void contentThatIsNotThereIsNamed() throws IOException {
    String missing = allowed.resolve("missing").toUri().toString();
    for (LoadMode mode : LoadMode.values()) {
      refused(mode, doc("a", "file", missing))
          .isInstanceOf(ExternalBlobUnavailable.class)
          .hasMessage(
              "external blob source '" + missing + "' is unavailable: there is no such file");
      refused(mode, doc("a", "file", Files.createDirectories(allowed.resolve("d")).toUri() + ""))
          .isInstanceOf(ExternalBlobUnavailable.class)
          .hasMessageContaining("it is not a file");
    }
  }

  @Test
  @Tag("L-039")
  void nothingIsFollowedWithoutBeingAllowed() throws IOException {
    String uri = file("a.txt", "hello");
    harness.reopen();
    for (LoadMode mode : LoadMode.values()) {
      refused(mode, doc("a", "text", "t") + doc("b", "file", uri))
          .isInstanceOf(ExternalBlobDenied.class)
          .hasMessageContaining(uri)
          .hasMessageContaining("data.jsonl line 2: Doc.file")
          .hasMessageContaining("--allow-blob-base");
    }
  }

  @Test
  void aLinkThatLeadsOutIsFollowedInNoMode() throws IOException {
    Files.createSymbolicLink(allowed.resolve("outward"), folder.resolve("secret"));
    String uri = allowed.toUri() + "outward";
    for (LoadMode mode : LoadMode.values()) {
      refused(mode, doc("a", "file", uri))
          .isInstanceOf(ExternalBlobDenied.class)
          .hasMessageContaining("leads out of the allowed bases");
    }
  }

  @Test
  void aLongUriIsRefused() throws IOException {
    String uri = "file://" + allowed + "/" + "x".repeat(64 << 10);
    refused(LoadMode.APPEND, doc("a", "file", uri))
        .isInstanceOf(ResourceLimitExceeded.class)
        .satisfies(
            e -> assertThat(((GraphException) e).getMessage()).contains("external Blob URI bytes"));
  }
}

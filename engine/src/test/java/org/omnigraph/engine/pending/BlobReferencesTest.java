package org.omnigraph.engine.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.ExternalBlobUnavailable;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.TypeKey;

/** What blobs refer to is counted first, then read, each target once. */
class BlobReferencesTest {
  private static final int HELD_ROWS = 8_192;
  private static final long BYTES = 32L << 20;

  @TempDir Path root;
  private StagingFixture graph;

  @BeforeEach
  void open() {
    graph = new StagingFixture(root, "node Doc { name: String @key text: String? file: Blob? }");
  }

  @AfterEach
  void close() {
    graph.close();
  }

  private static String[] names() {
    return IntStream.range(0, HELD_ROWS).mapToObj(i -> "n" + i).toArray(String[]::new);
  }

  /** The folder of a test, and how often it was looked into. */
  private static final class Watched implements ExternalBlobs {
    private final ExternalBlobs files;
    int probes;
    int reads;

    Watched(Path base) {
      files = ExternalBlobs.of(new BlobPolicy(List.of(base.toUri().toString())));
    }

    @Override
    public String admit(String uri) {
      return files.admit(uri);
    }

    @Override
    public long size(String uri) {
      probes++;
      return files.size(uri);
    }

    @Override
    public byte[] read(String uri, int size) {
      reads++;
      return files.read(uri, size);
    }
  }

  private String sparse(String name, long size) throws IOException {
    Path file = root.resolve(name);
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(size);
    }
    return file.toUri().toString();
  }

  @Test
  @Tag("L-037")
  void nothingThatBlobsReferToIsReadBeforeAllOfItIsCounted() throws IOException {
    Watched files = new Watched(root);
    String half = sparse("half", 16L << 20);
    String more = sparse("more", (16L << 20) + 1);
    try (MutationStaging staging = graph.staging(Budget.KEYED, files)) {
      graph.add(
          staging,
          "node:Doc",
          WriteMode.INSERT,
          graph.batch().text("name", "a").text("file", half));
      graph.add(
          staging,
          "node:Doc",
          WriteMode.INSERT,
          graph.batch().text("name", "b").text("file", more));
      assertThatThrownBy(staging::copyExternalBlobs).isInstanceOf(ResourceLimitExceeded.class);
      assertThat(files.probes).isEqualTo(2);
      assertThat(files.reads).isZero();
    }
  }

  @Test
  void oneTargetIsProbedAndReadOnceWhateverItsSpelling() throws IOException {
    Watched files = new Watched(root);
    String uri = sparse("a b", 3);
    try (MutationStaging staging = graph.staging(Budget.KEYED, files)) {
      graph.add(
          staging,
          "node:Doc",
          WriteMode.INSERT,
          graph
              .batch()
              .text("name", "a", "b", "c", "d")
              .text("file", uri, uri.replace("file:", "FILE:"), null, "base64:AAAA"));
      staging.copyExternalBlobs();
      staging.copyExternalBlobs();
      assertThat(files.probes).isEqualTo(1);
      assertThat(files.reads).isEqualTo(1);
      assertThat(graph.rows(staging, "node:Doc"))
          .extracting(row -> blob(row.get(1)))
          .containsExactly("3", "3", "null", "3");
    }
  }

  private static String blob(Object cell) {
    return cell == null ? "null" : "" + ((byte[]) ((Map<?, ?>) cell).get("data")).length;
  }

  @Test
  void rowsThatBecomeFilesTakeTheContentAlong() throws IOException {
    Watched files = new Watched(root);
    String uri = sparse("a", 3);
    try (MutationStaging staging = graph.staging(Budget.BULK, files)) {
      graph.add(
          staging, "node:Doc", WriteMode.INSERT, graph.batch().text("name", "a").text("file", uri));
      graph.add(staging, "node:Doc", WriteMode.INSERT, graph.batch().text("name", names()));
      Files.delete(root.resolve("a"));
      staging.copyExternalBlobs();
      assertThat(staging.changeSet().of(TypeKey.node("Doc")).orElseThrow().rows())
          .isInstanceOf(ChangeSet.Rows.InFragments.class);
      assertThat(files.reads).isEqualTo(1);
      String other = sparse("b", BYTES - 2);
      assertThatThrownBy(
              () ->
                  graph.add(
                      staging,
                      "node:Doc",
                      WriteMode.INSERT,
                      graph.batch().text("name", "b").text("file", other)))
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("actual " + (BYTES + 1));
      assertThat(files.reads).isEqualTo(1);
    }
  }

  @Test
  @Tag("L-038")
  void referencesThatStayAreProbedAtTheEnd() throws IOException {
    Watched files = new Watched(root);
    String missing = root.resolve("missing").toUri().toString();
    try (MutationStaging staging = graph.staging(Budget.STREAM, files)) {
      graph.add(
          staging,
          "node:Doc",
          WriteMode.REPLACE,
          graph.batch().text("name", "a", "b").text("file", missing, missing));
      assertThat(files.probes).isZero();
      assertThatThrownBy(staging::copyExternalBlobs).isInstanceOf(ExternalBlobUnavailable.class);
      assertThat(files.probes).isEqualTo(1);
    }
  }
}

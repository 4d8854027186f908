package org.omnigraph.engine.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.TypeKey;

/** A staging holds what it may, streams what it must, and charges before it keeps. */
class StagingTest {
  private static final int CAP = 8_192;
  private static final long BYTES = 32L << 20;
  private static final String SCHEMA =
      """
      node Doc { name: String @key text: String? file: Blob? }
      node Tag { label: String }
      node Word { name: String @key }
      edge Has: Doc -> Tag
      """;

  @TempDir Path root;
  private StagingFixture graph;

  @BeforeEach
  void open() {
    graph = new StagingFixture(root, SCHEMA);
  }

  @AfterEach
  void close() {
    graph.close();
  }

  private TestBatch docs(int from, int to) {
    return graph.batch().text("name", names(from, to));
  }

  private TestBatch tags(int from, int to) {
    return graph.batch().text("label", names(from, to));
  }

  private static String[] names(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "n" + i).toArray(String[]::new);
  }

  private static ChangeSet.Rows rowsOf(MutationStaging staging, String key) {
    return staging.changeSet().of(TypeKey.parse(key)).orElseThrow().rows();
  }

  // ---- the keyed budget

  @Test
  @Tag("L-011")
  @Tag("L-013")
  void aKeyedRequestTakesItsLimitOfRowsOfEachType() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Doc", WriteMode.INSERT, docs(0, CAP));
      graph.add(staging, "node:Tag", WriteMode.INSERT, graph.batch().text("label", names(0, CAP)));
      assertThat(rowsOf(staging, "node:Doc")).isInstanceOf(ChangeSet.Rows.InMemory.class);
      assertThat(staging.changeSet().rowCounts())
          .containsEntry(TypeKey.node("Doc"), (long) CAP)
          .containsEntry(TypeKey.node("Tag"), (long) CAP);
      assertThatThrownBy(() -> graph.add(staging, "node:Doc", WriteMode.INSERT, docs(CAP, CAP + 1)))
          .isInstanceOfSatisfying(
              ResourceLimitExceeded.class,
              e -> {
                assertThat(e.resource()).isEqualTo("keyed entities for node:Doc");
                assertThat(e.limit()).isEqualTo(CAP);
                assertThat(e.actual()).isEqualTo(CAP + 1);
              });
      assertThat(staging.changeSet().rowCounts()).containsEntry(TypeKey.node("Doc"), (long) CAP);
    }
  }

  @Test
  @Tag("L-014")
  void aKeyedRequestTakesItsLimitOfBytes() {
    // One row: 4 validity bytes, 8 bytes of offsets for each of two texts and the id, the blob's
    // 3 validity bytes and 24 offset bytes, and the name twice.
    int overhead = 3 * (1 + 8) + 3 + 24 + 2;
    String fits = "x".repeat((int) BYTES - overhead);
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(
          staging,
          "node:Doc",
          WriteMode.INSERT,
          graph.batch().text("name", "n").text("text", fits));
    }
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      assertThatThrownBy(
              () ->
                  graph.add(
                      staging,
                      "node:Doc",
                      WriteMode.INSERT,
                      graph.batch().text("name", "n").text("text", fits + "x")))
          .isInstanceOfSatisfying(
              ResourceLimitExceeded.class,
              e -> {
                assertThat(e.resource()).isEqualTo("keyed entity bytes for node:Doc");
                assertThat(e.limit()).isEqualTo(BYTES);
                assertThat(e.actual()).isEqualTo(BYTES + 1);
              });
      assertThat(staging.isEmpty()).isTrue();
    }
  }

  @Test
  @Tag("L-015")
  void aSmallDictionaryThatSpellsMuchTextIsChargedBeforeItIsUnfolded() {
    try (VarCharVector words = new VarCharVector("words", graph.allocator);
        VarCharVector plain = new VarCharVector("name", graph.allocator)) {
      byte[] word = "y".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
      words.setSafe(0, word);
      words.setValueCount(1);
      plain.setSafe(0, word);
      plain.setValueCount(1);
      Dictionary dictionary =
          new Dictionary(words, new DictionaryEncoding(1, false, new ArrowType.Int(32, true)));
      FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      encoded.setValueCount(8_000);
      for (int i = 0; i < 8_000; i++) {
        encoded.getDataBuffer().setInt(4L * i, 0);
      }
      encoded.getValidityBuffer().setOne(0, 1_000);
      long before = graph.allocator.getPeakMemoryAllocation();
      try (VectorSchemaRoot batch = new VectorSchemaRoot(List.of(encoded));
          MutationStaging staging = graph.staging(Budget.KEYED)) {
        batch.setRowCount(8_000);
        RowSink sink = staging.rows(TypeKey.node("Doc"), WriteMode.UPSERT);
        sink.open(batch.getSchema());
        assertThatThrownBy(
                () -> sink.add(batch, new MapDictionaryProvider(dictionary), row -> "row " + row))
            .isInstanceOf(ResourceLimitExceeded.class)
            .hasMessageContaining("keyed entity bytes for node:Doc");
      }
      assertThat(graph.allocator.getPeakMemoryAllocation() - before).isLessThan(8L << 20);
    }
  }

  @Test
  @Tag("L-016")
  void decodedBlobsAreChargedInEveryModeBeforeTheyAreDecoded() {
    String half = "base64:" + Base64.getEncoder().encodeToString(new byte[16 << 20]);
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      RowSink sink = staging.rows(TypeKey.node("Doc"), WriteMode.REPLACE);
      try (VectorSchemaRoot all =
              graph.batch().text("name", "a", "b").text("file", half, half).build();
          VectorSchemaRoot more =
              graph.batch().text("name", "c").text("file", "base64:AA==").build()) {
        sink.open(all.getSchema());
        sink.add(all, new MapDictionaryProvider(), RowPlaces.numbered("", 0));
        assertThatThrownBy(
                () -> sink.add(more, new MapDictionaryProvider(), RowPlaces.numbered("", 2)))
            .isInstanceOfSatisfying(
                ResourceLimitExceeded.class,
                e -> {
                  assertThat(e.resource()).isEqualTo("decoded blob bytes for node:Doc");
                  assertThat(e.actual()).isEqualTo(BYTES + 1);
                });
      }
    }
  }

  @Test
  @Tag("L-012")
  void aReplacementIsNotBoundByTheKeyedBudget() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Doc", WriteMode.REPLACE, docs(0, 20_000));
      assertThat(rowsOf(staging, "node:Doc").count()).isEqualTo(20_000);
    }
  }

  // ---- the bulk budget

  @Test
  void aBulkRequestStaysInMemoryWhileItIsSmall() {
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      graph.add(staging, "node:Tag", WriteMode.INSERT, tags(0, CAP));
      assertThat(rowsOf(staging, "node:Tag")).isInstanceOf(ChangeSet.Rows.InMemory.class);
      graph.add(staging, "node:Tag", WriteMode.INSERT, tags(CAP, CAP + 10));
      assertThat(rowsOf(staging, "node:Tag")).isInstanceOf(ChangeSet.Rows.InFragments.class);
      graph.add(staging, "node:Tag", WriteMode.INSERT, tags(CAP + 10, CAP + 20));
      assertThat(graph.rows(staging, "node:Tag"))
          .extracting(row -> row.get(1))
          .isEqualTo(List.of((Object[]) names(0, CAP + 20)));
      assertThatCode(() -> graph.validate(staging)).doesNotThrowAnyException();
    }
  }

  @Test
  void aBulkBudgetIsThatOfTheWholeRequest() {
    Budget tiny = new Budget("bulk", 10, 1 << 20, true, "split the input");
    try (MutationStaging staging = graph.staging(tiny)) {
      graph.add(staging, "node:Doc", WriteMode.INSERT, docs(0, 6));
      assertThatThrownBy(
              () ->
                  graph.add(
                      staging,
                      "node:Tag",
                      WriteMode.INSERT,
                      graph.batch().text("label", names(0, 5))))
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessage(
              "resource limit exceeded for bulk entities: limit 10, actual 11; split the input");
      graph.add(staging, "node:Tag", WriteMode.INSERT, graph.batch().text("label", names(0, 4)));
    }
  }

  @Test
  void aLargeUpsertTakesEachIdOnce() {
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      assertThatThrownBy(
              () -> graph.add(staging, "node:Word", WriteMode.UPSERT, docs(0, CAP), docs(7, 9)))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("node:Word gets id 'n7' a second time (first at Word.csv row 8)");
      assertThatThrownBy(staging::changeSet).isInstanceOf(InvalidRequest.class);
    }
  }

  @Test
  void aLaterInputTakesThePlaceOfRowsOfALargeUpsert() {
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      graph.add(staging, "node:Word", WriteMode.UPSERT, docs(0, CAP));
      graph.add(staging, "node:Word", WriteMode.UPSERT, docs(7, 9), docs(CAP, CAP + 2));
      graph.add(staging, "node:Word", WriteMode.UPSERT, docs(8, 9));
      assertThat(graph.rows(staging, "node:Word"))
          .hasSize(CAP + 2)
          .extracting(row -> row.get(0))
          .doesNotHaveDuplicates();
      graph.validate(staging);
    }
  }

  // ---- modes and life

  @Test
  void aLargeUpsertOfBlobsWritesEachRowOnce() {
    try (MutationStaging staging = graph.staging(Budget.BULK)) {
      graph.add(staging, "node:Doc", WriteMode.UPSERT, docs(0, CAP));
      graph.add(staging, "node:Doc", WriteMode.UPSERT, docs(CAP, CAP + 1));
      assertThat(rowsOf(staging, "node:Doc")).isInstanceOf(ChangeSet.Rows.InFragments.class);
      assertThat(rowsOf(staging, "node:Doc").count()).isEqualTo(CAP + 1);
      assertThatThrownBy(() -> graph.add(staging, "node:Doc", WriteMode.UPSERT, docs(7, 8)))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("rows of node:Doc, and those that have a Blob wait in files");
    }
  }

  @Test
  @Tag("L-007")
  void anEmptyReplacementIsAChangeAndAnEmptyInsertIsNone() {
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      staging.rows(TypeKey.node("Tag"), WriteMode.INSERT);
      assertThat(staging.isEmpty()).isTrue();
      staging.rows(TypeKey.node("Doc"), WriteMode.REPLACE);
      assertThat(staging.isEmpty()).isFalse();
      assertThat(staging.changeSet().changes()).containsOnlyKeys(TypeKey.node("Doc"));
      assertThat(rowsOf(staging, "node:Doc").count()).isZero();
      assertThatCode(() -> graph.validate(staging)).doesNotThrowAnyException();
    }
  }

  @Test
  void oneRequestWritesATypeInOneWay() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Doc", WriteMode.INSERT, docs(0, 1));
      assertThatThrownBy(() -> staging.rows(TypeKey.node("Doc"), WriteMode.REPLACE))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("node:Doc is written as INSERT already");
      assertThatThrownBy(() -> staging.rows(TypeKey.node("Nope"), WriteMode.INSERT))
          .isInstanceOf(NotFound.class)
          .hasMessageContaining("node:Doc");
    }
  }

  @Test
  void aReplacementIsTheOnlyStatementOnItsType() {
    for (WriteMode later : WriteMode.values()) {
      try (MutationStaging staging = graph.staging(Budget.BULK)) {
        graph.add(staging, "node:Doc", WriteMode.REPLACE, docs(0, 2));
        assertThatThrownBy(() -> staging.rows(TypeKey.node("Doc"), later))
            .as("%s after REPLACE", later)
            .isInstanceOf(InvalidRequest.class)
            .hasMessageContaining("node:Doc is written as REPLACE already")
            .hasMessageContaining("only statement")
            .hasMessageContaining("commit before");
        assertThatThrownBy(
                () -> {
                  graph.add(staging, "node:Tag", later, tags(0, 1));
                  staging.rows(TypeKey.node("Tag"), WriteMode.REPLACE);
                })
            .as("REPLACE after %s", later)
            .isInstanceOf(InvalidRequest.class)
            .hasMessageContaining("only statement");
        assertThat(rowsOf(staging, "node:Doc").count()).isEqualTo(2);
      }
    }
  }

  @Test
  void anInputThatFailsHalfWaySpoilsTheRequest() {
    try (MutationStaging staging = graph.staging(Budget.KEYED);
        VectorSchemaRoot good = docs(0, 2).build();
        VectorSchemaRoot bad = graph.batch().text("name", "x", null).build()) {
      RowSink sink = staging.rows(TypeKey.node("Doc"), WriteMode.INSERT);
      sink.open(good.getSchema());
      sink.add(good, new MapDictionaryProvider(), RowPlaces.numbered("", 0));
      assertThatThrownBy(
              () -> sink.add(bad, new MapDictionaryProvider(), RowPlaces.numbered("", 2)))
          .hasMessage("row 4: required property Doc.name is null");
      assertThatThrownBy(staging::changeSet)
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("row 4: required property Doc.name is null");
    }
  }

  @Test
  void anInputThatFailsAtItsFirstBatchLeavesTheOthers() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Doc", WriteMode.INSERT, docs(0, 2));
      assertThatThrownBy(
              () ->
                  graph.add(
                      staging, "node:Doc", WriteMode.INSERT, graph.batch().text("name", "x", null)))
          .isInstanceOf(InvalidRequest.class);
      assertThat(rowsOf(staging, "node:Doc").count()).isEqualTo(2);
    }
  }

  @Test
  void closingRemovesTheFilesThatNobodyTookOver() throws IOException {
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Doc", WriteMode.REPLACE, docs(0, 5));
      staging.changeSet();
      assertThat(dataFiles()).isNotEmpty();
    }
    assertThat(dataFiles()).isEmpty();
    try (MutationStaging staging = graph.staging(Budget.STREAM)) {
      graph.add(staging, "node:Doc", WriteMode.REPLACE, docs(0, 5));
      staging.changeSet();
      staging.handOver();
    }
    assertThat(dataFiles()).isNotEmpty();
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".lance"))
          .filter(Files::isRegularFile)
          .toList();
    }
  }

  @Test
  void manySmallInputsAndChangeSetsGrowNothingButTheRows() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Doc", WriteMode.UPSERT, docs(0, 1));
      long before = staging.changeSet().facts().stateBytes();
      for (int i = 0; i < 200; i++) {
        graph.add(staging, "node:Doc", WriteMode.UPSERT, docs(0, 1));
        staging.changeSet();
      }
      assertThat(rowsOf(staging, "node:Doc").count()).isEqualTo(1);
      assertThat(staging.changeSet().facts().stateBytes()).isLessThan(before + (1 << 20));
    }
  }
}

package org.omnigraph.engine.pending.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.key.KeyRange;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.SchemaCompiler;

/** What validation keeps of a row stays below 64 bytes, counted and measured. */
class MemoryPerRowTest {
  private static final int ROWS = 1_000_000;
  private static final int BATCH = 50_000;
  private static final AcceptedSchema SCHEMA =
      SchemaCompiler.accept(
              """
              node Flight { key: String @key }
              edge Next: Flight -> Flight @card(0..1)
              """,
              "01ARZ3NDEKTSV4RRFFQ69G5FAV")
          .accepted();
  private static final GraphType FLIGHT = SCHEMA.node("Flight").orElseThrow();
  private static final EdgeType NEXT = SCHEMA.edge("Next").orElseThrow();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMillionNodesAndAMillionEdgesTakeLessThan64BytesEach(boolean nodesFirst) {
    RowFacts facts = new RowFacts(Long.MAX_VALUE);
    long before = usedHeap();
    try (BufferAllocator allocator = new RootAllocator()) {
      TypeFacts nodes = facts.begin(FLIGHT, row -> "");
      TypeFacts edges = facts.begin(NEXT, row -> "");
      for (int pass = 0; pass < 2; pass++) {
        boolean isNodes = (pass == 0) == nodesFirst;
        for (int from = 0; from < ROWS; from += BATCH) {
          if (isNodes) {
            observe(nodes, allocator, from, "key");
          } else {
            observe(edges, allocator, from, "src", "dst");
          }
        }
      }
      assertThat(nodes.duplicateId()).isEmpty();
      assertThat(edges.edges().orElseThrow().overflow()).isEmpty();
    }
    assertThat(facts.nodes("Flight").stagedCount()).isEqualTo(ROWS);
    assertThat(facts.stateBytes()).isLessThan(2L * ROWS * 64);
    assertThat(usedHeap() - before).isLessThan(2L * ROWS * 64);
    assertThat(facts.stateBytes()).isPositive();
  }

  private static void observe(
      TypeFacts facts, BufferAllocator allocator, int from, String... columns) {
    try (VectorSchemaRoot batch =
        VectorSchemaRoot.create(PhysicalSchema.of(facts.type()), allocator)) {
      for (String column : columns) {
        fill((VarCharVector) batch.getVector(column), from);
      }
      fill((VarCharVector) batch.getVector("id"), from);
      batch.setRowCount(BATCH);
      facts.observe(batch, RowPlaces.numbered("f", from), facts.type() == NEXT);
    }
  }

  private static void fill(VarCharVector vector, int from) {
    vector.allocateNew(BATCH * 25L, BATCH);
    byte[] key = "2013-01-01-UA-00000000000".getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < BATCH; i++) {
      int rest = from + i;
      for (int digit = key.length - 1; digit >= key.length - 11; digit--) {
        key[digit] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      vector.setSafe(i, key);
    }
  }

  private static long usedHeap() {
    long used = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }

  @Test
  void stateBeyondItsLimitIsDroppedAndOnlyPlacesStay() {
    RowFacts facts = new RowFacts(1 << 20);
    try (BufferAllocator allocator = new RootAllocator()) {
      TypeFacts nodes = facts.begin(FLIGHT, row -> "");
      observe(nodes, allocator, 0, "key");
      observe(nodes, allocator, BATCH, "key");
      assertThat(facts.isPartial()).isTrue();
      assertThat(facts.stateBytes()).isZero();
      assertThat(nodes.ids().size()).isZero();
      assertThat(nodes.places().of(BATCH + 1)).isEqualTo("f row " + (BATCH + 2));
      assertThatThrownBy(facts::requireWhole)
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("validation state bytes");
    }
  }

  /** Every key lies in one range, and a range takes its share. */
  @Test
  void factsOfARangeKnowItsKeysOnly() {
    RowFacts all = new RowFacts(100);
    int known = 0;
    try (BufferAllocator allocator = new RootAllocator()) {
      for (int i = 0; i < 4; i++) {
        RowFacts range = all.ofRange(new KeyRange(4, i));
        TypeFacts nodes = range.begin(FLIGHT, row -> "");
        observe(nodes, allocator, 0, "key");
        assertThat(nodes.ids().size()).isBetween(BATCH / 5, BATCH / 3);
        known += nodes.ids().size();
      }
    }
    assertThat(known).isEqualTo(BATCH);
  }

  @Test
  void aRangeThatTakesTooMuchIsRefused() {
    RowFacts range = new RowFacts(100).ofRange(new KeyRange(2, 0));
    try (BufferAllocator allocator = new RootAllocator()) {
      TypeFacts nodes = range.begin(FLIGHT, row -> "");
      assertThatThrownBy(
              () -> {
                for (int from = 0; from < ROWS; from += BATCH) {
                  observe(nodes, allocator, from, "key");
                }
              })
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("validation state bytes");
    }
  }
}

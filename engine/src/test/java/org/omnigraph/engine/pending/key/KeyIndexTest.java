package org.omnigraph.engine.pending.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;

/** The index of hashes behaves as a map from keys to their order of appearance. */
class KeyIndexTest {
  @Test
  void itAgreesWithAMap() {
    Random random = new Random(3);
    KeyIndex index = new KeyIndex(new StateMemory(Long.MAX_VALUE));
    KeyHasher hasher = new KeyHasher();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      String key = Integer.toString(random.nextInt(60_000));
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      hasher.hash(bytes, bytes.length);
      Integer there = expected.get(key);
      assertThat(index.find(hasher)).isEqualTo(there == null ? KeyIndex.ABSENT : there);
      if (random.nextBoolean()) {
        assertThat(index.add(hasher)).isEqualTo(there == null ? KeyIndex.ABSENT : there);
        expected.putIfAbsent(key, expected.size());
      }
    }
    assertThat(index.size()).isEqualTo(expected.size());
  }

  @Test
  void keysThatComeInTheOrderOfTheFirstTimeKeepTheirNumbers() {
    KeyIndex index = new KeyIndex(new StateMemory(Long.MAX_VALUE));
    KeyHasher hasher = new KeyHasher();
    for (int i = 0; i < 5_000; i++) {
      assertThat(index.add(hashOf(hasher, i))).isEqualTo(KeyIndex.ABSENT);
    }
    for (int step : new int[] {1, 2, 3, 0, -1}) {
      for (int i = 0; i < 5_000; i++) {
        int key = Math.floorMod(i * step, 5_000);
        assertThat(index.find(hashOf(hasher, key))).isEqualTo(key);
        assertThat(index.add(hashOf(hasher, key))).isEqualTo(key);
      }
      assertThat(index.find(hashOf(hasher, 5_000))).isEqualTo(KeyIndex.ABSENT);
    }
    assertThat(index.size()).isEqualTo(5_000);
  }

  private static KeyHasher hashOf(KeyHasher hasher, int key) {
    byte[] bytes = Integer.toString(key).getBytes(StandardCharsets.UTF_8);
    return hasher.hash(bytes, bytes.length);
  }

  @Test
  void aRunOfValuesHasTheHashesOfItsValues() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (BufferAllocator allocator = new RootAllocator();
        VarCharVector texts = new VarCharVector("text", allocator);
        IntVector numbers = new IntVector("number", allocator)) {
      int rows = 3_000;
      texts.allocateNew(rows * 20L, rows);
      numbers.allocateNew(rows);
      for (int i = 0; i < rows; i++) {
        byte[] text = new byte[random.nextInt(40)];
        random.nextBytes(text);
        texts.setSafe(i, text);
        numbers.set(i, random.nextInt());
      }
      texts.setValueCount(rows);
      numbers.setValueCount(rows);
      for (FieldVector vector : List.of(texts, numbers)) {
        KeyColumn column = KeyColumn.of(vector);
        KeyTuple tuple = new KeyTuple(List.of(vector));
        KeyHashes run = new KeyHashes();
        KeyHashes tuples = new KeyHashes();
        KeyHasher one = new KeyHasher();
        ByteBuilder bytes = new ByteBuilder();
        int count;
        for (int from = 0; from < rows; from += count) {
          count = run.fill(column, from, rows);
          assertThat(tuples.fill(tuple, from, rows)).isEqualTo(count);
          for (int i = 0; i < count; i++) {
            column.appendIdentity(from + i, bytes.clear());
            one.hash(bytes);
            assertThat(new long[] {run.high(i), run.low(i)})
                .as("row %s of %s, seed %s", from + i, vector.getName(), seed)
                .containsExactly(one.high(), one.low());
            assertThat(new long[] {tuples.high(i), tuples.low(i)})
                .containsExactly(one.high(), one.low());
            assertThat(run.text(i).text(0)).isEqualTo(column.text(from + i));
          }
        }
      }
    }
  }

  @Test
  void everyLengthAndEveryByteCounts() {
    KeyIndex index = new KeyIndex(new StateMemory(Long.MAX_VALUE));
    KeyHasher hasher = new KeyHasher();
    byte[] bytes = new byte[64];
    for (int length = 0; length <= 64; length++) {
      assertThat(index.add(hasher.hash(bytes, length))).isEqualTo(KeyIndex.ABSENT);
      for (int i = 0; i < length; i++) {
        bytes[i] = 1;
        assertThat(index.add(hasher.hash(bytes, length))).isEqualTo(KeyIndex.ABSENT);
        bytes[i] = 0;
      }
    }
  }

  @Test
  void textsAreKeptAcrossChunks() {
    TextTable texts = new TextTable(new StateMemory(Long.MAX_VALUE));
    Map<Integer, String> expected = new HashMap<>();
    Random random = new Random(5);
    for (int number = 0; number < 3_000; number += 1 + random.nextInt(3)) {
      String text = "ü".repeat(random.nextInt(200));
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      texts.put(number, utf8, utf8.length);
      expected.put(number, text);
    }
    for (int number = 0; number < 3_000; number++) {
      assertThat(texts.get(number).orElse(null)).isEqualTo(expected.get(number));
    }
  }
}

package org.omnigraph.engine.pending.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
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

package org.omnigraph.query.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
  private static final long MIB = 1 << 20;

  @Test
  void oneAloneHasAllThatOneMayAndOthersLessAndLess() {
    Shares shares = new Shares(4_096 * MIB, 1_024 * MIB, 32);

    assertThat(taken(shares, 6)).containsExactly(1_024L, 512L, 512L, 256L, 256L, 128L);
  }

  @Test
  void allHaveWhatOneMayWhereThereIsRoom() {
    Shares shares = new Shares(1_024 * MIB, 32 * MIB, 32);

    assertThat(taken(shares, 32)).containsOnly(32L);
  }

  @Test
  void whoeverIsLeftGrows() {
    Shares shares = new Shares(512 * MIB, 128 * MIB, 8);
    Shares.Share first = shares.take();
    List<Shares.Share> others = new ArrayList<>();
    while (others.size() < 7) {
      others.add(shares.take());
    }
    Shares.Share last = others.get(6);
    assertThat(last.bytes()).isLessThan(128 * MIB);

    shares.give(first);
    List<Shares.Share> grown = List.of();
    for (Shares.Share other : others.subList(0, 6)) {
      grown = shares.give(other);
    }

    assertThat(grown).isSubsetOf(last);
    assertThat(last.bytes()).isEqualTo(128 * MIB);
    assertThat(shares.give(last)).isEmpty();
    assertThat(shares.take().bytes()).isEqualTo(128 * MIB);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theSumIsNeverMoreThanTheWhole(long seed) {
    Random random = new Random(seed);
    long all = (16 + random.nextInt(4_080)) * MIB;
    long most = Math.min(all, (16 + random.nextInt(2_000)) * MIB);
    int statements = 1 + random.nextInt(40);
    Shares shares = new Shares(all, most, statements);
    List<Shares.Share> running = new ArrayList<>();
    for (int step = 0; step < 2_000; step++) {
      if (random.nextBoolean() && running.size() < statements) {
        running.add(shares.take());
      } else if (!running.isEmpty()) {
        shares.give(running.remove(random.nextInt(running.size())));
      }
      assertThat(running.stream().mapToLong(Shares.Share::bytes).sum()).isLessThanOrEqualTo(all);
      assertThat(running).allMatch(share -> share.bytes() > 0 && share.bytes() <= most);
    }
  }

  private static List<Long> taken(Shares shares, int count) {
    List<Long> bytes = new ArrayList<>();
    while (bytes.size() < count) {
      bytes.add(shares.take().bytes() / MIB);
    }
    return bytes;
  }
}

package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandleTableTest {
  private final ManualClock clock = new ManualClock();
  private final List<String> dropped = new ArrayList<>();
  private final Handles<String> handles =
      new Handles<>(3, Duration.ofMinutes(10), clock, dropped::add);

  @Test
  void theOneUnusedForLongestGoesWhenTheTableIsFull() {
    String a = handles.add("a");
    String b = handles.add("b");
    handles.add("c");
    handles.find(a);
    handles.add("d");

    assertThat(handles.find(b)).isEmpty();
    assertThat(handles.find(a)).contains("a");
    assertThat(dropped).containsExactly("b");
  }

  @Test
  void whatIsUsedNowAndThenDoesNotExpire() {
    String a = handles.add("a");
    String b = handles.add("b");
    clock.advance(Duration.ofMinutes(9));
    handles.find(a);
    clock.advance(Duration.ofMinutes(9));
    handles.expire();

    assertThat(handles.find(a)).contains("a");
    assertThat(handles.find(b)).isEmpty();
    assertThat(dropped).containsExactly("b");
  }

  @Test
  void someKindsGoSooner() {
    String a = handles.add("a");
    handles.add("b");
    handles.add("c");
    clock.advance(Duration.ofMinutes(1));
    handles.find(a);

    assertThat(handles.dropIf(thing -> !thing.equals("c"), Duration.ofMinutes(1))).isTrue();
    assertThat(dropped).containsExactly("b");
    assertThat(handles.dropIf(thing -> !thing.equals("c"), Duration.ofMinutes(1))).isFalse();
  }

  @Test
  void droppingTwiceIsHarmless() {
    String a = handles.add("a");

    assertThat(handles.drop(a)).isTrue();
    assertThat(handles.drop(a)).isFalse();
    assertThat(dropped).containsExactly("a");
  }

  @Test
  void idsAre128BitsAndNeverTheSame() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      ids.add(RandomId.next());
    }
    assertThat(ids).hasSize(1000).allMatch(id -> id.matches("[0-9a-f]{32}"));
  }
}

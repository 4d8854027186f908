package org.omnigraph.query;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.omnigraph.engine.GraphConfig;

/** A clock that tests move. */
final class MovedClock extends Clock {
  private Instant now;

  MovedClock(String start) {
    this.now = Instant.parse(start);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public Instant instant() {
    return now;
  }

  void forward(Duration time) {
    now = now.plus(time);
  }

  /** The usual configuration of a graph with this clock. */
  GraphConfig config() {
    GraphConfig usual = GraphConfig.defaults();
    return new GraphConfig(
        usual.readOnly(),
        usual.memoryLimit(),
        usual.storageOptions(),
        this,
        usual.ids(),
        usual.blobs(),
        usual.bulk(),
        usual.validationState());
  }
}

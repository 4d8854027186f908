package org.omnigraph.engine.pending.statement;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A literal value of a property. What the property's type cannot hold is refused when it is set.
 */
public sealed interface Value {
  record Null() implements Value {}

  record Text(String value) implements Value {}

  record Bool(boolean value) implements Value {}

  record Int64(long value) implements Value {}

  /** An unsigned 64-bit value in its bits. */
  record Unsigned(long bits) implements Value {}

  record Float64(double value) implements Value {}

  /** Days since the epoch. */
  record Date(int days) implements Value {}

  /** Milliseconds since the epoch, UTC. */
  record DateTime(long millis) implements Value {}

  /** The content of a blob. */
  final class Bytes implements Value {
    private final byte[] value;

    public Bytes(byte[] value) {
      this.value = value.clone();
    }

    public byte[] value() {
      return value.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Bytes bytes && Arrays.equals(value, bytes.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }

    @Override
    public String toString() {
      return value.length + " bytes";
    }
  }

  /** A list or a vector; its items are of one kind. */
  record Items(List<Value> values) implements Value {
    public Items {
      values = List.copyOf(values);
    }
  }

  /** The time of the mutation, one for all its statements and attempts. */
  record Now() implements Value {}

  /** This value in a mutation that was asked for at {@code now}. */
  default Value at(Instant now) {
    return this instanceof Now ? new DateTime(now.toEpochMilli()) : this;
  }
}

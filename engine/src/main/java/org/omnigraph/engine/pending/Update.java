package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * The images that one update makes, charged before they are made. They are kept together at the
 * end; only under a budget that spills they are kept on the way when they become many.
 */
final class Update implements AutoCloseable {
  private static final long HELD_BYTES = Budget.KEYED.maxBytes();

  private final TypeStaging staging;
  private final Images images;
  private final Meter meter;
  private final RowPlaces places;
  private final BufferAllocator allocator;
  private final List<Image> gathered = new ArrayList<>();
  private final Map<Integer, BitSet> replaced = new TreeMap<>();
  private Meter.Batch charge;
  private long waiting;
  private long kept;

  /** Chooses rows where a cursor stands, and their new values. */
  @FunctionalInterface
  interface Choice {
    void take(CurrentRows current, Update update);
  }

  private record Image(VectorSchemaRoot rows, long bytes, boolean ofFiles) {}

  Update(
      TypeStaging staging,
      Images images,
      Meter meter,
      RowPlaces places,
      BufferAllocator allocator) {
    this.staging = staging;
    this.images = images;
    this.meter = meter;
    this.places = places;
    this.allocator = allocator;
    this.charge = meter.batch(staging.blobs());
  }

  /** As {@link Images#of}; rows whose blobs are many bytes are taken some at a time. */
  void take(CurrentRows at, int[] rows, VectorSchemaRoot values, int[] from) {
    int half = rows.length / 2;
    if (staging.spills() && half > 0 && images.carriedBytes(at, rows) > HELD_BYTES) {
      take(at, Arrays.copyOf(rows, half), values, Arrays.copyOf(from, half));
      take(
          at,
          Arrays.copyOfRange(rows, half, rows.length),
          values,
          Arrays.copyOfRange(from, half, rows.length));
    } else {
      takeAtOnce(at, rows, values, from);
    }
  }

  private void takeAtOnce(CurrentRows at, int[] rows, VectorSchemaRoot values, int[] from) {
    if (at.isInFiles()) {
      staging.requireReplaceable();
      BitSet gone = replaced.computeIfAbsent(at.part(), part -> new BitSet());
      for (int row : rows) {
        gone.set(Math.toIntExact(at.firstRow() + row));
      }
    }
    meter.requireRows(waiting + rows.length);
    long before = charge.bytes();
    VectorSchemaRoot made = images.of(at, rows, values, from, places, charge, allocator);
    gathered.add(new Image(made, charge.bytes() - before, at.isInFiles()));
    waiting += rows.length;
    // Pending rows in memory are all matched before the first batch of a file or a table, so none
    // of
    // them is replaced while it is still to be read.
    boolean stands = at.isInFiles() || at.committedIn() != null;
    if (staging.spills() && stands && charge.bytes() > HELD_BYTES) {
      keep();
    }
  }

  private void keep() {
    meter.take(waiting, charge);
    kept += waiting;
    waiting = 0;
    charge = meter.batch(staging.blobs());
    while (!gathered.isEmpty()) {
      Image image = gathered.remove(0);
      if (image.ofFiles()) {
        staging.replaceLater(image.rows());
      } else {
        staging.put(image.rows(), places, false, image.bytes());
      }
    }
  }

  /** Rows that the staging has already. */
  long kept() {
    return kept;
  }

  /** Keeps what was made; answers how many rows that was. */
  long finish() {
    keep();
    if (!replaced.isEmpty()) {
      staging.takeOut(replaced);
    }
    return kept;
  }

  @Override
  public void close() {
    gathered.forEach(image -> image.rows().close());
    gathered.clear();
  }
}

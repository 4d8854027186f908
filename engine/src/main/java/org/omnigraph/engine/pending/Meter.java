package org.omnigraph.engine.pending;

import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.column.Charge;

/**
 * What has been charged to one budget: by each type, or by the whole request when the budget
 * spills.
 */
final class Meter {
  /** What base64 texts of one type may decode to, in every mode. */
  static final long DECODED_BLOB_BYTES = 32L << 20;

  private final Budget budget;
  private final String rowsResource;
  private final String bytesResource;
  private long rows;
  private long bytes;

  private Meter(Budget budget, String rowsResource, String bytesResource) {
    this.budget = budget;
    this.rowsResource = rowsResource;
    this.bytesResource = bytesResource;
  }

  /** The meter of one type. */
  static Meter ofType(Budget budget, TypeKey type) {
    return new Meter(
        budget,
        budget.name() + " entities for " + type,
        budget.name() + " entity bytes for " + type);
  }

  /** The meter of a whole request. */
  static Meter ofRequest(Budget budget) {
    return new Meter(budget, budget.name() + " entities", budget.name() + " entity bytes");
  }

  /** Refuses rows that the budget does not hold, before any of them is converted. */
  void requireRows(long more) {
    if (rows + more > budget.maxRows()) {
      throw new ResourceLimitExceeded(rowsResource, budget.maxRows(), rows + more, budget.remedy());
    }
  }

  /** What has been charged so far. */
  record Reading(long rows, long bytes) {}

  Reading read() {
    return new Reading(rows, bytes);
  }

  /** Forgets what came after a reading. */
  void reset(Reading to) {
    rows = to.rows();
    bytes = to.bytes();
  }

  /** Takes a batch that was kept. */
  void take(long moreRows, Batch batch) {
    rows += moreRows;
    bytes += batch.bytes;
    batch.blobs.used += batch.decoded;
    batch.blobs.references.take(batch.references);
  }

  /** Takes what values brought that become parts of rows, which are charged on their own. */
  void takeReferences(Batch batch) {
    batch.blobs.references.take(batch.references);
  }

  /** Begins to charge a batch. */
  Batch batch(Blobs blobs) {
    return new Batch(blobs);
  }

  /** What the blobs of one type take: decoded bytes of its own, references of the request. */
  static final class Blobs {
    private final TypeKey type;
    private final BlobReferences references;
    private long used;

    Blobs(TypeKey type, BlobReferences references) {
      this.type = type;
      this.references = references;
    }

    long used() {
      return used;
    }

    void reset(long to) {
      used = to;
    }
  }

  /** What one batch would take. */
  final class Batch implements Charge {
    private final Blobs blobs;
    private final BlobReferences.Batch references = new BlobReferences.Batch();
    private long bytes;
    private long decoded;

    Batch(Blobs blobs) {
      this.blobs = blobs;
    }

    long bytes() {
      return bytes;
    }

    @Override
    public void arrow(long more) {
      bytes += more;
      long all = Meter.this.bytes + bytes;
      if (all > budget.maxBytes()) {
        throw new ResourceLimitExceeded(bytesResource, budget.maxBytes(), all, budget.remedy());
      }
    }

    @Override
    public void decodedBlob(long more) {
      decoded += more;
      if (blobs.used + decoded > DECODED_BLOB_BYTES) {
        throw new ResourceLimitExceeded(
            "decoded blob bytes for " + blobs.type,
            DECODED_BLOB_BYTES,
            blobs.used + decoded,
            "split the input, or send the bytes in a binary column");
      }
    }

    @Override
    public String reference(String uri) {
      return blobs.references.admit(uri, references);
    }
  }
}

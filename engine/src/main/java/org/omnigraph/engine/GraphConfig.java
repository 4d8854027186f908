package org.omnigraph.engine;

import java.time.Clock;
import java.util.Map;
import java.util.TreeSet;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.pending.Budget;

/**
 * How a graph is opened.
 *
 * @param readOnly refuse writes, never touch storage
 * @param memoryLimit bytes of Arrow memory this graph may hold
 * @param storageOptions how an object store is reached, named as Lance names it: {@code
 *     aws_endpoint}, {@code aws_region}, {@code allow_http}, {@code
 *     aws_virtual_hosted_style_request}, {@code aws_access_key_id}, {@code aws_secret_access_key},
 *     {@code aws_session_token}; what is missing comes from the environment variables and profiles
 *     of the AWS tools
 * @param blobs what blobs may refer to outside the graph
 * @param bulk what one request of bulk ingest or of a bulk load may bring
 * @param validationState bytes of heap that what is known of the rows of one request may take,
 *     within a quarter of {@code memoryLimit} and half of the heap; a request that needs more is
 *     validated by reading its rows again
 */
public record GraphConfig(
    boolean readOnly,
    long memoryLimit,
    Map<String, String> storageOptions,
    Clock clock,
    IdSource ids,
    BlobPolicy blobs,
    Budget bulk,
    long validationState) {
  public GraphConfig {
    storageOptions = Map.copyOf(storageOptions);
  }

  /** Read-write on local disk, 4 GiB of Arrow memory, the system's clock, no external blobs. */
  public static GraphConfig defaults() {
    return new GraphConfig(
        false,
        4L << 30,
        Map.of(),
        Clock.systemUTC(),
        IdSource.SYSTEM,
        BlobPolicy.NONE,
        Budget.BULK,
        Long.MAX_VALUE);
  }

  public GraphConfig asReadOnly() {
    return new GraphConfig(
        true, memoryLimit, storageOptions, clock, ids, blobs, bulk, validationState);
  }

  public GraphConfig allowing(BlobPolicy policy) {
    return new GraphConfig(
        readOnly, memoryLimit, storageOptions, clock, ids, policy, bulk, validationState);
  }

  /** The same with another way to the object store. */
  public GraphConfig withStorageOptions(Map<String, String> options) {
    return new GraphConfig(
        readOnly, memoryLimit, options, clock, ids, blobs, bulk, validationState);
  }

  /** The same with another bulk budget. */
  public GraphConfig withBulk(Budget budget) {
    return new GraphConfig(
        readOnly, memoryLimit, storageOptions, clock, ids, blobs, budget, validationState);
  }

  /** The same with another bound on what validation keeps in memory. */
  public GraphConfig withValidationState(long bytes) {
    return new GraphConfig(readOnly, memoryLimit, storageOptions, clock, ids, blobs, bulk, bytes);
  }

  /** Without the values of the storage options, among which may be secrets. */
  @Override
  public String toString() {
    return "GraphConfig[readOnly="
        + readOnly
        + ", memoryLimit="
        + memoryLimit
        + ", storageOptions="
        + new TreeSet<>(storageOptions.keySet())
        + "]";
  }
}

package org.omnigraph.engine.pending.column;

import org.jspecify.annotations.Nullable;

/**
 * Reads one value as the bits that the target column stores (floats as their raw bits, shorter
 * types in the low bits). A value that does not fit sets {@link #refusal()}.
 */
abstract class Reader {
  private @Nullable String refusal;

  /** The bits of the value at an index, which is not null. */
  abstract long read(int index);

  /** Says why the value just read does not fit. */
  final long refuse(String reason) {
    refusal = reason;
    return 0;
  }

  final @Nullable String refusal() {
    return refusal;
  }
}

package org.omnigraph.engine.pending;

/**
 * How much one request may bring.
 *
 * @param name which budget, for messages
 * @param maxRows rows a table and request
 * @param maxBytes Arrow bytes a table and request
 * @param spill whether batches beyond a small memory share become uncommitted fragments as they
 *     arrive
 * @param remedy what to use instead when the budget is passed
 */
public record Budget(String name, long maxRows, long maxBytes, boolean spill, String remedy) {
  /** 8,192 rows and 32 MiB a table: mutations, {@code load --mode append|merge}. */
  public static final Budget KEYED =
      new Budget(
          "keyed",
          8_192,
          32L << 20,
          false,
          "split the input, or bring it by load --bulk or as SQL, which run under the bulk budget");

  /** 20 million rows and 8 GiB a request: Flight SQL ingest and bulk loads. */
  public static final Budget BULK =
      new Budget(
          "bulk",
          20_000_000,
          8L << 30,
          true,
          "raise the bulk budget (--bulk-rows and --bulk-bytes of load and serve), or split the input");

  /** The bulk budget with other bounds. */
  public static Budget bulk(long maxRows, long maxBytes) {
    return new Budget(BULK.name(), maxRows, maxBytes, BULK.spill(), BULK.remedy());
  }

  /** No bound on rows: an overwrite streams. */
  public static final Budget STREAM =
      new Budget("stream", Long.MAX_VALUE, Long.MAX_VALUE, true, "");
}

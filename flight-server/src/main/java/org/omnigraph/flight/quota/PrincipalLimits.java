package org.omnigraph.flight.quota;

/**
 * What one caller may hold at once. Zero is no limit.
 *
 * @param statements statements that are planned, run or read, ingests among them
 * @param streams results that are read
 * @param memory bytes of Arrow memory of its statements and its uncommitted rows, and as many again
 *     that statements compute with
 * @param ingestBytes bytes that its ingests under way have brought
 */
public record PrincipalLimits(int statements, int streams, long memory, long ingestBytes) {
  public static final PrincipalLimits NONE = new PrincipalLimits(0, 0, 0, 0);

  static final String STATEMENTS = "--principal-statements";
  static final String STREAMS = "--principal-streams";
  static final String MEMORY = "--principal-memory";
  static final String INGEST_BYTES = "--principal-ingest-bytes";
}

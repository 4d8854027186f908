package org.omnigraph.engine.table;

/**
 * Names one planned table transaction before it exists.
 *
 * @param readVersion the version it builds on; it must land at exactly the next one
 * @param uuid unique, minted before the transaction is committed
 */
public record TransactionId(long readVersion, String uuid) {}

/**
 * Readers of input files: NDJSON, Parquet, CSV and Arrow IPC.
 *
 * <p>A reader turns its input into Arrow batches of one type each and hands them to a {@link
 * org.omnigraph.engine.pending.MutationStaging} as they come, each row with its place; checks that
 * need the schema alone (required values, enums, ids) or other rows happen there. What is checked
 * here is what only the input shows: syntax, unknown and doubled members, and that a value is
 * spelled as its type allows.
 *
 * <p>Memory does not grow with the input: one open batch a type for NDJSON and CSV; one record
 * batch for Arrow IPC; for Parquet one batch, 64 MiB of decoded read-ahead ({@code ReadAheadBrake})
 * and the compressed bytes of some row groups ({@code ParquetScan}).
 *
 * <p>Start reading at {@link org.omnigraph.engine.load.Loader}.
 */
@NullMarked
package org.omnigraph.engine.load;

import org.jspecify.annotations.NullMarked;

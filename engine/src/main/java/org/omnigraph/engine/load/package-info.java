/** Readers of input files: NDJSON, Parquet, CSV and Arrow IPC. */
@NullMarked
package org.omnigraph.engine.load;

import org.jspecify.annotations.NullMarked;

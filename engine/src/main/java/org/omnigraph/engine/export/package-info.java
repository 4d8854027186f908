/**
 * Writers of a snapshot's rows as files that {@code engine.load} takes back: NDJSON, and Parquet
 * with one file a type.
 *
 * <p>Promises: what is written is one snapshot; ids are kept; NDJSON is ordered by key text and
 * then by id in UTF-8 byte order, so two exports of equal data are equal byte for byte.
 *
 * <p>Memory: a type's lines are sorted outside of memory, at most 64 MiB of them are held at a time
 * and the rest waits in temporary files that the export removes; blobs are read 32 MiB at a time.
 *
 * <p>Start reading at {@link org.omnigraph.engine.export.Export}.
 */
@NullMarked
package org.omnigraph.engine.export;

import org.jspecify.annotations.NullMarked;

package org.omnigraph.cli;

/** How an export is written. */
enum ExportFormat {
  JSONL,
  PARQUET
}

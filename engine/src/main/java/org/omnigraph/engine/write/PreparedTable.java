package org.omnigraph.engine.write;

import java.util.List;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.StagedTransaction;

/**
 * One table's part of a write, all files written.
 *
 * @param files what this attempt itself wrote, unreferenced when the attempt is dropped
 * @param deleted committed rows that go and do not come back
 */
record PreparedTable(
    TableEntry entry,
    WriteMode mode,
    StagedTransaction transaction,
    List<StagedFragments> files,
    long written,
    long deleted) {}

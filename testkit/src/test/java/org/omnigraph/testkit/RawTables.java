package org.omnigraph.testkit;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** The main lines of a graph's tables, changed behind the graph's back. */
final class RawTables implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final LanceTableStore store;

  RawTables(Path graph) {
    store = new LanceTableStore(Storage.at(graph.toString(), Map.of()), allocator);
  }

  long newest(TableRef table) {
    return store.newest(table.path(), table.branch()).version();
  }

  /** A version above the newest one, with the rows of an old one, under a given identity. */
  long commit(TableRef table, long rowsOf, String uuid) {
    TableRef newest = store.newest(table.path(), table.branch());
    CommitOutcome outcome = store.stage(newest, uuid, new TableEdit.Restore(rowsOf)).commit();
    return ((CommitOutcome.Committed) outcome).version().table().version();
  }

  /** Makes a table's own branch. */
  void fork(TableRef from, BranchName name) {
    store.createBranch(from, name);
  }

  boolean isForked(String path, BranchName name) {
    return store.branch(path, name).isPresent();
  }

  /** The newest rows, arranged differently. */
  void compact(TableRef table) {
    store.compact(table.path(), table.branch());
  }

  /** The file that makes a version exist. */
  Path file(TableRef table, long version) {
    return Path.of(
        store.metadata(new TableRef(table.path(), Optional.empty(), version)).manifestPath());
  }

  @Override
  public void close() {
    store.close();
    allocator.close();
  }
}

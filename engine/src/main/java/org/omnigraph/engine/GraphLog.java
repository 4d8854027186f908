package org.omnigraph.engine;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.FragmentCount;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.lance.LanceTableStore;

/**
 * The branches, commits and table versions of a graph, read from its manifest: the schema files are
 * not looked at and nothing is settled, so it opens faster than a {@link Graph} and also when the
 * schema is broken. Safe for use by many threads.
 */
public final class GraphLog implements AutoCloseable {
  private final Storage storage;
  private final BufferAllocator allocator;
  private final TableStore tables;
  private final Manifest manifest;

  private GraphLog(
      Storage storage, BufferAllocator allocator, TableStore tables, Manifest manifest) {
    this.storage = storage;
    this.allocator = allocator;
    this.tables = tables;
    this.manifest = manifest;
  }

  /**
   * Opens the log of an existing graph. Writes nothing, whatever {@code config} says.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no graph
   * @throws org.omnigraph.engine.error.CorruptState when the manifest contradicts the format, or is
   *     of another strand
   */
  public static GraphLog open(String uri, GraphConfig config) {
    Storage storage = Graph.existing(uri, config);
    BufferAllocator allocator = new RootAllocator(config.memoryLimit());
    TableStore tables = new LanceTableStore(storage, allocator);
    try {
      Manifest manifest = new Manifest(tables, allocator, config.ids(), Failpoints.NONE);
      manifest.state(BranchName.MAIN);
      return new GraphLog(storage, allocator, tables, manifest);
    } catch (RuntimeException | Error e) {
      tables.close();
      allocator.close();
      storage.close();
      throw e;
    }
  }

  /** All branches, sorted, {@code main} included. */
  public List<BranchName> branches() {
    return manifest.branches();
  }

  /**
   * The commits that a branch can see, newest first.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such branch
   */
  public List<GraphCommit> commits(BranchName branch) {
    return manifest.commits(branch);
  }

  /**
   * The newest snapshot of a branch.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such branch
   */
  public Snapshot snapshot(BranchName branch) {
    return manifest.state(branch).snapshot();
  }

  /** How many fragments a table of a snapshot has. */
  public FragmentCount fragments(TableEntry entry) {
    try (TableSnapshot table = tables.open(entry.ref())) {
      return table.fragmentCount();
    }
  }

  @Override
  public void close() {
    tables.close();
    allocator.close();
    storage.close();
  }
}

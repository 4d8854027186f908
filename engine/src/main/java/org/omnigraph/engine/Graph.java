package org.omnigraph.engine;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/**
 * One versioned graph, open. Safe for use by many threads; close it once, after everything taken
 * from it.
 *
 * <p>Reading: take a {@link Snapshot} and {@link #open} its tables. Writing: {@link #begin} a
 * staging, add rows, {@link #commit} it.
 */
public final class Graph implements AutoCloseable {
  /**
   * Creates an empty graph.
   *
   * @param uri a directory (made when absent) or an object-store prefix
   * @param schemaSource the text of a {@code .pg} file
   * @throws org.omnigraph.engine.error.InvalidRequest when the schema is wrong, with line and
   *     column
   * @throws org.omnigraph.engine.error.Conflict when a graph, or a part of one, is there already
   */
  public static Graph init(String uri, String schemaSource, GraphConfig config) {
    throw new UnsupportedOperationException();
  }

  /**
   * Opens an existing graph.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is none
   * @throws org.omnigraph.engine.error.CorruptState when what is stored contradicts the format, or
   *     is of another strand
   */
  public static Graph open(String uri, GraphConfig config) {
    throw new UnsupportedOperationException();
  }

  /** The root as it was spelled, without a trailing slash. */
  public String uri() {
    throw new UnsupportedOperationException();
  }

  public AcceptedSchema schema() {
    throw new UnsupportedOperationException();
  }

  /** The root of this graph's Arrow memory; requests take a child each. */
  public BufferAllocator allocator() {
    throw new UnsupportedOperationException();
  }

  /** All branches, sorted, {@code main} included. */
  public List<BranchName> branches() {
    throw new UnsupportedOperationException();
  }

  /**
   * The newest snapshot of a branch, also when another process made it.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such branch
   */
  public Snapshot snapshot(BranchName branch) {
    throw new UnsupportedOperationException();
  }

  /**
   * The snapshot that a commit published.
   *
   * @throws org.omnigraph.engine.error.NotFound when no branch has the commit
   */
  public Snapshot snapshotAt(CommitId commit) {
    throw new UnsupportedOperationException();
  }

  /** Opens a type's table as the snapshot has it. Handles are shared below; opening is cheap. */
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    throw new UnsupportedOperationException();
  }

  /** The commits that a branch can see, newest first. */
  public List<GraphCommit> commits(BranchName branch) {
    throw new UnsupportedOperationException();
  }

  /**
   * Starts a write against the branch's newest snapshot. Takes no lock and touches no storage
   * beyond reading the head.
   */
  public MutationStaging begin(BranchName branch, Budget budget) {
    throw new UnsupportedOperationException();
  }

  /**
   * Publishes everything staged as one graph commit.
   *
   * @throws org.omnigraph.engine.error.GraphException see its table: what is durable after which
   *     error
   */
  public Receipt commit(MutationStaging staging, CommitOptions options) {
    throw new UnsupportedOperationException();
  }

  /** Loads files as one graph commit. */
  public Receipt load(LoadRequest request, LoadProgress progress) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}

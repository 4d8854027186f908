package org.omnigraph.testkit;

import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.manifest.TableUpdate;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** Another program that publishes to a graph and knows no gates. */
final class ForeignPublisher implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final IdSource ids = IdSource.SYSTEM;
  private final LanceTableStore tables;
  private final Manifest manifest;

  ForeignPublisher(Path graph) {
    this(graph, Failpoints.NONE);
  }

  ForeignPublisher(Path graph, Failpoints failpoints) {
    tables = new LanceTableStore(Storage.at(graph.toString(), Map.of()), allocator);
    manifest = new Manifest(tables, allocator, ids, failpoints);
  }

  Manifest manifest() {
    return manifest;
  }

  LanceTableStore tables() {
    return tables;
  }

  /** A commit that moves no table. */
  CommitId publish(BranchName branch) {
    return publish(branch, List.of());
  }

  /** A commit that moves tables, whatever the head is. */
  CommitId publish(BranchName branch, List<TableUpdate> updates) {
    Publication publication = publication(branch, updates);
    manifest.publish(publication);
    return publication.commit();
  }

  Publication publication(BranchName branch, List<TableUpdate> updates) {
    return new Publication(
        branch,
        Optional.empty(),
        new CommitId(ids.ulid()),
        Optional.of("foreign"),
        Clock.systemUTC().instant().truncatedTo(ChronoUnit.MICROS),
        updates);
  }

  @Override
  public void close() {
    tables.close();
    allocator.close();
  }
}

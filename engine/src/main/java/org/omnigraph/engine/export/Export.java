package org.omnigraph.engine.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.SnapshotTables;
import org.omnigraph.engine.table.TableSnapshot;

/** The rows of some types of one snapshot, to be written. */
public final class Export {
  private final SnapshotTables tables;
  private final BufferAllocator allocator;
  private final Snapshot snapshot;
  private final List<TypeKey> types;

  /**
   * @param typeNames the types to export; all when empty; a name that a node and an edge type share
   *     means both
   * @throws InvalidRequest for a name that the snapshot has no type of
   */
  public Export(
      SnapshotTables tables,
      BufferAllocator allocator,
      Snapshot snapshot,
      Collection<String> typeNames) {
    this.tables = tables;
    this.allocator = allocator;
    this.snapshot = snapshot;
    this.types = select(snapshot, typeNames);
  }

  private static List<TypeKey> select(Snapshot snapshot, Collection<String> names) {
    List<TypeKey> all = snapshot.tables().keySet().stream().sorted().toList();
    if (names.isEmpty()) {
      return all;
    }
    List<TypeKey> selected = new ArrayList<>();
    for (TypeKey type : all) {
      if (names.contains(type.name())) {
        selected.add(type);
      }
    }
    for (String name : names) {
      if (selected.stream().noneMatch(type -> type.name().equals(name))) {
        throw new InvalidRequest(
            "unknown export type '"
                + name
                + "'; the snapshot has "
                + all.stream().map(TypeKey::name).distinct().toList());
      }
    }
    return selected;
  }

  /**
   * Writes one JSON object a line: types in the order of their key text, rows by id.
   *
   * @throws IOException when {@code out} refuses
   */
  public void ndjson(OutputStream out) throws IOException {
    for (TypeKey type : types) {
      try (TableSnapshot table = tables.open(snapshot, type)) {
        new TypeLines(type, table, allocator).write(out);
      }
    }
    out.flush();
  }

  /**
   * Writes {@code nodes/TYPE.parquet} and {@code edges/TYPE.parquet} below a folder, in no order of
   * rows.
   *
   * @throws InvalidRequest when a file is there already, or when a graph is
   */
  public void parquet(Path folder) throws IOException {
    if (Files.exists(folder.resolve(Manifest.PATH))) {
      throw new InvalidRequest(folder + " holds a graph; name a new or an empty folder");
    }
    for (TypeKey type : types) {
      ParquetFile.requireAbsent(folder, type);
    }
    Files.createDirectories(folder);
    for (TypeKey type : types) {
      try (TableSnapshot table = tables.open(snapshot, type)) {
        new ParquetFile(type, table, allocator).write(folder);
      }
    }
  }
}

package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.lance.LanceTableStore;
import org.omnigraph.engine.validate.Validator;

/**
 * What the set checks of a load take (ids, keys, end points, cardinality): the same batches once
 * more through the facts and the validator, and nothing else, against the whole load; both in this
 * process.
 */
final class ValidationOfLoad implements AutoCloseable {
  private final Path work;
  private final Path data;
  private final String schema;
  private final BufferAllocator allocator = new RootAllocator();
  private final Map<GraphType, List<VectorSchemaRoot>> batches = new LinkedHashMap<>();
  private final Graph before;
  private final TableStore tables;
  private int graphs;

  private ValidationOfLoad(Path work, Path schema, Path data) throws IOException {
    this.work = Files.createDirectories(work);
    this.data = data;
    this.schema = Files.readString(schema);
    this.before = empty();
    this.tables = new LanceTableStore(Storage.at(before.uri(), Map.of()), allocator);
  }

  /** One row: rows, seconds of the checks, seconds of the load, their ratio. */
  static List<String> measure(Path work, Path schema, Path data, int runs) throws Exception {
    try (ValidationOfLoad side = new ValidationOfLoad(work, schema, data)) {
      side.keepBatches();
      long rows = side.validate();
      Paired times = Paired.run(1, runs, side::validate, side::load);
      return List.of(
          Report.number((double) rows, 0),
          Report.number(times.medianA(), 2),
          Report.number(times.medianB(), 2),
          Report.number(100 * times.medianRatio(), 0) + " %");
    }
  }

  private Graph empty() {
    return Graph.init(work.resolve("graph-" + graphs++).toString(), schema, GraphConfig.defaults());
  }

  private long load() {
    try (Graph graph = empty()) {
      return load(graph);
    }
  }

  private long load(Graph graph) {
    LoadRequest request =
        new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty());
    return graph.load(request, LoadProgress.NONE).written().values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private void keepBatches() throws IOException {
    try (Graph graph = empty()) {
      load(graph);
      List<GraphType> types = new ArrayList<>(graph.schema().types());
      types.sort((a, b) -> Boolean.compare(b instanceof NodeType, a instanceof NodeType));
      for (GraphType type : types) {
        batches.put(type, keep(graph, type.key()));
      }
    }
  }

  private List<VectorSchemaRoot> keep(Graph graph, TypeKey type) throws IOException {
    List<VectorSchemaRoot> kept = new ArrayList<>();
    try (TableSnapshot table = graph.open(graph.snapshot(BranchName.MAIN), type);
        ArrowReader reader =
            table.scan(
                ScanRequest.of(table.schema().getFields().stream().map(f -> f.getName()).toList()),
                allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot shown = reader.getVectorSchemaRoot();
        kept.add(shown.slice(0, shown.getRowCount()));
      }
    }
    return kept;
  }

  /** As an overwrite does: the facts of every batch, then the validator over all of them. */
  private long validate() {
    RowFacts facts = new RowFacts(Long.MAX_VALUE);
    TreeMap<TypeKey, ChangeSet.TypeChange> changes = new TreeMap<>();
    long rows = 0;
    for (Map.Entry<GraphType, List<VectorSchemaRoot>> type : batches.entrySet()) {
      TypeFacts of = facts.begin(type.getKey(), row -> "");
      long before = rows;
      for (VectorSchemaRoot batch : type.getValue()) {
        boolean idsAreNew = !(type.getKey() instanceof NodeType);
        of.observe(batch, RowPlaces.numbered("", rows - before), idsAreNew);
        rows += batch.getRowCount();
      }
      changes.put(
          type.getKey().key(),
          new ChangeSet.TypeChange(
              type.getKey(),
              WriteMode.REPLACE,
              new ChangeSet.Rows.InFragments(List.of()),
              Set.of()));
    }
    Snapshot base = before.snapshot(BranchName.MAIN);
    new Validator(before.schema(), tables, allocator)
        .validate(new ChangeSet(base, changes, facts), base);
    return rows;
  }

  @Override
  public void close() {
    tables.close();
    before.close();
    batches.values().forEach(kept -> kept.forEach(VectorSchemaRoot::close));
    allocator.close();
  }
}

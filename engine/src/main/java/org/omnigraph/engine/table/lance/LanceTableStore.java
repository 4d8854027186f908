package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.ReadOptions;
import org.lance.WriteDatasetBuilder;
import org.lance.WriteParams;
import org.lance.compaction.CompactionOptions;
import org.lance.ipc.ScanOptions;
import org.lance.merge.MergeInsertParams;
import org.lance.merge.MergeInsertResult;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.memory.ImportAllocator;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.IdCandidates;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.StagedTransaction;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.TableTransaction;
import org.omnigraph.engine.table.VersionMetadata;

/** The tables of one graph root as Lance datasets. */
public final class LanceTableStore implements TableStore {
  private static final String FILE_FORMAT = "2.2";
  private static final int ROWS_A_FRAGMENT = 1 << 20;
  private static final long BYTES_A_FRAGMENT = 512L << 20;
  private static final long INDEX_CACHE_BYTES = 128L << 20;
  private static final long METADATA_CACHE_BYTES = 64L << 20;

  /** Up to so many ids are looked up by a filter; planning a longer list costs more than a scan. */
  private static final int FILTERED_IDS = 256;

  private final String root;
  private final StoredFiles files;
  private final Map<String, String> storageOptions;
  private final ExternalBlobs external;
  private final BufferAllocator allocator;
  private final DatasetCache datasets;
  private final LanceBranches branches;
  private final IdFilters filters;
  private final Failpoints failpoints;
  private final NewestVersions newest;

  /**
   * A store; closing it closes its share of the memory.
   *
   * @param storage where the graph is; stays open longer than this
   * @param parent where Arrow memory comes from
   */
  public LanceTableStore(Storage storage, BufferAllocator parent) {
    this(storage, ExternalBlobs.NONE, parent, Failpoints.NONE);
  }

  /**
   * As the other one; every commit passes {@link Failpoint#COMMITTING}.
   *
   * @param external what may be read where blobs refer to
   */
  public LanceTableStore(
      Storage storage, ExternalBlobs external, BufferAllocator parent, Failpoints failpoints) {
    this.external = external;
    this.root = storage.root();
    this.files = storage.files();
    this.failpoints = failpoints;
    this.storageOptions = Map.copyOf(storage.lanceOptions());
    this.newest = new NewestVersions(files);
    this.allocator = parent.newChildAllocator("tables of " + root, 0, Long.MAX_VALUE);
    this.datasets = new DatasetCache(this::identifier, this::openVersion);
    this.branches = new LanceBranches(root, files, storageOptions, datasets);
    this.filters = new IdFilters(this::ids, allocator);
  }

  // ---- reading

  @Override
  public TableSnapshot open(TableRef table) {
    return openTable(table);
  }

  private LanceTable openTable(TableRef table) {
    return new LanceTable(table, lease(table), files, external, filters, allocator);
  }

  void reached(Failpoint place) {
    failpoints.reached(place);
  }

  DatasetCache.Lease lease(TableRef table) {
    return datasets.lease(table);
  }

  private OpenVersion openVersion(TableRef table) {
    return new OpenVersion(
        openDataset(uri(table.path(), table.branch()), OptionalLong.of(table.version())));
  }

  private Dataset openDataset(String uri, OptionalLong version) {
    // A session is shared at most between a version and those that changes of its rows make of it:
    // Lance keeps row ids by fragment number in it, and a replaced table counts its fragments from
    // 0
    // again.
    ReadOptions.Builder options =
        new ReadOptions.Builder()
            .setStorageOptions(storageOptions)
            .setIndexCacheSizeBytes(INDEX_CACHE_BYTES)
            .setMetadataCacheSizeBytes(METADATA_CACHE_BYTES);
    version.ifPresent(options::setVersion);
    try {
      return Dataset.open()
          .allocator(ImportAllocator.into(allocator))
          .uri(uri)
          .readOptions(options.build())
          .build();
    } catch (Exception e) {
      String which = version.isPresent() ? " version " + version.getAsLong() : "";
      throw LanceErrors.classify("opening " + uri + which, e);
    }
  }

  @Override
  public TableRef newest(String path, Optional<BranchName> branch) {
    BranchIdentifier identifier =
        branch.map(name -> identifier(path, name)).orElse(BranchIdentifier.MAIN);
    long version =
        newest.newest(uri(path, branch), identifier, before -> listed(path, branch, before));
    return new TableRef(path, branch, version);
  }

  /** Asking an open dataset for the newest version reads less than opening that version. */
  private long listed(String path, Optional<BranchName> branch, OptionalLong before) {
    if (before.isEmpty()) {
      return opened(path, branch);
    }
    try (DatasetCache.Lease lease = lease(new TableRef(path, branch, before.getAsLong()))) {
      return lease.version().dataset().latestVersion();
    } catch (Exception e) {
      return opened(path, branch);
    }
  }

  private long opened(String path, Optional<BranchName> branch) {
    try (Dataset dataset = openDataset(uri(path, branch), OptionalLong.empty())) {
      return dataset.version();
    }
  }

  // ---- branches

  @Override
  public List<TableBranch> branches(String path) {
    return branches.list(path);
  }

  @Override
  public Optional<TableBranch> branch(String path, BranchName name) {
    return branches.find(path, name);
  }

  @Override
  public TableBranch createBranch(TableRef from, BranchName name) {
    return branches.create(from, name);
  }

  @Override
  public void deleteBranch(String path, TableBranch branch) {
    branches.delete(path, branch);
  }

  @Override
  public void reclaimBranch(String path, BranchName name) {
    branches.reclaim(path, name);
  }

  private BranchIdentifier identifier(TableRef table) {
    return table.branch().map(name -> identifier(table.path(), name)).orElse(BranchIdentifier.MAIN);
  }

  private BranchIdentifier identifier(String path, BranchName name) {
    return branches
        .find(path, name)
        .map(TableBranch::identifier)
        .orElseThrow(() -> new NotFound("there is no branch '" + name + "' of " + path));
  }

  // ---- rows by id

  @Override
  public Map<String, RowLocation> locate(TableRef table, Collection<String> ids) {
    Map<String, RowLocation> found = new HashMap<>();
    if (ids.isEmpty()) {
      return found;
    }
    Set<String> wanted = new HashSet<>(ids);
    ScanOptions.Builder options =
        new ScanOptions.Builder().columns(List.of("id", "_rowid")).withRowAddress(true);
    try (LanceTable open = openTable(table)) {
      Optional<IdCandidates> held = open.candidates(wanted);
      if (held.isPresent() && held.get().fragments().isEmpty()) {
        return found;
      }
      held.ifPresent(candidates -> options.fragmentIds(candidates.fragments()));
      Collection<String> left = held.isPresent() ? held.get().ids() : wanted;
      if (left.size() <= FILTERED_IDS) {
        List<Predicate.Literal> literals = new ArrayList<>();
        left.forEach(id -> literals.add(new Predicate.Literal.Text(id)));
        options.filter(FilterSql.render(new Predicate.In("id", literals), open.schema()));
      }
      open.forEachBatch(options, batch -> collect(batch, wanted, found));
    }
    return found;
  }

  private static void collect(
      VectorSchemaRoot batch, Set<String> wanted, Map<String, RowLocation> found) {
    VarCharVector ids = (VarCharVector) LanceReader.column(batch, "id");
    UInt8Vector stableIds = (UInt8Vector) LanceReader.column(batch, "_rowid");
    UInt8Vector addresses = (UInt8Vector) LanceReader.column(batch, "_rowaddr");
    for (int row = 0; row < batch.getRowCount(); row++) {
      String id = new String(ids.get(row), java.nio.charset.StandardCharsets.UTF_8);
      if (wanted.contains(id)) {
        found.put(id, new RowLocation(addresses.get(row), stableIds.get(row)));
      }
    }
  }

  // ---- writing files

  @Override
  public FragmentSink sink(TableRef table, Schema schema) {
    FileOrder order = order(table, schema);
    BufferAllocator own =
        allocator.newChildAllocator("rows for " + table.path(), 0, Long.MAX_VALUE);
    return new LanceFragmentSink(
        uri(table.path(), table.branch()),
        writeParams(order.mode()),
        order,
        own,
        new LanceFragmentSink.Home() {
          @Override
          public void abandon(LanceFragments written) {
            LanceTableStore.this.abandon(table, written);
          }

          @Override
          public void learned(FragmentMetadata written, IdFilter ids) {
            filters.learned(table.path(), written, ids);
          }
        });
  }

  private FileOrder order(TableRef table, Schema schema) {
    try (DatasetCache.Lease lease = lease(table)) {
      return FileOrder.of(lease.version(), schema);
    }
  }

  private WriteParams writeParams(WriteParams.WriteMode mode) {
    return new WriteParams.Builder()
        .withMode(mode)
        .withDataStorageVersion(FILE_FORMAT)
        .withEnableStableRowIds(true)
        .withEnableV2ManifestPaths(true)
        .withMaxRowsPerFile(ROWS_A_FRAGMENT)
        .withMaxBytesPerFile(BYTES_A_FRAGMENT)
        .withAllowExternalBlobOutsideBases(true)
        .withStorageOptions(storageOptions)
        .build();
  }

  @Override
  public ArrowReader read(
      TableRef table, StagedFragments rows, List<String> columns, BufferAllocator target) {
    List<String> files =
        LanceFragments.of(rows).files().stream().map(f -> dataFile(table, f.getPath())).toList();
    return new DataFilesReader(files, storageOptions, columns, target);
  }

  private ArrowReader ids(TableRef table, String file, BufferAllocator target) {
    return new DataFilesReader(
        List.of(dataFile(table, file)), storageOptions, List.of("id"), target);
  }

  @Override
  public void abandon(TableRef table, StagedFragments rows) {
    for (var file : LanceFragments.of(rows).files()) {
      try {
        files.delete(dataFile(table, file.getPath()));
      } catch (StorageUnavailable e) {
        // Unreferenced, so only space is lost; clean-up by age finds it.
      }
    }
  }

  @Override
  public StagedFragments copy(TableRef from, StagedFragments rows, TableRef to) {
    for (var file : LanceFragments.of(rows).files()) {
      FileCopy.make(files, dataFile(from, file.getPath()), dataFile(to, file.getPath()));
    }
    return rows;
  }

  private String dataFile(TableRef table, String name) {
    return uri(table.path(), table.branch()) + "/data/" + name;
  }

  // ---- making versions

  @Override
  public StagedTransaction stage(
      TableRef base, String uuid, TableEdit edit, Map<String, String> properties) {
    try (DatasetCache.Lease lease = lease(base)) {
      return new LanceTransaction(
          this, base, uuid, PlannedChange.of(files, lease.version(), edit), properties);
    } catch (Exception e) {
      throw LanceErrors.classify("staging a change of " + base.path(), e);
    }
  }

  @Override
  public CommittedVersion create(String path, Schema schema, @Nullable VectorSchemaRoot rows) {
    String uri = uri(path, Optional.empty());
    try (Dataset made = write(uri, schema, rows)) {
      TableRef table = new TableRef(path, Optional.empty(), made.version());
      return new CommittedVersion(table, made.countRows(), metadata(table));
    } catch (Exception e) {
      if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("already exists")) {
        throw new Conflict("there is a table at " + uri + " already");
      }
      throw LanceErrors.classify("creating " + uri, e);
    }
  }

  private Dataset write(String uri, Schema schema, @Nullable VectorSchemaRoot rows)
      throws IOException {
    WriteDatasetBuilder builder =
        Dataset.write()
            .allocator(allocator)
            .uri(uri)
            .mode(WriteParams.WriteMode.CREATE)
            .storageOptions(storageOptions)
            .dataStorageVersion(FILE_FORMAT)
            .enableStableRowIds(true)
            .allowExternalBlobOutsideBases(true);
    if (rows == null) {
      return builder.schema(schema).execute();
    }
    try (OneBatch batch = new OneBatch(schema, rows, allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, batch, stream);
      return builder.stream(stream).execute();
    }
  }

  @Override
  public CommitOutcome mergeByKey(TableRef base, String keyColumn, VectorSchemaRoot rows) {
    MergeInsertParams params =
        new MergeInsertParams(List.of(keyColumn))
            .withMatchedUpdateAll()
            .withNotMatched(MergeInsertParams.WhenNotMatched.InsertAll)
            .withConflictRetries(0)
            .withSkipAutoCleanup(true);
    try (DatasetCache.Lease lease = lease(base);
        OneBatch batch = new OneBatch(rows.getSchema(), rows, allocator);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      long newest = lease.version().dataset().latestVersion();
      if (newest != base.version()) {
        return new CommitOutcome.Lost(base.path() + " is at version " + newest);
      }
      Data.exportArrayStream(allocator, batch, stream);
      MergeInsertResult result = lease.version().dataset().mergeInsert(params, stream);
      try (Dataset made = result.dataset()) {
        return merged(base, made);
      }
    } catch (Exception e) {
      if (LanceErrors.isLostRace(e)) {
        return new CommitOutcome.Lost(String.valueOf(e.getMessage()));
      }
      throw LanceErrors.classify("merging rows into " + base.path(), e);
    }
  }

  private CommitOutcome merged(TableRef base, Dataset made) {
    if (made.version() != base.version() + 1) {
      throw new CorruptState(
          "rows merged into "
              + base.path()
              + " landed at version "
              + made.version()
              + " instead of "
              + (base.version() + 1));
    }
    TableRef table = new TableRef(base.path(), base.branch(), made.version());
    return new CommitOutcome.Committed(
        new CommittedVersion(table, made.countRows(), metadata(table)));
  }

  @Override
  public void compact(String path, Optional<BranchName> branch) {
    try (Dataset dataset = openDataset(uri(path, branch), OptionalLong.empty())) {
      dataset.compact(
          CompactionOptions.builder()
              .withTargetRowsPerFragment(ROWS_A_FRAGMENT)
              .withNumThreads(1)
              .build());
    } catch (Exception e) {
      throw LanceErrors.classify("compacting " + path, e);
    }
  }

  @Override
  public Optional<TableTransaction> transactionOf(TableRef version) {
    try (DatasetCache.Lease lease = lease(version)) {
      return lease.version().dataset().readTransaction().map(LanceTransaction::describe);
    } catch (GraphException e) {
      throw e;
    } catch (Exception e) {
      throw LanceErrors.classify("reading the transaction of " + version, e);
    }
  }

  @Override
  public VersionMetadata metadata(TableRef version) {
    String file = NewestVersions.file(uri(version.path(), version.branch()), version.version());
    StoredFiles.Facts facts =
        files
            .facts(file)
            .orElseThrow(() -> new StorageUnavailable("there is no file " + file + " any more"));
    return new VersionMetadata(
        files.recorded(file), OptionalLong.of(facts.size()), facts.tag(), Optional.of("V2"));
  }

  /**
   * Looks at the file of a version that a commit has just made. What the commit made is used as it
   * is in memory, and that does not say whether others can read it.
   *
   * @throws StorageUnavailable when the file is not whole
   */
  void requireWhole(TableRef version) {
    FileEnd.LANCE.require(
        files, NewestVersions.file(uri(version.path(), version.branch()), version.version()));
  }

  /** Keeps what a commit has made: nobody has to open it, or look for it. */
  void made(DatasetCache.Lease base, TableRef table, OpenVersion version) {
    datasets.keep(base, table, version);
    noted(base, table);
  }

  /** Notes what a commit has made. */
  void noted(DatasetCache.Lease base, TableRef table) {
    newest.made(uri(table.path(), table.branch()), base.branch(), table.version());
  }

  private String uri(String path, Optional<BranchName> branch) {
    return root + "/" + path + branch.map(name -> "/tree/" + name).orElse("");
  }

  @Override
  public void close() {
    datasets.close();
    allocator.close();
  }
}

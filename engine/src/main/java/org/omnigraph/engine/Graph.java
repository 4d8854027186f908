package org.omnigraph.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.branch.BranchControl;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.export.Export;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.init.Initialization;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.load.Loader;
import org.omnigraph.engine.maintenance.Repair;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.SnapshotTables;
import org.omnigraph.engine.object.GraphUri;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.Stagings;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.recovery.AuditLog;
import org.omnigraph.engine.recovery.ReadOnlyCheck;
import org.omnigraph.engine.recovery.Recovery;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.lance.LanceTableStore;
import org.omnigraph.engine.validate.Validator;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.engine.write.WriteRequest;
import org.omnigraph.engine.write.Writer;

/**
 * One versioned graph, open. Safe for use by many threads; close it once, after everything taken
 * from it.
 *
 * <p>Reading: take a {@link Snapshot} and {@link #open} its tables. Writing: {@link #begin} a
 * staging, add rows, {@link #commit} it.
 */
public final class Graph implements AutoCloseable {
  private final Storage storage;
  private final ObjectStore objects;
  private final BufferAllocator allocator;
  private final TableStore tables;
  private final Manifest manifest;
  private final SnapshotTables snapshots;
  private final Authority authority;
  private final GraphConfig config;
  private final ExternalBlobs external;
  private final AuditLog audit;
  private final SidecarStore sidecars;
  private final Repair repair;
  private final Optional<Recovery> recovery;
  private final Optional<Writing> writing;
  private volatile boolean closed;

  private Graph(
      Storage storage,
      BufferAllocator allocator,
      TableStore tables,
      GraphConfig config,
      ExternalBlobs external,
      Failpoints failpoints) {
    this.storage = storage;
    this.objects = storage.texts();
    this.allocator = allocator;
    this.tables = tables;
    this.config = config;
    this.external = external;
    this.manifest = new Manifest(tables, allocator, config.ids(), failpoints);
    this.snapshots = new SnapshotTables(tables, manifest);
    this.audit = new AuditLog(tables, allocator, config.ids());
    this.sidecars = new SidecarStore(objects, failpoints);
    if (config.readOnly()) {
      new ReadOnlyCheck(objects, sidecars, manifest).run();
    }
    this.authority = Authority.load(objects, manifest);
    this.repair =
        new Repair(
            new Repair.Parts(authority, manifest, tables, sidecars, config.ids(), config.clock()));
    if (config.readOnly()) {
      this.recovery = Optional.empty();
      this.writing = Optional.empty();
    } else {
      storage.requireExclusiveCreation();
      Gates gates = Gates.of(objects.root(), failpoints);
      Recovery settling = openRecovery(sidecars, gates, failpoints);
      settling.sweep();
      this.recovery = Optional.of(settling);
      this.writing = Optional.of(openForWriting(sidecars, gates, settling, failpoints));
    }
  }

  /** What only a graph that is open for writing has. */
  private record Writing(Writer writer, BranchControl branches, Gates gates) {}

  private Recovery openRecovery(SidecarStore sidecars, Gates gates, Failpoints failpoints) {
    return new Recovery(
        new Recovery.Parts(
            sidecars,
            authority,
            manifest,
            tables,
            gates,
            audit,
            config.ids(),
            config.clock(),
            failpoints));
  }

  private Writing openForWriting(
      SidecarStore sidecars, Gates gates, Recovery settled, Failpoints failpoints) {
    Writer writer =
        new Writer(
            new Writer.Parts(
                authority,
                manifest,
                tables,
                sidecars,
                settled,
                gates,
                new Validator(authority.schema(), tables, allocator),
                config.ids(),
                config.clock(),
                failpoints),
            allocator);
    BranchControl branches =
        new BranchControl(
            new BranchControl.Parts(authority, manifest, tables, settled, gates, failpoints));
    return new Writing(writer, branches, gates);
  }

  private Writing writing() {
    requireOpen();
    return writing.orElseThrow(() -> readOnly(uri()));
  }

  private void requireOpen() {
    if (closed) {
      throw new InvalidRequest("the graph at " + uri() + " is closed; open it again");
    }
  }

  private static InvalidRequest readOnly(String root) {
    return new InvalidRequest("the graph at " + root + " is opened read-only");
  }

  private static void requireWritable(String root, GraphConfig config) {
    if (config.readOnly()) {
      throw readOnly(root);
    }
  }

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
    String root = GraphUri.normalize(uri);
    requireWritable(root, config);
    BufferAllocator allocator = new RootAllocator(config.memoryLimit());
    try (allocator;
        Storage storage = Storage.at(root, config.storageOptions());
        TableStore tables = new LanceTableStore(storage, allocator)) {
      storage.requireExclusiveCreation();
      new Initialization(storage.texts(), tables, allocator, config.ids(), config.clock())
          .run(schemaSource);
    }
    return open(root, config);
  }

  /**
   * Opens an existing graph.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is none
   * @throws org.omnigraph.engine.error.CorruptState when what is stored contradicts the format, or
   *     is of another strand
   * @throws org.omnigraph.engine.error.RecoveryRequired when an interrupted operation cannot be
   *     settled safely; read-only, only when the schema files and the tables disagree
   */
  public static Graph open(String uri, GraphConfig config) {
    return open(uri, config, Failpoints.NONE);
  }

  /**
   * As {@link #open(String, GraphConfig)}, with a part of somebody's memory: what the graph holds,
   * pending rows among it, counts there too.
   *
   * @param owner stays the caller's to close, after the graph
   */
  public static Graph open(String uri, GraphConfig config, BufferAllocator owner) {
    long limit = Math.min(config.memoryLimit(), owner.getLimit());
    return open(uri, config, Failpoints.NONE, () -> owner.newChildAllocator("graph", 0, limit));
  }

  /** As {@link #open(String, GraphConfig)}, for tests that stop writes at given places. */
  public static Graph open(String uri, GraphConfig config, Failpoints failpoints) {
    return open(uri, config, failpoints, () -> new RootAllocator(config.memoryLimit()));
  }

  private static Graph open(
      String uri, GraphConfig config, Failpoints failpoints, Supplier<BufferAllocator> memory) {
    Storage storage = existing(uri, config);
    BufferAllocator allocator = memory.get();
    ExternalBlobs external = ExternalBlobs.of(config.blobs());
    TableStore tables = new LanceTableStore(storage, external, allocator, failpoints);
    try {
      return new Graph(storage, allocator, tables, config, external, failpoints);
    } catch (RuntimeException | Error e) {
      tables.close();
      allocator.close();
      storage.close();
      throw e;
    }
  }

  /** Where a graph is that there is. */
  static Storage existing(String uri, GraphConfig config) {
    String root = GraphUri.normalize(uri);
    Storage storage = Storage.at(root, config.storageOptions());
    try {
      if (!storage.texts().exists(Manifest.PATH)) {
        throw new NotFound("there is no graph at " + root + "; make one with init");
      }
      return storage;
    } catch (RuntimeException | Error e) {
      storage.close();
      throw e;
    }
  }

  /** The root as it was spelled, without a trailing slash. */
  public String uri() {
    return objects.root();
  }

  public AcceptedSchema schema() {
    return authority.schema();
  }

  /** The root of this graph's Arrow memory; requests take a child each. */
  public BufferAllocator allocator() {
    return allocator;
  }

  /** All branches, sorted, {@code main} included. */
  public List<BranchName> branches() {
    return manifest.branches();
  }

  /**
   * Makes a branch at the newest state of another one; no rows are copied. Writes no commit.
   *
   * @throws InvalidRequest when the name is not for a new branch
   * @throws NotFound when there is no branch {@code from}
   * @throws org.omnigraph.engine.error.Conflict when the name is taken, or lies above or below that
   *     of another branch ({@code a} and {@code a/b})
   * @throws org.omnigraph.engine.error.RecoveryRequired when an unfinished write is in the way
   */
  public void createBranch(BranchName name, BranchName from) {
    writing().branches().create(name, from);
  }

  /**
   * Deletes a branch and what only it shows. Writes no commit. Tables of it that are open in this
   * graph stay readable until they are closed.
   *
   * @throws InvalidRequest for main
   * @throws NotFound when there is no such branch
   * @throws org.omnigraph.engine.error.Conflict when another branch depends on it
   * @throws org.omnigraph.engine.error.CorruptState when another branch cannot be read, which may
   *     depend on it; the unreadable one itself can be deleted
   */
  public void deleteBranch(BranchName name) {
    writing().branches().delete(name);
  }

  /**
   * The newest snapshot of a branch, also when another process made it.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such branch
   */
  public Snapshot snapshot(BranchName branch) {
    requireOpen();
    return manifest.state(branch).snapshot();
  }

  /**
   * The snapshot that a commit published.
   *
   * @throws org.omnigraph.engine.error.NotFound when no branch has the commit
   */
  public Snapshot snapshotAt(CommitId commit) {
    return manifest.snapshotAt(commit);
  }

  /**
   * The snapshot that a commit published, for a branch that shows it.
   *
   * @throws org.omnigraph.engine.error.NotFound when the branch does not show the commit; says
   *     which one does
   */
  public Snapshot snapshotAt(BranchName branch, CommitId commit) {
    requireOpen();
    return manifest.snapshotAt(branch, commit);
  }

  /**
   * What a branch showed at a time.
   *
   * @throws InvalidRequest when the time has not come
   * @throws org.omnigraph.engine.error.NotFound when the branch had no commit then
   */
  public Snapshot snapshotAt(BranchName branch, Instant time) {
    requireOpen();
    Instant now = config.clock().instant();
    if (time.isAfter(now)) {
      throw new InvalidRequest(
          time
              + " has not come yet, it is "
              + now.truncatedTo(ChronoUnit.MILLIS)
              + " (UTC); read branch '"
              + branch
              + "' itself for its newest state");
    }
    return manifest.snapshotAt(branch, time);
  }

  /**
   * Finishes what interrupted writes left and what can be finished beside other writers. Every
   * write does so by itself.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest on a graph that is opened read-only
   */
  public void refresh() {
    recovery.orElseThrow(() -> readOnly(uri())).refresh();
  }

  /** The operations that have begun to change storage and have not ended, oldest first. */
  public List<Sidecar> unfinished() {
    return sidecars.list();
  }

  /** What recoveries did to this graph, oldest first. */
  public List<AuditEntry> recoveries() {
    return audit.entries();
  }

  /**
   * Opens a type's table as the snapshot has it. Handles are shared below; opening is cheap.
   *
   * @throws NotFound when the snapshot has no such type, or its branch was deleted since
   */
  public TableSnapshot open(Snapshot snapshot, TypeKey type) {
    return snapshots.open(snapshot, type);
  }

  /** The commits that a branch can see, newest first. */
  public List<GraphCommit> commits(BranchName branch) {
    return manifest.commits(branch);
  }

  /**
   * Starts a write against the branch's newest snapshot. Takes no lock and touches no storage
   * beyond reading the head.
   *
   * @throws InvalidRequest for a branch that the program keeps for itself
   */
  public MutationStaging begin(BranchName branch, Budget budget) {
    requireOpen();
    requireWritable(uri(), config);
    if (branch.isInternal()) {
      throw new InvalidRequest("branch '" + branch + "' is internal; write to another one");
    }
    return Stagings.open(
        authority.schema(),
        authority.capture(branch).snapshot(),
        budget,
        tables,
        allocator,
        config.ids(),
        external,
        config.validationState());
  }

  /**
   * Publishes everything staged as one graph commit.
   *
   * @throws org.omnigraph.engine.error.GraphException see its table: what is durable after which
   *     error
   */
  public Receipt commit(MutationStaging staging, CommitOptions options) {
    return writing().writer().write(new WriteRequest(WritePlan.Kind.MUTATION, staging, options));
  }

  /**
   * Starts a write of any size that the bulk budget of this graph allows: rows that are many wait
   * in files, and the commit is one all the same.
   */
  public MutationStaging beginBulk(BranchName branch) {
    return begin(branch, config.bulk());
  }

  /**
   * Runs statements against the newest snapshot of a branch and publishes what they change as one
   * graph commit; no commit when nothing changes.
   *
   * @throws org.omnigraph.engine.error.ReadSetChanged when the branch moved meanwhile and a
   *     statement updates or deletes; a mutation that only inserts is checked again instead
   * @throws org.omnigraph.engine.error.GraphException see its table: what is durable after which
   *     error
   */
  public Mutated mutate(BranchName branch, Mutation mutation, CommitOptions options) {
    return mutate(branch, mutation, options, new Cancellation());
  }

  /**
   * As {@link #mutate(BranchName, Mutation, CommitOptions)}.
   *
   * @param cancellation ends it until it has begun to change tables
   */
  public Mutated mutate(
      BranchName branch, Mutation mutation, CommitOptions options, Cancellation cancellation) {
    Writer writer = writing().writer();
    recovery.orElseThrow(() -> readOnly(uri())).settle(branch);
    try (MutationStaging staging = begin(branch, Budget.KEYED)) {
      staging.heed(cancellation);
      List<Affected> affected =
          mutation.at(config.clock().instant()).runOn(staging, schema(), allocator);
      return new Mutated(
          affected, writer.write(new WriteRequest(WritePlan.Kind.MUTATION, staging, options)));
    }
  }

  /** Loads files as one graph commit: an overwrite of any size, else within the keyed budget. */
  public Receipt load(LoadRequest request, LoadProgress progress) {
    return load(request, Budget.KEYED, progress);
  }

  /** As {@link #load}, within the bulk budget of this graph. */
  public Receipt loadBulk(LoadRequest request, LoadProgress progress) {
    return load(request, config.bulk(), progress);
  }

  private Receipt load(LoadRequest request, Budget keyed, LoadProgress progress) {
    Budget budget = request.mode() == LoadMode.OVERWRITE ? Budget.STREAM : keyed;
    try (MutationStaging staging = begin(request.branch(), budget)) {
      Loader.read(request, schema(), staging, allocator, progress);
      CommitOptions options = new CommitOptions(request.actor(), Optional.empty());
      return writing().writer().write(new WriteRequest(WritePlan.Kind.LOAD, staging, options));
    }
  }

  /**
   * What main's tables have in storage beyond what the graph shows, and what a repair would do;
   * works on a graph that is opened read-only.
   *
   * @throws org.omnigraph.engine.error.Conflict when an operation has not finished
   */
  public RepairReport previewRepair() {
    return repair.preview();
  }

  /**
   * Makes main show the newest versions of tables that have later ones, in one commit.
   *
   * @param force also where rows may have changed, or where nothing says so
   * @throws org.omnigraph.engine.error.Conflict when an operation has not finished
   */
  public RepairReport repair(boolean force) {
    requireWritable(uri(), config);
    return repair.publish(writing().gates(), force);
  }

  /**
   * Starts an export of a snapshot.
   *
   * @param typeNames the types to export; all when empty
   * @throws org.omnigraph.engine.error.InvalidRequest for a type that the snapshot does not have
   */
  public Export export(Snapshot snapshot, Collection<String> typeNames) {
    return new Export(snapshots, allocator, snapshot, typeNames);
  }

  @Override
  public void close() {
    closed = true;
    tables.close();
    allocator.close();
    storage.close();
  }
}

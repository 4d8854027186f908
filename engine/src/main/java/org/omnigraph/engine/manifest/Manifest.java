package org.omnigraph.engine.manifest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.manifest.Publication.ExactHead;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * The dataset {@code __manifest}: which version of which table a branch shows, and the commits that
 * led there. Content becomes visible by {@link #publish} and by nothing else.
 *
 * <p>Safe for use by many threads. Each call that reads a branch looks for its newest version, also
 * when another process made it; only what was added since the last look is read.
 */
public final class Manifest {
  /** The directory of the dataset below the graph root. */
  public static final String PATH = "__manifest";

  private static final int PUBLISH_ATTEMPTS = 6;
  private static final int MOST_FRAGMENTS = 100;
  private static final int SNAPSHOTS_KEPT = 64;

  private final TableStore tables;
  private final BufferAllocator allocator;
  private final Failpoints failpoints;
  private final Publisher publisher;
  private final Map<BranchName, BranchFold> folds = new ConcurrentHashMap<>();
  private final Map<CommitId, Snapshot> snapshots =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<CommitId, Snapshot> eldest) {
              return size() > SNAPSHOTS_KEPT;
            }
          });

  /** The manifest of the graph that {@code tables} belongs to. */
  public Manifest(
      TableStore tables, BufferAllocator allocator, IdSource ids, Failpoints failpoints) {
    this.tables = tables;
    this.allocator = allocator;
    this.failpoints = failpoints;
    this.publisher = new Publisher(tables, allocator, ids);
  }

  /** One table of a new graph. */
  public record FirstVersion(GraphType type, CommittedVersion version) {}

  /**
   * Makes the manifest of a new graph, with its genesis commit, in one version: the moment from
   * which on there is a graph.
   */
  public static void create(
      TableStore tables,
      BufferAllocator allocator,
      List<FirstVersion> types,
      CommitId genesis,
      Instant createdAt) {
    List<ManifestRow> rows = new ArrayList<>();
    for (FirstVersion first : types) {
      GraphType type = first.type();
      rows.add(Rows.registration(type.key(), type.identity(), type.path()));
      rows.add(Rows.version(type.key(), type.identity(), first.version()));
    }
    GraphCommit commit =
        new GraphCommit(
            genesis,
            BranchName.MAIN,
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            createdAt);
    rows.add(Rows.commit(commit));
    rows.add(Rows.head(commit));
    try (VectorSchemaRoot batch = ManifestRows.encode(rows, allocator)) {
      tables.create(PATH, ManifestRows.SCHEMA, batch);
    }
  }

  /** All branches that users made, sorted, main included. */
  public List<BranchName> branches() {
    List<BranchName> names = new ArrayList<>(List.of(BranchName.MAIN));
    tables.branches(PATH).stream()
        .map(TableBranch::name)
        .filter(name -> !name.isInternal())
        .forEach(names::add);
    Collections.sort(names);
    return names;
  }

  /** Drops what is known of a branch; for one that was made or deleted. */
  public void forget(BranchName branch) {
    folds.remove(branch);
    synchronized (snapshots) {
      snapshots.values().removeIf(snapshot -> snapshot.branch().equals(branch));
    }
  }

  /**
   * Returns when the branch of a snapshot is still the one that it was taken from.
   *
   * @throws NotFound when it was deleted, whether or not there is a new one of its name
   */
  public void requireLive(Snapshot snapshot) {
    if (!identifier(snapshot.branch()).equals(snapshot.identifier())) {
      throw new NotFound(
          "branch '"
              + snapshot.branch()
              + "' was deleted and made again; take a new snapshot of it");
    }
  }

  /**
   * What a branch says now.
   *
   * @throws NotFound when there is no such branch
   */
  public ManifestState state(BranchName branch) {
    return read(branch, BranchFold::state);
  }

  /** The commits that a branch shows now, newest first. */
  public List<GraphCommit> commits(BranchName branch) {
    return read(branch, fold -> fold.fold().commits());
  }

  /** A commit that the branch shows now. */
  public Optional<GraphCommit> commit(BranchName branch, CommitId commit) {
    return read(branch, fold -> fold.fold().commit(commit));
  }

  /** Files that vanish while they are read are no fault when their branch was deleted. */
  private <T> T read(BranchName branch, Function<BranchFold, T> use) {
    BranchIdentifier identifier = identifier(branch);
    try {
      BranchFold fold = fold(branch);
      synchronized (fold) {
        fold.advance(newest(branch));
        return use.apply(fold);
      }
    } catch (StorageUnavailable | CorruptState e) {
      if (identifier(branch).equals(identifier)) {
        throw e;
      }
      return read(branch, use);
    }
  }

  /**
   * A commit together with the table versions that its branch showed from then on; empty when the
   * branch does not show the commit.
   */
  public Optional<Published> published(BranchName branch, CommitId commit) {
    return commit(branch, commit).map(found -> new Published(found, foldAt(found).versions()));
  }

  /**
   * What a graph commit published.
   *
   * @param versions the newest version of every table then, by identity
   */
  public record Published(GraphCommit commit, Map<TableIdentity, CommittedVersion> versions) {}

  /**
   * What the graph was when a commit was published.
   *
   * @throws NotFound when no branch shows the commit
   */
  public Snapshot snapshotAt(CommitId commit) {
    Snapshot known = snapshots.get(commit);
    if (known != null) {
      requireLive(known);
      return known;
    }
    for (BranchName branch : branches()) {
      Optional<GraphCommit> found = commit(branch, commit);
      if (found.isPresent()) {
        Snapshot snapshot = at(found.get());
        snapshots.put(commit, snapshot);
        return snapshot;
      }
    }
    throw noSuchCommit(commit);
  }

  /** That no branch shows a commit. */
  public static NotFound noSuchCommit(CommitId commit) {
    return new NotFound(
        "no branch has the commit '" + commit + "'; commit list shows those of a branch");
  }

  /**
   * What a branch was when a commit that it shows was published.
   *
   * @throws NotFound when the branch does not show the commit; says which one does
   */
  public Snapshot snapshotAt(BranchName branch, CommitId commit) {
    if (commit(branch, commit).isPresent()) {
      return snapshotAt(commit);
    }
    BranchName other = snapshotAt(commit).branch();
    throw new NotFound(
        "branch '"
            + branch
            + "' does not have the commit '"
            + commit
            + "'; it was made on branch '"
            + other
            + "': read "
            + other
            + "@"
            + commit);
  }

  /**
   * What a branch was at a time: its newest commit that is not younger.
   *
   * @throws NotFound when the branch had none then; says when its first one was made
   */
  public Snapshot snapshotAt(BranchName branch, Instant time) {
    Optional<GraphCommit> found = read(branch, fold -> fold.fold().commitAt(time));
    if (found.isPresent()) {
      return snapshotAt(found.get().id());
    }
    String begins =
        read(branch, fold -> fold.fold().oldest())
            .map(first -> "; it begins at " + first.createdAt() + " with commit " + first.id())
            .orElse("; it has no commits");
    throw new NotFound("branch '" + branch + "' was not there at " + time + begins);
  }

  private Snapshot at(GraphCommit commit) {
    return foldAt(commit).snapshot();
  }

  private BranchFold foldAt(GraphCommit commit) {
    TableRef version = ref(commit.branch(), commit.manifestVersion());
    BranchFold fold =
        new BranchFold(tables, allocator, commit.branch(), identifier(commit.branch()), version);
    if (fold.fold().commit(commit.id()).isEmpty()) {
      throw new CorruptState(
          "commit '"
              + commit.id()
              + "' is not in version "
              + commit.manifestVersion()
              + " of branch '"
              + commit.branch()
              + "'");
    }
    return fold;
  }

  /**
   * Makes a commit visible.
   *
   * @return the manifest version that shows it
   * @throws ReadSetChanged when the branch is not as it was captured, or gone
   * @throws RetryableCommitConflict when other publishers were faster in every attempt
   */
  public long publish(Publication publication) {
    String reason = "";
    for (int attempt = 0; attempt < PUBLISH_ATTEMPTS; attempt++) {
      BranchFold fold = captured(publication);
      synchronized (fold) {
        fold.advance(newest(publication.branch()));
        BranchFold.requireStamp(tables, fold.at());
        CommitOutcome outcome = attempt(fold, publication);
        if (outcome instanceof CommitOutcome.Committed committed) {
          return committed.version().table().version();
        }
        reason = ((CommitOutcome.Lost) outcome).reason();
      }
    }
    throw new RetryableCommitConflict(
        "branch '"
            + publication.branch()
            + "' was busy in each of "
            + PUBLISH_ATTEMPTS
            + " attempts to publish: "
            + reason);
  }

  /** The fold of the branch; that there is none any more is a change like any other. */
  private BranchFold captured(Publication publication) {
    try {
      return fold(publication.branch());
    } catch (NotFound e) {
      ExactHead condition = publication.condition().orElseThrow(() -> e);
      throw new ReadSetChanged(
          "branch_identifier:" + publication.branch(), condition.identifier().toString(), null);
    }
  }

  private CommitOutcome attempt(BranchFold fold, Publication publication) {
    try {
      failpoints.reached(Failpoint.PUBLISH_ATTEMPT);
      return publisher.attempt(fold, publication);
    } catch (RetryableCommitConflict e) {
      return new CommitOutcome.Lost(e.getMessage());
    }
  }

  /**
   * Rewrites the branch's manifest when it has become many fragments, so that neither a publish nor
   * an open costs more the longer the history is. Called with the branch's gate held; at most one
   * try, which a faster publish makes fail.
   */
  public void compactWhenFragmented(BranchName branch) {
    BranchFold fold = fold(branch);
    boolean fragmented;
    synchronized (fold) {
      fragmented = fold.fragments() > MOST_FRAGMENTS;
    }
    if (fragmented) {
      tables.compact(PATH, own(branch));
    }
  }

  private BranchFold fold(BranchName branch) {
    BranchIdentifier identifier = identifier(branch);
    BranchFold known = folds.get(branch);
    if (known != null && known.identifier().equals(identifier)) {
      return known;
    }
    TableRef newest = newest(branch);
    BranchFold.requireStamp(tables, newest);
    BranchFold fold = new BranchFold(tables, allocator, branch, identifier, newest);
    if (!identifier(branch).equals(identifier)) {
      return fold(branch);
    }
    folds.put(branch, fold);
    return fold;
  }

  /** The live identifier of a branch; the empty one for main. */
  private BranchIdentifier identifier(BranchName branch) {
    if (branch.isMain()) {
      return BranchIdentifier.MAIN;
    }
    return tables
        .branch(PATH, branch)
        .map(TableBranch::identifier)
        .orElseThrow(
            () -> new NotFound("branch '" + branch + "' not found; the graph has " + branches()));
  }

  private TableRef newest(BranchName branch) {
    return tables.newest(PATH, own(branch));
  }

  private static TableRef ref(BranchName branch, long version) {
    return new TableRef(PATH, own(branch), version);
  }

  private static Optional<BranchName> own(BranchName branch) {
    return branch.isMain() ? Optional.empty() : Optional.of(branch);
  }
}

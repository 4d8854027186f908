package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ipc.ScanOptions;
import org.lance.operation.Append;
import org.lance.operation.Delete;
import org.lance.operation.Operation;
import org.lance.operation.Update;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.IdCandidates;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;

/**
 * Which fragments of a version may hold an id, by a filter of the ids of each data file.
 *
 * <p>A data file never changes and its name is never given again, so what is known of it holds in
 * every version that has it: after a commit only the files it added are read, whoever made it, and
 * a branch, a restored version or a branch made again brings what it shares along. Rows that are
 * deleted stay in the filter, because an older version may still show them; who asks confirms what
 * is found by reading it.
 *
 * <p>Assumes: a version is leased while it is asked for. Guarantees: a fragment that is left out
 * holds none of the ids; filters take at most a bounded number of bytes, the tables that were asked
 * for last keep theirs. Safe for use by many threads.
 */
final class IdFilters {
  private static final long MOST_BYTES = 64L << 20;

  private static final int MOST_IDS = 1 << 16;
  private static final int MOST_READ_IDS = 256;

  /** Lines of versions, branches mostly, of which the newest fragments are kept for one table. */
  private static final int LINES = 8;

  /** Files that no version asked for has any more are kept up to this number. */
  private static final int SPARE_FILES = 4_096;

  private final DataFiles files;
  private final BufferAllocator allocator;
  private final long mostBytes;
  private final Map<String, OfTable> tables = new LinkedHashMap<>(16, 0.75f, true);

  /** Reads whole data files, deleted rows too. */
  interface DataFiles {
    ArrowReader ids(TableRef table, String file, BufferAllocator allocator);
  }

  IdFilters(DataFiles files, BufferAllocator allocator) {
    this(files, allocator, MOST_BYTES);
  }

  IdFilters(DataFiles files, BufferAllocator allocator, long mostBytes) {
    this.files = files;
    this.allocator = allocator;
    this.mostBytes = mostBytes;
  }

  /**
   * Where rows with one of the ids may be.
   *
   * @return empty when it is not known: the first time that a table is asked for, since a single
   *     look-up is cheaper than a filter; of a version older than one asked for before; and for so
   *     many ids that reading all is no worse
   */
  Optional<IdCandidates> candidates(LanceTable table, Collection<String> ids) {
    OfTable of = ids.size() > MOST_IDS ? null : table(table.ref().path());
    if (of == null) {
      return Optional.empty();
    }
    Optional<Version> version;
    synchronized (of) {
      version = of.version(table);
    }
    makeRoom(of);
    return version.map(known -> known.candidates(List.copyOf(ids)));
  }

  /**
   * As {@link #candidates}, for a reader: only of a line of versions that a writer has asked for,
   * and only for a few ids.
   */
  Optional<IdCandidates> known(LanceTable table, Collection<String> ids) {
    OfTable of;
    synchronized (this) {
      of = ids.size() > MOST_READ_IDS ? null : tables.get(table.ref().path());
    }
    if (of == null) {
      return Optional.empty();
    }
    Optional<Version> version;
    synchronized (of) {
      version = of.knows(table) ? of.version(table) : Optional.empty();
    }
    return version.map(known -> known.candidates(List.copyOf(ids)));
  }

  /**
   * Takes the filter of a file that was written just now. Of a table that nobody asks for it is
   * dropped.
   */
  void learned(String path, FragmentMetadata written, IdFilter ids) {
    OfTable of;
    synchronized (this) {
      of = tables.get(path);
    }
    if (of != null) {
      synchronized (of) {
        of.learned(written, ids);
      }
      makeRoom(of);
    }
  }

  private synchronized @Nullable OfTable table(String path) {
    OfTable known = tables.get(path);
    if (known == null) {
      tables.put(path, new OfTable());
    }
    return known;
  }

  private synchronized void makeRoom(OfTable latest) {
    long bytes = tables.values().stream().mapToLong(OfTable::bytes).sum();
    Iterator<OfTable> oldest = tables.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      OfTable table = oldest.next();
      if (table != latest) {
        bytes -= table.bytes();
        oldest.remove();
      }
    }
  }

  /** One line of versions of a table. */
  private record Line(Optional<BranchName> branch, BranchIdentifier identifier) {}

  /**
   * The fragments of one version, each with its filter; null where none is known.
   *
   * @param nextNumber the number that the next new fragment gets, as far as is known
   */
  private record Version(
      long number, List<Integer> fragments, List<@Nullable IdFilter> filters, int nextNumber) {
    static Version of(
        TableRef table, List<FragmentMetadata> fragments, Function<String, @Nullable IdFilter> of) {
      List<Integer> numbers = fragments.stream().map(FragmentMetadata::getId).toList();
      List<@Nullable IdFilter> filters = new ArrayList<>();
      fragments.forEach(fragment -> filters.add(filter(fragment, of)));
      int most = numbers.stream().mapToInt(Integer::intValue).max().orElse(-1);
      return new Version(table.version(), numbers, filters, most + 1);
    }

    static @Nullable IdFilter filter(
        FragmentMetadata fragment, Function<String, @Nullable IdFilter> of) {
      return fragment.getFiles().size() == 1 ? of.apply(file(fragment)) : null;
    }

    IdCandidates candidates(List<String> ids) {
      long[] hashes = ids.stream().mapToLong(IdFilter::hash).toArray();
      List<Integer> holding = new ArrayList<>();
      BitSet held = new BitSet(hashes.length);
      for (int i = 0; i < fragments.size(); i++) {
        IdFilter filter = filters.get(i);
        if (filter == null) {
          holding.add(fragments.get(i));
          held.set(0, hashes.length);
        } else if (markHeld(filter, hashes, held)) {
          holding.add(fragments.get(i));
        }
      }
      return new IdCandidates(holding, held.stream().mapToObj(ids::get).toList());
    }

    private static boolean markHeld(IdFilter filter, long[] hashes, BitSet held) {
      boolean any = false;
      for (int i = 0; i < hashes.length; i++) {
        if (filter.mayHold(hashes[i])) {
          held.set(i);
          any = true;
        }
      }
      return any;
    }
  }

  private final class OfTable {
    private final Map<String, IdFilter> byFile = new HashMap<>();
    private final Map<Line, Version> newest = new LinkedHashMap<>(16, 0.75f, true);
    private final AtomicLong bytes = new AtomicLong();

    long bytes() {
      return bytes.get();
    }

    boolean knows(LanceTable table) {
      return newest.containsKey(new Line(table.ref().branch(), table.branch()));
    }

    /** What is known of a version; empty when it is older than one asked for before. */
    Optional<Version> version(LanceTable table) {
      Line line = new Line(table.ref().branch(), table.branch());
      Version known = newest.get(line);
      if (known != null && known.number() > table.ref().version()) {
        return Optional.empty();
      }
      if (known == null || known.number() < table.ref().version()) {
        known =
            known == null ? listed(table) : successor(known, table).orElseGet(() -> listed(table));
        newest.put(line, known);
        forgetOldestLine();
        forgetSpareFiles();
      }
      return Optional.of(known);
    }

    private void forgetOldestLine() {
      if (newest.size() > LINES) {
        Iterator<Line> oldest = newest.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
    }

    /** Asks for every fragment, which takes Lance far longer than one. */
    private Version listed(LanceTable table) {
      List<FragmentMetadata> fragments =
          table.dataset().getFragments().stream().map(Fragment::metadata).toList();
      learn(table, fragments);
      return Version.of(table.ref(), fragments, byFile::get);
    }

    /** The version after a known one, by the transaction that made it, if that tells. */
    private Optional<Version> successor(Version before, LanceTable table) {
      if (table.ref().version() != before.number() + 1) {
        return Optional.empty();
      }
      return table
          .dataset()
          .readTransaction()
          .flatMap(
              transaction -> {
                try (transaction) {
                  return Change.of(transaction.operation());
                }
              })
          .flatMap(change -> after(before, change, table));
    }

    private Optional<Version> after(Version before, Change change, LanceTable table) {
      List<Integer> fragments = new ArrayList<>(before.fragments());
      List<@Nullable IdFilter> filters = new ArrayList<>(before.filters());
      for (FragmentMetadata updated : change.updated()) {
        int at = fragments.indexOf(updated.getId());
        if (at < 0 || Version.filter(updated, byFile::get) != filters.get(at)) {
          return Optional.empty();
        }
      }
      for (long removed : change.removed()) {
        int at = fragments.indexOf((int) removed);
        if (at < 0) {
          return Optional.empty();
        }
        fragments.remove(at);
        filters.remove(at);
      }
      List<FragmentMetadata> added = new ArrayList<>();
      for (FragmentMetadata planned : change.added()) {
        Optional<FragmentMetadata> made =
            LanceFragments.find(table.dataset(), before.nextNumber() + added.size())
                .filter(fragment -> LanceFragments.isOfSameFiles(fragment, planned));
        if (made.isEmpty()) {
          return Optional.empty();
        }
        added.add(made.get());
      }
      learn(table, added);
      for (FragmentMetadata fragment : added) {
        fragments.add(fragment.getId());
        filters.add(Version.filter(fragment, byFile::get));
      }
      return Optional.of(
          new Version(
              table.ref().version(), fragments, filters, before.nextNumber() + added.size()));
    }

    /** Files that no newest version of a line has. */
    private void forgetSpareFiles() {
      int used = newest.values().stream().mapToInt(version -> version.filters().size()).sum();
      if (byFile.size() > used + SPARE_FILES) {
        Set<IdFilter> shown = Collections.newSetFromMap(new IdentityHashMap<>());
        newest.values().forEach(version -> shown.addAll(version.filters()));
        byFile.values().retainAll(shown);
        bytes.set(byFile.values().stream().mapToLong(IdFilter::bytes).sum());
      }
    }

    void learned(FragmentMetadata written, IdFilter ids) {
      if (written.getFiles().size() == 1 && bytes.get() + ids.bytes() <= mostBytes) {
        byFile.put(file(written), ids);
        bytes.addAndGet(ids.bytes());
      }
    }

    /** Reads the ids of files that are not known, as far as there is room for their filters. */
    private void learn(LanceTable table, List<FragmentMetadata> fragments) {
      Map<Integer, Learning> whole = new HashMap<>();
      long after = bytes.get();
      for (FragmentMetadata fragment : fragments) {
        if (fragment.getFiles().size() != 1 || byFile.containsKey(file(fragment))) {
          continue;
        }
        Learning learning = new Learning(fragment);
        after += learning.filter.bytes();
        if (after > mostBytes) {
          break;
        }
        if (fragment.getDeletionFile() == null) {
          whole.put(fragment.getId(), learning);
        } else if (fragment.getFiles().get(0).getBaseId().isEmpty()
            && !PhysicalSchema.hasSeveralBlobs(table.schema())) {
          readWithDeleted(table, learning);
        }
      }
      if (!whole.isEmpty()) {
        readUndeleted(table, whole);
      }
    }

    private void readUndeleted(LanceTable table, Map<Integer, Learning> whole) {
      ScanOptions.Builder options =
          new ScanOptions.Builder()
              .columns(List.of("id"))
              .fragmentIds(List.copyOf(whole.keySet()))
              .withRowAddress(true);
      table.forEachBatch(
          options,
          batch -> {
            VarCharVector ids = (VarCharVector) LanceReader.column(batch, "id");
            UInt8Vector addresses = (UInt8Vector) LanceReader.column(batch, "_rowaddr");
            for (int row = 0; row < batch.getRowCount(); row++) {
              Learning learning = whole.get((int) (addresses.get(row) >>> 32));
              if (learning != null) {
                learning.add(ids, row);
              }
            }
          });
      whole.values().forEach(this::keep);
    }

    private void readWithDeleted(LanceTable table, Learning learning) {
      try (ArrowReader reader = files.ids(table.ref(), learning.file, allocator)) {
        while (reader.loadNextBatch()) {
          VectorSchemaRoot batch = reader.getVectorSchemaRoot();
          VarCharVector ids = (VarCharVector) LanceReader.column(batch, "id");
          for (int row = 0; row < batch.getRowCount(); row++) {
            learning.add(ids, row);
          }
        }
      } catch (IOException e) {
        throw LanceErrors.classify("reading the ids of " + table.ref().path(), e);
      }
      keep(learning);
    }

    /** A file of which not every row was seen stays unknown. */
    private void keep(Learning learning) {
      if (learning.left == 0) {
        byFile.put(learning.file, learning.filter);
        bytes.addAndGet(learning.filter.bytes());
      }
    }
  }

  private static String file(FragmentMetadata fragment) {
    return fragment.getFiles().get(0).getPath();
  }

  /** What a transaction does to the fragments of the version before. */
  private record Change(
      List<FragmentMetadata> added, List<FragmentMetadata> updated, List<Long> removed) {
    /** Empty for operations that may do more than that. */
    static Optional<Change> of(Operation operation) {
      if (operation instanceof Append append) {
        return Optional.of(new Change(append.fragments(), List.of(), List.of()));
      }
      if (operation instanceof Update update) {
        return Optional.of(
            new Change(
                update.newFragments(), update.updatedFragments(), update.removedFragmentIds()));
      }
      if (operation instanceof Delete delete) {
        return Optional.of(
            new Change(List.of(), delete.updatedFragments(), delete.deletedFragmentIds()));
      }
      return Optional.empty();
    }
  }

  /** A filter that is being filled from the rows of its file. */
  private static final class Learning {
    final String file;
    final IdFilter filter;
    long left;

    Learning(FragmentMetadata fragment) {
      this.file = file(fragment);
      this.filter = new IdFilter(fragment.getPhysicalRows());
      this.left = fragment.getPhysicalRows();
    }

    void add(VarCharVector ids, int row) {
      filter.add(IdFilter.hash(ids, row));
      left--;
    }
  }
}

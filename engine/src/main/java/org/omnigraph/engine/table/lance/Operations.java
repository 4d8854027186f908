package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.fragment.RowIdMeta;
import org.lance.operation.Delete;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Restore;
import org.lance.operation.Update;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;

/** Turns an edit into one Lance operation; writes the deletion files it needs. */
final class Operations {
  private static final int ADDRESSES_IN_PREDICATE = 64;

  private Operations() {}

  static Operation of(StoredFiles files, OpenVersion base, TableEdit edit) {
    if (edit instanceof TableEdit.ReplaceAll replace) {
      return Overwrite.builder()
          .fragments(firstRows(base, LanceFragments.all(replace.rows())))
          .schema(replace.schema())
          .build();
    }
    if (edit instanceof TableEdit.Restore restore) {
      return Restore.builder().version(restore.version()).build();
    }
    TableEdit.ChangeRows change = (TableEdit.ChangeRows) edit;
    Deletions deletions = Deletions.of(files, base, change.removed());
    List<FragmentMetadata> added = newFragments(base, change);
    return added.isEmpty() ? delete(change.removed(), deletions) : update(base, deletions, added);
  }

  private static Operation delete(List<RowLocation> removed, Deletions deletions) {
    return Delete.builder()
        .updatedFragments(deletions.updated)
        .deletedFragmentIds(deletions.emptied)
        .predicate(predicate(removed))
        .build();
  }

  /** Says in the transaction what went; nothing evaluates it. */
  private static String predicate(List<RowLocation> removed) {
    StringBuilder text = new StringBuilder("_rowaddr IN (");
    for (int i = 0; i < Math.min(removed.size(), ADDRESSES_IN_PREDICATE); i++) {
      text.append(i == 0 ? "" : ", ").append(Long.toUnsignedString(removed.get(i).address()));
    }
    return text.append(removed.size() > ADDRESSES_IN_PREDICATE ? ", …)" : ")").toString();
  }

  private static Operation update(
      OpenVersion base, Deletions deletions, List<FragmentMetadata> newFragments) {
    return Update.builder()
        .removedFragmentIds(deletions.emptied)
        .updatedFragments(deletions.updated)
        .newFragments(newFragments)
        .fieldsModified(new long[0])
        .fieldsForPreservingFragBitmap(base.fieldIds())
        .updateMode(Optional.of(Update.UpdateMode.RewriteRows))
        .build();
  }

  private static List<FragmentMetadata> newFragments(
      OpenVersion base, TableEdit.ChangeRows change) {
    List<FragmentMetadata> fragments = new ArrayList<>();
    if (base.hasStableRowIds()) {
      fragments.addAll(withRowIds(change.replacing(), change.replaced()));
    } else {
      fragments.addAll(LanceFragments.all(change.replacing()));
    }
    fragments.addAll(LanceFragments.all(change.added()));
    return base.rows() == 0 ? firstRows(base, fragments) : fragments;
  }

  /** Fragments that no older ones stand beside. */
  private static List<FragmentMetadata> firstRows(
      OpenVersion base, List<FragmentMetadata> fragments) {
    return base.hasStableRowIds()
        ? fragments
        : FirstRowIds.number(fragments, base.dataset().version() + 1);
  }

  private static List<FragmentMetadata> withRowIds(
      List<StagedFragments> parts, List<RowLocation> replaced) {
    long rows = parts.stream().mapToLong(StagedFragments::rows).sum();
    if (rows != replaced.size()) {
      throw new IllegalArgumentException(
          rows + " rows cannot replace " + replaced.size() + " rows");
    }
    long[] stableIds = replaced.stream().mapToLong(RowLocation::stableId).toArray();
    List<FragmentMetadata> fragments = new ArrayList<>();
    int from = 0;
    for (FragmentMetadata fragment : LanceFragments.all(parts)) {
      int to = from + Math.toIntExact(fragment.getPhysicalRows());
      fragments.add(
          new FragmentMetadata(
              fragment.getId(),
              fragment.getFiles(),
              fragment.getPhysicalRows(),
              fragment.getDeletionFile(),
              RowIdMeta.fromRowIds(Arrays.copyOfRange(stableIds, from, to))));
      from = to;
    }
    return fragments;
  }

  /** What removing rows makes of the fragments that hold them. */
  private record Deletions(List<FragmentMetadata> updated, List<Long> emptied) {
    static Deletions of(StoredFiles files, OpenVersion base, List<RowLocation> removed) {
      Map<Integer, List<Integer>> offsets = new TreeMap<>();
      for (RowLocation row : removed) {
        offsets.computeIfAbsent(row.fragment(), f -> new ArrayList<>()).add(row.offset());
      }
      List<FragmentMetadata> updated = new ArrayList<>();
      List<Long> emptied = new ArrayList<>();
      offsets.forEach(
          (fragment, rows) -> {
            FragmentMetadata left = new Fragment(base.dataset(), fragment).deleteRows(rows);
            if (left == null) {
              emptied.add((long) fragment);
            } else {
              DeletionFiles.requireWhole(files, base.dataset(), left);
              updated.add(left);
            }
          });
      return new Deletions(updated, emptied);
    }
  }
}

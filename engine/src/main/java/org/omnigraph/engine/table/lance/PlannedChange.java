package org.omnigraph.engine.table.lance;

import java.util.List;
import java.util.OptionalLong;
import org.lance.operation.Operation;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;

/**
 * What a transaction does, and what it makes of the version it is planned on.
 *
 * @param rows how many rows the new version will have; empty when only that version can say
 * @param changesRows whether all it does is to add and remove rows
 */
record PlannedChange(Operation operation, OptionalLong rows, boolean changesRows) {
  static PlannedChange of(StoredFiles files, OpenVersion base, TableEdit edit) {
    return new PlannedChange(
        Operations.of(files, base, edit), rows(base, edit), edit instanceof TableEdit.ChangeRows);
  }

  private static OptionalLong rows(OpenVersion base, TableEdit edit) {
    if (edit instanceof TableEdit.ReplaceAll replace) {
      return OptionalLong.of(rows(replace.rows()));
    }
    if (edit instanceof TableEdit.ChangeRows change) {
      long removed = change.removed().stream().mapToLong(RowLocation::address).distinct().count();
      return OptionalLong.of(
          base.rows() - removed + rows(change.replacing()) + rows(change.added()));
    }
    return OptionalLong.empty();
  }

  private static long rows(List<StagedFragments> parts) {
    return parts.stream().mapToLong(StagedFragments::rows).sum();
  }
}

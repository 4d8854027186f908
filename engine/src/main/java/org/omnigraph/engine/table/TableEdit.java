package org.omnigraph.engine.table;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/** What one transaction does to one table. */
public sealed interface TableEdit {
  /** The staged rows become the whole table. */
  record ReplaceAll(Schema schema, List<StagedFragments> rows) implements TableEdit {
    public ReplaceAll {
      rows = List.copyOf(rows);
    }
  }

  /** The rows of an earlier version of the same line become the whole table again. */
  record Restore(long version) implements TableEdit {}

  /**
   * Rows go, rows come. A row that replaces another keeps the identity and the creation version of
   * the one it replaces.
   *
   * @param removed the rows of the base version that go, replaced ones included
   * @param replacing the new images of replaced rows
   * @param replaced which rows {@code replacing} replaces, in the order of its rows
   * @param added rows with ids that the base version does not have
   */
  record ChangeRows(
      List<RowLocation> removed,
      List<StagedFragments> replacing,
      List<RowLocation> replaced,
      List<StagedFragments> added)
      implements TableEdit {
    public ChangeRows {
      removed = List.copyOf(removed);
      replacing = List.copyOf(replacing);
      replaced = List.copyOf(replaced);
      added = List.copyOf(added);
    }

    /** Only new rows. */
    public static ChangeRows adding(StagedFragments rows) {
      return new ChangeRows(List.of(), List.of(), List.of(), List.of(rows));
    }
  }
}

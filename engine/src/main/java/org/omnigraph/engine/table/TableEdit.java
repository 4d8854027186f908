package org.omnigraph.engine.table;

import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;

/** What one transaction does to one table. */
public sealed interface TableEdit {
  /** The staged rows become the whole table. */
  record ReplaceAll(Schema schema, StagedFragments rows) implements TableEdit {}

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
      Optional<StagedFragments> replacing,
      List<RowLocation> replaced,
      Optional<StagedFragments> added)
      implements TableEdit {
    public ChangeRows {
      removed = List.copyOf(removed);
      replaced = List.copyOf(replaced);
    }

    /** Only new rows. */
    public static ChangeRows adding(StagedFragments rows) {
      return new ChangeRows(List.of(), Optional.empty(), List.of(), Optional.of(rows));
    }
  }
}

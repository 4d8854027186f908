package org.omnigraph.engine.validate;

import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.table.Predicate;

/**
 * No id of a strict insert is committed. Committed ids are read at most once, never one by one, and
 * only where a filter cannot tell.
 */
final class StrictInsertCheck {
  private final Image image;
  private final Committed committed;

  StrictInsertCheck(Image image, Committed committed) {
    this.image = image;
    this.committed = committed;
  }

  /**
   * Returns when none is.
   *
   * @param change whose rows {@code facts} tells about
   */
  void check(TypeFacts facts, TypeChange change) {
    IdSet staged = facts.ids();
    if (staged.stagedCount() == 0) {
      return;
    }
    TypeKey type = facts.type().key();
    First first = new First(type, staged);
    committed.scan(
        type, List.of("id"), wanted(staged, change), (batch, firstRow) -> first.visit(batch));
    if (first.id != null) {
      throw Violation.at(
          0, first.row, new KeyConflict(type, first.id, " (" + facts.places().of(first.row) + ")"));
    }
  }

  private Predicate wanted(IdSet staged, TypeChange change) {
    Predicate few = Wanted.staged("id", staged);
    return few.equals(Predicate.TRUE)
        ? StagedIds.of(change, committed.allocator()).map(Wanted::ids).orElse(few)
        : few;
  }

  /** Finds the first staged row whose id is committed. */
  private final class First {
    private final TypeKey type;
    private final IdSet staged;
    private final Ids ids = new Ids();
    private int row = Integer.MAX_VALUE;
    private @Nullable String id;

    First(TypeKey type, IdSet staged) {
      this.type = type;
      this.staged = staged;
    }

    void visit(VectorSchemaRoot batch) {
      KeyColumn column = Ids.column(batch.getVector(0));
      for (int i = 0; i < batch.getRowCount(); i++) {
        int number = ids.number(staged, column, i);
        if (staged.isStaged(number)
            && staged.row(number) < row
            && !image.deleted(type).contains(column.text(i))) {
          row = staged.row(number);
          id = column.text(i);
        }
      }
    }
  }
}

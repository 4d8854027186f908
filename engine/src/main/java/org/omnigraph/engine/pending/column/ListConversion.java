package org.omnigraph.engine.pending.column;

import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/** Lists of any layout to {@code List}; a null item is refused. */
final class ListConversion implements Conversion {
  private final Conversion item;

  ListConversion(Conversion item) {
    this.item = item;
  }

  @Override
  public boolean accepts(Field source) {
    return Spelling.isOneOf(source, Lists.TYPES)
        && Spelling.plain(source).getChildren().stream().allMatch(item::accepts);
  }

  @Override
  public void convert(
      Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch) {
    ListVector list = (ListVector) target;
    batch.charge().arrow(Fill.validityBytes(rows) + 4L * (rows + 1));
    list.setInitialCapacity(rows, 0);
    list.allocateNew();
    ArrowBuf offsets = list.getOffsetBuffer();
    int[] items = lengths(owner, source, rows, list, batch);
    if (!source.isNullType() && items.length > 0) {
      convertItems(owner, source, items, list, batch);
    }
    int total = offsets.getInt(4L * rows);
    list.getDataVector().setValueCount(total);
    list.setLastSet(rows - 1);
    list.setValueCount(rows);
  }

  /** Writes offsets and validity; answers where each item stands in the source. */
  private static int[] lengths(
      Owner owner, Positions.Column source, int rows, ListVector list, Batch batch) {
    ArrowBuf offsets = list.getOffsetBuffer();
    ArrowBuf validity = list.getValidityBuffer();
    Lists lists = source.isNullType() ? null : Lists.of(source.values());
    int[] items = new int[lists == null ? 0 : rows];
    int count = 0;
    int end = Math.min(rows, batch.problems().firstRow());
    for (int row = 0; row < rows; row++) {
      int at = row < end ? source.positions().of(row) : Positions.NULL;
      if (at != Positions.NULL && lists != null) {
        lists.seek(at);
        int length = lists.length();
        if (count + (long) length > Integer.MAX_VALUE - 8) {
          throw new ResourceLimitExceeded(
              "items of " + owner.name() + " in one batch",
              Integer.MAX_VALUE - 8,
              count + (long) length,
              "send smaller batches");
        }
        if (count + length > items.length) {
          items = Arrays.copyOf(items, Math.max(count + length, 2 * count));
        }
        for (int i = 0; i < length; i++) {
          items[count + i] = lists.start() + i;
        }
        count += length;
        BitVectorHelper.setBit(validity, row);
      } else if (owner.required() && row < end) {
        batch.problems().missing(row, owner);
        end = row;
      }
      offsets.setInt(4L * (row + 1), count);
    }
    return Arrays.copyOf(items, count);
  }

  private void convertItems(
      Owner owner, Positions.Column source, int[] items, ListVector list, Batch batch) {
    Positions.Column inner =
        Positions.resolve(Lists.of(source.values()).items(), source.dictionaries());
    ItemProblems problems = new ItemProblems(list, batch.problems());
    int firstNull = 0;
    while (firstNull < items.length
        && !inner.isNullType()
        && inner.positions().of(items[firstNull]) != Positions.NULL) {
      firstNull++;
    }
    if (firstNull < items.length) {
      problems.breaks(
          firstNull,
          BrokenConstraint.Kind.NOT_NULL,
          () -> owner.name() + ": a list holds a null item");
    }
    Positions.Column gathered =
        new Positions.Column(
            inner.values(),
            index -> inner.positions().of(items[index]),
            false,
            source.dictionaries());
    if (problems.firstRow() > 0) {
      item.convert(
          owner.item(),
          gathered,
          items.length,
          list.getDataVector(),
          new Batch(problems, batch.charge()));
    }
  }

  /** Turns the index of a bad item into the row of its list. */
  static final class ItemProblems extends Problems {
    private final ListVector list;
    private final Problems rows;

    ItemProblems(ListVector list, Problems rows) {
      super(rows.places());
      this.list = list;
      this.rows = rows;
    }

    @Override
    void report(int index, Problem problem) {
      super.report(index, problem);
      ArrowBuf offsets = list.getOffsetBuffer();
      int row = 0;
      while (offsets.getInt(4L * (row + 1)) <= index) {
        row++;
      }
      rows.report(row, problem);
    }
  }
}

package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.schema.LanceField;

/**
 * A version of a table, open, with what has been asked about it. A version never changes, so each
 * question crosses to Lance once at most.
 *
 * <p>Safe for use by many threads; two that ask at once may both cross.
 */
final class OpenVersion implements AutoCloseable {
  private final Dataset dataset;
  private volatile @Nullable Schema schema;
  private volatile long @Nullable [] fieldIds;
  private volatile @Nullable Boolean stableRowIds;
  private volatile OptionalLong rows = OptionalLong.empty();

  OpenVersion(Dataset dataset) {
    this.dataset = dataset;
  }

  /**
   * The version after this one, which has the same columns.
   *
   * @param made its dataset, which the result closes
   */
  OpenVersion successor(Dataset made, long rowsOfIt) {
    OpenVersion next = new OpenVersion(made);
    next.schema = schema;
    next.fieldIds = fieldIds;
    // Rows that bring their identities give a line back the mark that it had lost.
    next.stableRowIds = Boolean.TRUE.equals(stableRowIds) ? stableRowIds : null;
    next.rows = OptionalLong.of(rowsOfIt);
    return next;
  }

  Dataset dataset() {
    return dataset;
  }

  Schema schema() {
    Schema known = schema;
    if (known == null) {
      known = dataset.getSchema();
      schema = known;
    }
    return known;
  }

  /** Every field id, parents before their children. */
  long[] fieldIds() {
    long[] known = fieldIds;
    if (known == null) {
      List<Long> ids = new ArrayList<>();
      dataset.getLanceSchema().fields().forEach(field -> collect(field, ids));
      known = ids.stream().mapToLong(Long::longValue).toArray();
      fieldIds = known;
    }
    return known.clone();
  }

  private static void collect(LanceField field, List<Long> ids) {
    ids.add((long) field.getId());
    field.getChildren().forEach(child -> collect(child, ids));
  }

  boolean hasStableRowIds() {
    Boolean known = stableRowIds;
    if (known == null) {
      known = dataset.hasStableRowIds();
      stableRowIds = known;
    }
    return known;
  }

  long rows() {
    OptionalLong known = rows;
    if (known.isEmpty()) {
      known = OptionalLong.of(dataset.countRows());
      rows = known;
    }
    return known.getAsLong();
  }

  @Override
  public void close() {
    dataset.close();
  }
}

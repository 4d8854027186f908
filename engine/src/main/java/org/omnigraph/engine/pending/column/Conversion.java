package org.omnigraph.engine.pending.column;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Fills a column of the physical schema from any vector that spells its type. */
interface Conversion {
  /** Whether values spelled like this can be taken; the null type always can. */
  boolean accepts(Field source);

  /**
   * Fills {@code target}, which is empty, with {@code rows} values.
   *
   * @param owner the property, for messages
   * @param source of an accepted type; null positions become nulls of the target
   */
  void convert(Owner owner, Positions.Column source, int rows, FieldVector target, Batch batch);

  /** What is common to the columns of one batch. */
  record Batch(Problems problems, Charge charge) {}
}

package org.omnigraph.query.type;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.ArraySqlType;

/**
 * An array of a fixed length: a vector property that nothing has changed yet. Any operation on it
 * gives a plain array.
 */
public final class VectorType extends ArraySqlType {
  private final int dimension;

  VectorType(RelDataType element, int dimension, boolean nullable) {
    super(element, nullable);
    this.dimension = dimension;
    computeDigest();
  }

  public int dimension() {
    return dimension;
  }

  VectorType withNullability(boolean nullable) {
    return new VectorType(getComponentType(), dimension, nullable);
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    super.generateTypeString(text, withDetail);
    if (withDetail) {
      text.append('[').append(dimension).append(']');
    }
  }

  @Override
  public boolean deepEquals(Object other) {
    return super.deepEquals(other) && ((VectorType) other).dimension == dimension;
  }

  @Override
  public int deepHashCode() {
    return 31 * super.deepHashCode() + dimension;
  }
}

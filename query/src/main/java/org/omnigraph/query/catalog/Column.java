package org.omnigraph.query.catalog;

import org.apache.arrow.vector.types.pojo.Field;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.type.SqlTypes;

/**
 * One column as SQL shows it.
 *
 * @param name with its case
 * @param type its SQL type, nullability included
 */
public record Column(String name, RelDataType type) {
  /** The field of this column in a result that leaves it unchanged. */
  public Field field() {
    return SqlTypes.wireField(name, type);
  }

  /** The SQL type's name, for example {@code DECIMAL(20, 0)} or {@code VARCHAR ARRAY}. */
  public String typeName() {
    return SqlTypes.displayName(type);
  }

  public boolean nullable() {
    return type.isNullable();
  }
}

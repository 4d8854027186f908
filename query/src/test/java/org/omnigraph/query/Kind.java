package org.omnigraph.query;

import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** The types that random statements compute with. */
enum Kind {
  BOOL("BOOLEAN"),
  INT("INTEGER"),
  LONG("BIGINT"),
  MONEY("DECIMAL(12, 2)"),
  HUGE("DECIMAL(20, 0)"),
  SINGLE("REAL"),
  DOUBLE("DOUBLE"),
  TEXT("VARCHAR"),
  DAY("DATE"),
  TIME("TIMESTAMP"),
  BYTES("VARBINARY"),
  TEXTS("VARCHAR ARRAY"),
  LONGS("BIGINT ARRAY"),
  OTHER("");

  private final String type;

  Kind(String type) {
    this.type = type;
  }

  /** The name of the type here, and in DuckDB. */
  Sql type() {
    return new Sql(type, type.replace(" ARRAY", "[]").replace("VARBINARY", "BLOB"));
  }

  /** The kind of a column. */
  static Kind of(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.List) {
      Kind item = of(field.getChildren().get(0));
      return item == TEXT ? TEXTS : item == LONG ? LONGS : OTHER;
    }
    if (type instanceof ArrowType.Bool) {
      return BOOL;
    }
    if (type instanceof ArrowType.Int whole) {
      return whole.getBitWidth() == Integer.SIZE ? INT : LONG;
    }
    if (type instanceof ArrowType.Decimal) {
      return HUGE;
    }
    if (type instanceof ArrowType.FloatingPoint real) {
      return real.getPrecision() == FloatingPointPrecision.SINGLE ? SINGLE : DOUBLE;
    }
    if (type instanceof ArrowType.Utf8) {
      return TEXT;
    }
    if (type instanceof ArrowType.Date) {
      return DAY;
    }
    if (type instanceof ArrowType.Timestamp) {
      return TIME;
    }
    return type instanceof ArrowType.Binary ? BYTES : OTHER;
  }
}

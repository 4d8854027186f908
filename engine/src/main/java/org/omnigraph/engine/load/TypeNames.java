package org.omnigraph.engine.load;

import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;

/** How messages name what a value should have been. */
final class TypeNames {
  private TypeNames() {}

  /** The Arrow name of a scalar; the spelling of the schema language for everything else. */
  static String expected(PropertyType type) {
    return type.list() || type.isEnum() ? type.displayName() : scalar(type);
  }

  private static String scalar(PropertyType type) {
    return switch (type.scalar()) {
      case STRING -> "Utf8";
      case BOOL -> "Boolean";
      case I32 -> "Int32";
      case I64 -> "Int64";
      case U32 -> "UInt32";
      case U64 -> "UInt64";
      case F32 -> "Float32";
      case F64 -> "Float64";
      case DATE -> "Date32";
      case DATE_TIME -> "Date64";
      case VECTOR -> Scalar.VECTOR.text() + "(" + type.dimension() + ")";
      case BLOB -> "\"base64:…\"";
    };
  }
}

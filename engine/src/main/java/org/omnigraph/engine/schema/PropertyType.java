package org.omnigraph.engine.schema;

import java.util.List;

/**
 * The type of a property.
 *
 * @param scalar the base type
 * @param dimension the length of a vector, 0 for every other type
 * @param list whether the property is a list of the base type
 * @param enumValues the allowed values, sorted; empty when the type is not an enum
 * @param nullable whether null is allowed
 */
public record PropertyType(
    Scalar scalar, int dimension, boolean list, List<String> enumValues, boolean nullable) {
  public PropertyType {
    enumValues = List.copyOf(enumValues);
  }

  public boolean isEnum() {
    return !enumValues.isEmpty();
  }

  /**
   * The spelling in messages: {@code String}, {@code Vector(4)}, {@code enum(a, b)}, {@code
   * [I32]?}.
   */
  public String displayName() {
    String base;
    if (isEnum()) {
      base = "enum(" + String.join(", ", enumValues) + ")";
    } else if (scalar == Scalar.VECTOR) {
      base = "Vector(" + dimension + ")";
    } else {
      base = scalar.text();
    }
    String whole = list ? "[" + base + "]" : base;
    return nullable ? whole + "?" : whole;
  }
}

package org.omnigraph.engine.pending.column;

import java.util.EnumSet;
import java.util.Set;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** How a field spells its values, once dictionaries, runs and extension types are seen through. */
final class Spelling {
  private Spelling() {}

  /**
   * Whether the values are of one of these types. The null type always is, and so is a dictionary,
   * whose values are known only with its batches.
   */
  static boolean isOneOf(Field field, Set<MinorType> types) {
    if (field.getDictionary() != null) {
      return true;
    }
    Field plain = plain(field);
    if (plain.getDictionary() != null || plain.getType() instanceof ArrowType.Null) {
      return true;
    }
    return types.contains(minorType(plain.getType()));
  }

  /** The field of the values below runs. */
  static Field plain(Field field) {
    boolean runs = field.getType() instanceof ArrowType.RunEndEncoded;
    return runs && field.getChildren().size() == 2 ? plain(field.getChildren().get(1)) : field;
  }

  private static MinorType minorType(ArrowType type) {
    return Types.getMinorTypeForArrowType(
        type instanceof ArrowType.ExtensionType extension ? extension.storageType() : type);
  }

  static Set<MinorType> union(Set<MinorType> left, Set<MinorType> right) {
    Set<MinorType> all = EnumSet.copyOf(left);
    all.addAll(right);
    return all;
  }
}

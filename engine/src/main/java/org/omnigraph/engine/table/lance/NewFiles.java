package org.omnigraph.engine.table.lance;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.WriteParams.WriteMode;
import org.omnigraph.engine.schema.PhysicalSchema;

/**
 * In which mode Lance writes data files beside a table.
 *
 * <p>A file names its columns by the ids of the table's fields. In the mode for appending Lance
 * opens the newest version to learn them, which takes the longer the more fragments there are; in
 * the mode for creating it numbers the columns from 0. For most tables that is the same.
 */
final class NewFiles {
  private NewFiles() {}

  /**
   * The mode.
   *
   * @param schema of the rows to come; where it is not that of the table, Lance has to refuse them
   */
  static WriteMode mode(OpenVersion table, Schema schema) {
    return isNumberedFromZero(table.fieldIds())
            && schema.getFields().stream().noneMatch(PhysicalSchema::isBlob)
            && same(table.schema().getFields(), schema.getFields())
        ? WriteMode.CREATE
        : WriteMode.APPEND;
  }

  private static boolean isNumberedFromZero(long[] ids) {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != i) {
        return false;
      }
    }
    return true;
  }

  private static boolean same(List<Field> one, List<Field> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      Field a = one.get(i);
      Field b = other.get(i);
      if (!a.getName().equals(b.getName())
          || !a.getType().equals(b.getType())
          || a.isNullable() != b.isNullable()
          || !same(a.getChildren(), b.getChildren())) {
        return false;
      }
    }
    return true;
  }
}

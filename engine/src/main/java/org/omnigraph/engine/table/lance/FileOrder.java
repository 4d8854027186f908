package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.FragmentMetadata;
import org.lance.WriteParams.WriteMode;
import org.lance.fragment.DataFile;
import org.omnigraph.engine.schema.PhysicalSchema;

/**
 * The columns of a table in the order in which its data files have them: blobs behind all others,
 * because the reader of single files counts the columns behind a blob wrongly.
 *
 * <p>A file names its columns by the ids of the table's fields. In the mode for appending Lance
 * opens the newest version to learn them, which takes the longer the more fragments there are, and
 * takes no other order; in the mode for creating it numbers the columns of the file from 0, parents
 * before their children, and {@link #named} gives them the table's ids.
 */
final class FileOrder {
  private final WriteMode mode;
  private final Schema schema;
  private final boolean isOther;
  private final int[] ids;

  private FileOrder(WriteMode mode, Schema schema, boolean isOther, int[] ids) {
    this.mode = mode;
    this.schema = schema;
    this.isOther = isOther;
    this.ids = ids;
  }

  /**
   * For a table.
   *
   * @param schema of the rows to come; where it is not that of the table, Lance has to refuse them
   */
  static FileOrder of(OpenVersion table, Schema schema) {
    return same(table.schema().getFields(), schema.getFields())
        ? of(schema, table.fieldIds())
        : new FileOrder(WriteMode.APPEND, schema, false, new int[0]);
  }

  private static FileOrder of(Schema table, long[] fieldIds) {
    Map<Field, int[]> idsOf = new LinkedHashMap<>();
    int next = 0;
    for (Field field : table.getFields()) {
      int[] own = new int[fields(field)];
      for (int i = 0; i < own.length; i++) {
        own[i] = Math.toIntExact(fieldIds[next++]);
      }
      idsOf.put(field, own);
    }
    List<Field> ordered = new ArrayList<>();
    idsOf.keySet().stream().filter(f -> !PhysicalSchema.isBlob(f)).forEach(ordered::add);
    idsOf.keySet().stream().filter(PhysicalSchema::isBlob).forEach(ordered::add);
    return new FileOrder(
        WriteMode.CREATE,
        new Schema(ordered, table.getCustomMetadata()),
        !ordered.equals(table.getFields()),
        ordered.stream().map(idsOf::get).flatMapToInt(Arrays::stream).toArray());
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

  /** The fields that Lance counts for a column; a vector is one. */
  private static int fields(Field field) {
    return field.getType() instanceof ArrowType.FixedSizeList
        ? 1
        : 1 + field.getChildren().stream().mapToInt(FileOrder::fields).sum();
  }

  /** The mode in which Lance writes the files. */
  WriteMode mode() {
    return mode;
  }

  /** The columns of a file. */
  Schema schema() {
    return schema;
  }

  /** The vectors of the table's columns in this order; whoever owns the batch closes them. */
  VectorSchemaRoot of(VectorSchemaRoot batch) {
    return isOther
        ? new VectorSchemaRoot(
            schema.getFields(),
            schema.getFields().stream()
                .map(field -> LanceReader.column(batch, field.getName()))
                .toList(),
            batch.getRowCount())
        : batch;
  }

  /** Fragments whose files name their columns by number, by the ids of the table's fields. */
  List<FragmentMetadata> named(List<FragmentMetadata> written) {
    return isNumberedFromZero() ? written : written.stream().map(this::named).toList();
  }

  private boolean isNumberedFromZero() {
    return IntStream.range(0, ids.length).allMatch(i -> ids[i] == i);
  }

  private FragmentMetadata named(FragmentMetadata fragment) {
    return new FragmentMetadata(
        fragment.getId(),
        fragment.getFiles().stream().map(this::named).toList(),
        fragment.getPhysicalRows(),
        fragment.getDeletionFile(),
        fragment.getRowIdMeta());
  }

  private DataFile named(DataFile file) {
    return new DataFile(
        file.getPath(),
        Arrays.stream(file.getFields()).map(number -> ids[number]).toArray(),
        file.getColumnIndices(),
        file.getFileMajorVersion(),
        file.getFileMinorVersion(),
        file.getFileSizeBytes(),
        file.getBaseId().orElse(null));
  }
}

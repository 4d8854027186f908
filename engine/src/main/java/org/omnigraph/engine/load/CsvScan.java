package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.scanner.csv.CsvConvertOptions;
import org.apache.arrow.dataset.scanner.csv.CsvFragmentScanOptions;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.load.CsvCells.TextCell;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;

/**
 * A CSV file with a header. Every cell is read as text, so that nothing is guessed from the first
 * rows, and then as what the schema says; an empty cell is null.
 */
final class CsvScan implements Batches {
  private static final int LONGEST_SHOWN = 120;

  private final String source;
  private final DatasetScan texts;
  private final VectorSchemaRoot root;
  private final List<Column> columns = new ArrayList<>();
  private long before;

  CsvScan(Path file, GraphType type, BufferAllocator allocator) throws IOException {
    source = file.getFileName().toString();
    CsvFragmentScanOptions options =
        new CsvFragmentScanOptions(
            new CsvConvertOptions(Map.of()), Map.of(), Map.of("newlines_in_values", "true"));
    texts = new DatasetScan(file, FileFormat.CSV, Optional.of(options), CsvScan::asText, allocator);
    try {
      List<Field> header = texts.root().getSchema().getFields();
      root =
          VectorSchemaRoot.create(
              new Schema(header.stream().map(f -> field(f.getName(), type)).toList()), allocator);
      for (int i = 0; i < header.size(); i++) {
        columns.add(column(header.get(i).getName(), type, root.getVector(i)));
      }
    } catch (IOException | RuntimeException e) {
      texts.close();
      throw e;
    }
  }

  private static Schema asText(Schema guessed) {
    return new Schema(
        guessed.getFields().stream()
            .map(f -> Field.nullable(f.getName(), ArrowType.Utf8.INSTANCE))
            .toList());
  }

  /** A column that is no property stays text: the staging says what is wrong with it. */
  private static Field field(String name, GraphType type) {
    return property(name, type)
        .map(OpenBatch::field)
        .map(f -> new Field(name, f.getFieldType(), f.getChildren()))
        .orElse(Field.nullable(name, ArrowType.Utf8.INSTANCE));
  }

  private static Optional<Property> property(String name, GraphType type) {
    Optional<Property> exact = type.property(name);
    if (exact.isPresent()) {
      return exact;
    }
    String folded = name.toLowerCase(Locale.ROOT);
    List<Property> candidates =
        type.properties().stream()
            .filter(p -> p.name().toLowerCase(Locale.ROOT).equals(folded))
            .toList();
    return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private static Column column(String name, GraphType type, FieldVector vector) {
    Optional<Property> property =
        property(name, type).filter(p -> p.type().list() || !isText(p.type().scalar()));
    return property
        .map(
            p ->
                new Column(
                    p.name(),
                    TypeNames.expected(p.type()),
                    Optional.of(CsvCells.of(p.type(), vector))))
        .orElse(new Column(name, "Utf8", Optional.empty()));
  }

  private static boolean isText(Scalar scalar) {
    return scalar == Scalar.STRING || scalar == Scalar.BLOB;
  }

  /** A column of the header; without a writer its text is taken as it is. */
  private record Column(String name, String expected, Optional<TextCell> cell) {}

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public DictionaryProvider dictionaries() {
    return new DictionaryProvider.MapDictionaryProvider();
  }

  @Override
  public boolean next() throws IOException {
    before += root.getRowCount();
    root.getFieldVectors().forEach(FieldVector::reset);
    root.setRowCount(0);
    if (!texts.next()) {
      return false;
    }
    int rows = texts.root().getRowCount();
    for (int i = 0; i < columns.size(); i++) {
      VarCharVector text = (VarCharVector) texts.root().getVector(i);
      Optional<TextCell> cell = columns.get(i).cell();
      if (cell.isPresent()) {
        parse(text, rows, columns.get(i), cell.get());
      } else {
        copy(text, rows, (VarCharVector) root.getVector(i));
      }
    }
    root.setRowCount(rows);
    return true;
  }

  private static void copy(VarCharVector text, int rows, VarCharVector target) {
    for (int row = 0; row < rows; row++) {
      int length = text.getValueLength(row);
      if (length > 0) {
        target.setSafe(row, text.getStartOffset(row), length, text.getDataBuffer());
      }
    }
  }

  private void parse(VarCharVector text, int rows, Column column, TextCell cell)
      throws IOException {
    for (int row = 0; row < rows; row++) {
      if (text.getValueLength(row) > 0) {
        String value = text.getObject(row).toString();
        if (!cell.write(value, row)) {
          throw new InvalidRequest(
              source
                  + " row "
                  + (before + row + 1)
                  + ": property '"
                  + column.name()
                  + "' expects "
                  + column.expected()
                  + ", got \""
                  + shown(value)
                  + "\"");
        }
      }
    }
  }

  private static String shown(String value) {
    return value.codePointCount(0, value.length()) <= LONGEST_SHOWN
        ? value
        : value.substring(0, value.offsetByCodePoints(0, LONGEST_SHOWN)) + "…";
  }

  @Override
  public void close() {
    try {
      root.close();
    } finally {
      texts.close();
    }
  }
}

package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;

/**
 * A CSV file with a header. Every cell is read as what the schema says. An empty cell is null; one
 * that is empty between quotes is an empty text in a column of plain text, and null elsewhere.
 */
final class CsvScan implements Batches {
  private static final int LONGEST_SHOWN = 120;
  private static final int MOST_ROWS = 32_768;
  private static final long MOST_CHARS = 8L << 20;

  private final String source;
  private final CsvRecords records;
  private final VectorSchemaRoot root;
  private final List<Column> columns = new ArrayList<>();
  private long before;

  CsvScan(Path file, GraphType type, BufferAllocator allocator) throws IOException {
    source = file.getFileName().toString();
    records = new CsvRecords(file);
    try {
      List<String> header = header();
      root =
          VectorSchemaRoot.create(
              new Schema(header.stream().map(name -> field(name, type)).toList()), allocator);
      for (int i = 0; i < header.size(); i++) {
        columns.add(column(header.get(i), type, root.getVector(i)));
      }
    } catch (IOException | RuntimeException e) {
      records.close();
      throw e;
    }
  }

  private List<String> header() throws IOException {
    if (!records.next()) {
      throw new IOException("it is empty");
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      names.add(records.text(i));
    }
    return names;
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
    Optional<PropertyType> known = property(name, type).map(Property::type);
    String shownName = property(name, type).map(Property::name).orElse(name);
    boolean isText = known.map(t -> !t.list() && isText(t.scalar())).orElse(true);
    if (isText) {
      boolean mayBeEmpty = known.map(t -> t.scalar() == Scalar.STRING && !t.isEnum()).orElse(true);
      return new Column(shownName, "Utf8", mayBeEmpty, text((VarCharVector) vector));
    }
    PropertyType is = known.orElseThrow();
    TextCell cell = CsvCells.of(is, vector);
    return new Column(
        shownName,
        TypeNames.expected(is),
        false,
        (chars, from, length, row) -> cell.write(new String(chars, from, length), row));
  }

  private static boolean isText(Scalar scalar) {
    return scalar == Scalar.STRING || scalar == Scalar.BLOB;
  }

  private static CharCell text(VarCharVector vector) {
    Utf8Text utf8 = new Utf8Text();
    return (chars, from, length, row) -> {
      boolean hasEncoding = utf8.encode(chars, from, length);
      if (hasEncoding) {
        vector.setSafe(row, utf8.bytes(), 0, utf8.length());
      }
      return hasEncoding;
    };
  }

  /** Writes one cell; false when it does not spell a value of the column. */
  @FunctionalInterface
  private interface CharCell {
    boolean write(char[] chars, int from, int length, int row) throws IOException;
  }

  /** A column of the header. */
  private record Column(String name, String expected, boolean mayBeEmpty, CharCell cell) {}

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
    int rows = 0;
    long chars = 0;
    while (rows < MOST_ROWS && chars < MOST_CHARS && records.next()) {
      chars += write(rows);
      rows++;
    }
    root.setRowCount(rows);
    return rows > 0;
  }

  /** Writes the record as a row; answers its size. */
  private int write(int row) throws IOException {
    if (records.size() != columns.size()) {
      throw new InvalidRequest(
          place(row)
              + " (line "
              + records.line()
              + ") has "
              + records.size()
              + (records.size() == 1 ? " cell" : " cells")
              + ", but the header has "
              + columns.size()
              + "; put cells that hold a comma, a quote or a line break between quotes");
    }
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      int length = records.length(i);
      boolean isNull = length == 0 && !(column.mayBeEmpty() && records.isQuoted(i));
      if (!isNull && !column.cell().write(records.chars(), records.start(i), length, row)) {
        throw new InvalidRequest(
            place(row)
                + ": property '"
                + column.name()
                + "' expects "
                + column.expected()
                + ", got \""
                + shown(records.text(i))
                + "\"");
      }
    }
    return records.start(columns.size());
  }

  private String place(int row) {
    return source + " row " + (before + row + 1);
  }

  private static String shown(String value) {
    return value.codePointCount(0, value.length()) <= LONGEST_SHOWN
        ? value
        : value.substring(0, value.offsetByCodePoints(0, LONGEST_SHOWN)) + "…";
  }

  @Override
  public void close() throws IOException {
    try (records) {
      root.close();
    }
  }
}

package org.omnigraph.engine.load;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.load.Cells.Cell;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;

/** The rows of one type that are not handed on yet: one column per property, and the lines. */
final class OpenBatch implements AutoCloseable {
  private static final int MOST_ROWS = 16_384;
  private static final long MOST_BYTES = 8L << 20;
  private static final DictionaryProvider NO_DICTIONARIES =
      new DictionaryProvider.MapDictionaryProvider();

  private final GraphType type;
  private final String source;
  private final RowSink sink;
  private final VectorSchemaRoot root;
  private final Map<String, Column> columns = new HashMap<>();
  private final List<Column> required = new ArrayList<>();
  private final Column id;
  private final @Nullable VarCharVector src;
  private final @Nullable VarCharVector dst;
  private final Utf8Text utf8 = new Utf8Text();
  private final long[] lines = new long[MOST_ROWS];
  private int rows;
  private long bytes;

  OpenBatch(GraphType type, String source, LoadTarget target) {
    this.type = type;
    this.source = source;
    this.sink = target.rows(type.key());
    Schema schema = schema(type);
    sink.open(schema);
    this.root = VectorSchemaRoot.create(schema, target.allocator());
    this.id = new Column("id", "Utf8", Cells.text((VarCharVector) root.getVector("id")));
    boolean edge = type.kind() == EntityKind.EDGE;
    this.src = edge ? (VarCharVector) root.getVector("src") : null;
    this.dst = edge ? (VarCharVector) root.getVector("dst") : null;
    for (Property property : type.properties()) {
      FieldVector vector = root.getVector(property.name());
      Column column =
          new Column(
              property.name(),
              TypeNames.expected(property.type()),
              Cells.of(property.type(), vector));
      columns.put(property.name(), column);
      if (!property.type().nullable()) {
        required.add(column);
      }
    }
  }

  /** Every column may be null here: the staging knows which must not. */
  private static Schema schema(GraphType type) {
    List<Field> fields = new ArrayList<>();
    fields.add(Field.nullable("id", ArrowType.Utf8.INSTANCE));
    if (type.kind() == EntityKind.EDGE) {
      fields.add(Field.nullable("src", ArrowType.Utf8.INSTANCE));
      fields.add(Field.nullable("dst", ArrowType.Utf8.INSTANCE));
    }
    for (Property property : type.properties()) {
      fields.add(field(property));
    }
    return new Schema(fields);
  }

  /** The column of a property in an input that is read as text. */
  static Field field(Property property) {
    if (property.type().scalar() == Scalar.BLOB) {
      return Field.nullable(property.name(), ArrowType.Utf8.INSTANCE);
    }
    Field physical = PhysicalSchema.field(property);
    return new Field(
        property.name(), FieldType.nullable(physical.getType()), physical.getChildren());
  }

  GraphType type() {
    return type;
  }

  Column id() {
    return id;
  }

  /**
   * Writes the end points of an edge.
   *
   * @param unwritable made when a text has no encoding
   */
  void writeEnds(String from, String to, Supplier<RuntimeException> unwritable) {
    write(src, from, unwritable);
    write(dst, to, unwritable);
  }

  private void write(
      @Nullable VarCharVector end, String text, Supplier<RuntimeException> unwritable) {
    if (end == null || !utf8.encode(text.toCharArray(), 0, text.length())) {
      throw unwritable.get();
    }
    end.setSafe(rows, utf8.bytes(), 0, utf8.length());
  }

  @Nullable Column column(String name) {
    return columns.get(name);
  }

  /** The property names, for messages. */
  String columnNames() {
    String names = type.properties().stream().map(Property::name).collect(Collectors.joining(", "));
    return names.isEmpty() ? "it has no properties" : "its properties are " + names;
  }

  /** The row that values go to. */
  int row() {
    return rows;
  }

  /** A required property that the row has no value of yet. */
  @Nullable Column missing() {
    for (Column column : required) {
      if (column.lastRow != rows) {
        return column;
      }
    }
    return null;
  }

  /** Ends the row; hands the batch on when it is full. */
  void endRow(long line, int lineBytes) {
    lines[rows++] = line;
    bytes += lineBytes;
    if (rows == MOST_ROWS || bytes >= MOST_BYTES) {
      flush();
    }
  }

  /** Hands the rows on. */
  void flush() {
    if (rows == 0) {
      return;
    }
    root.setRowCount(rows);
    // The staging may keep the places for a message made later, so each batch has lines of its own.
    long[] places = Arrays.copyOf(lines, rows);
    sink.add(root, NO_DICTIONARIES, row -> source + " line " + places[row]);
    root.getFieldVectors().forEach(FieldVector::reset);
    root.setRowCount(0);
    columns.values().forEach(Column::forgetRows);
    rows = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    root.close();
  }

  /** A column and where its last value went. */
  static final class Column {
    private final String name;
    private final String expected;
    private final Cell cell;
    private int lastRow = -1;

    Column(String name, String expected, Cell cell) {
      this.name = name;
      this.expected = expected;
      this.cell = cell;
    }

    String name() {
      return name;
    }

    String expected() {
      return expected;
    }

    boolean write(JsonParser json, int row) throws IOException {
      lastRow = row;
      return cell.write(json, row);
    }

    private void forgetRows() {
      lastRow = -1;
    }
  }
}

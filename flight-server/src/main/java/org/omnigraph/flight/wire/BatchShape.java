package org.omnigraph.flight.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.BufferLayout;
import org.apache.arrow.vector.BufferLayout.BufferType;
import org.apache.arrow.vector.TypeLayout;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Whether the buffers of one record batch can hold the rows that it says it has. Arrow's vectors
 * make room for as many rows as a batch names, whatever its body is.
 *
 * <p>The layout is that of the <a
 * href="https://arrow.apache.org/docs/format/Columnar.html">columnar format</a>.
 */
final class BatchShape {
  /** What no batch needs: rows, and bytes that its compressed buffers become. */
  private static final long MOST_ROWS = 1L << 27;

  private static final long MOST_UNPACKED = 1L << 30;

  /** In front of a compressed buffer; -1 when the buffer was left as it is. */
  private static final int UNPACKED_LENGTH_BYTES = 8;

  /** The bytes that a buffer has at least. */
  private record Need(int buffer, long bytes) {}

  /** The last offset of lists is within their child's rows. */
  private record LastOffset(int buffer, long at, int width, long childRows) {}

  private final RecordBatch batch;
  private final boolean compressed;
  private final List<Need> needs = new ArrayList<>();
  private final List<LastOffset> offsets = new ArrayList<>();
  private final Map<Long, Long> read = new HashMap<>();
  private int nodes;
  private int buffers;
  private int variadics;

  /**
   * @param fields of the rows, as the schema has them
   * @throws IOException when the batch has other fields
   */
  BatchShape(List<Field> fields, RecordBatch batch) throws IOException {
    this.batch = batch;
    this.compressed = batch.compression() != null;
    requireRows(batch.length());
    for (Field field : fields) {
      column(field, field.getDictionary() != null);
    }
    if (nodes != batch.nodesLength() || buffers != batch.buffersLength()) {
      throw broken("the batch has other columns than its schema");
    }
  }

  /**
   * @param values of a dictionary, not the places in it
   */
  static BatchShape ofDictionary(Field values, RecordBatch batch) throws IOException {
    Field plain =
        new Field(
            values.getName(),
            new FieldType(values.isNullable(), values.getType(), null),
            values.getChildren());
    return new BatchShape(List.of(plain), batch);
  }

  private void column(Field field, boolean indexed) throws IOException {
    long rows = field(field, indexed);
    if (rows != batch.length()) {
      throw broken(
          "column '" + field.getName() + "' has " + rows + " rows in a batch of " + batch.length());
    }
  }

  /** Takes the nodes and buffers of a field and of what is below it; returns its rows. */
  private long field(Field field, boolean indexed) throws IOException {
    if (nodes == batch.nodesLength()) {
      throw broken("the batch has fewer columns than its schema");
    }
    FieldNode node = batch.nodes(nodes++);
    long rows = node.length();
    requireRows(rows);
    if (node.nullCount() < 0 || node.nullCount() > rows) {
      throw broken("column '" + field.getName() + "' has more nulls than rows");
    }
    ArrowType type =
        indexed && field.getDictionary() != null
            ? field.getDictionary().getIndexType()
            : field.getType();
    int lists = buffersOf(type, rows);
    if (!indexed) {
      children(field, rows, lists);
    }
    return rows;
  }

  private void children(Field field, long rows, int lists) throws IOException {
    for (Field child : field.getChildren()) {
      long childRows = field(child, child.getDictionary() != null);
      if (childRows < leastOfChild(field.getType(), rows)) {
        throw broken("column '" + field.getName() + "' has more rows than its parts");
      }
      if (lists >= 0 && rows > 0) {
        int width = isLarge(field.getType()) ? Long.BYTES : Integer.BYTES;
        offsets.add(new LastOffset(lists, rows * width, width, childRows));
      }
    }
  }

  private static long leastOfChild(ArrowType type, long rows) {
    if (type instanceof ArrowType.FixedSizeList list) {
      return rows * list.getListSize();
    }
    boolean sideBySide =
        type instanceof ArrowType.Struct
            || (type instanceof ArrowType.Union union && union.getMode() == UnionMode.Sparse);
    return sideBySide ? rows : 0;
  }

  /** Takes the buffers of one node; returns that with the offsets of its lists, or -1. */
  private int buffersOf(ArrowType type, long rows) throws IOException {
    TypeLayout whole = TypeLayout.getTypeLayout(type);
    List<BufferLayout> layouts = whole.getBufferLayouts();
    boolean varies = layouts.stream().anyMatch(one -> one.getType() == BufferType.OFFSET);
    int lists = -1;
    for (BufferLayout layout : layouts) {
      long bits = layout.getTypeBitWidth();
      if (bits < 0) {
        throw broken("a column is wider than a row can be");
      }
      switch (layout.getType()) {
        case VALIDITY -> needUnlessLeftOut((rows + 7) / 8);
        case OFFSET -> {
          long places = hasEnds(type) && rows > 0 ? rows + 1 : rows;
          lists = isList(type) ? buffers : -1;
          need(places * bits / 8);
        }
        case DATA -> need(varies ? 0 : (rows * bits + 7) / 8);
        case TYPE -> need(rows);
        case SIZE, VIEWS -> need(rows * bits / 8);
        case VARIADIC_DATA_BUFFERS -> {
          // Counted below, also where Arrow's layout leaves them out.
        }
      }
    }
    if (!whole.isFixedBufferCount()) {
      if (variadics == batch.variadicBufferCountsLength()) {
        throw broken("the batch has fewer view columns than its schema");
      }
      for (long i = batch.variadicBufferCounts(variadics++); i > 0; i--) {
        need(0);
      }
    }
    return lists;
  }

  private void needUnlessLeftOut(long bytes) throws IOException {
    boolean leftOut = buffers < batch.buffersLength() && batch.buffers(buffers).length() == 0;
    need(leftOut ? 0 : bytes);
  }

  private void need(long bytes) throws IOException {
    if (buffers == batch.buffersLength()) {
      throw broken("the batch has fewer buffers than its schema asks for");
    }
    needs.add(new Need(buffers++, bytes));
  }

  /** Whether offsets are ends too, one more than rows. */
  private static boolean hasEnds(ArrowType type) {
    return !(type instanceof ArrowType.Union
        || type instanceof ArrowType.ListView
        || type instanceof ArrowType.LargeListView);
  }

  private static boolean isList(ArrowType type) {
    return type instanceof ArrowType.List
        || type instanceof ArrowType.LargeList
        || type instanceof ArrowType.Map;
  }

  private static boolean isLarge(ArrowType type) {
    return type instanceof ArrowType.LargeList;
  }

  private static void requireRows(long rows) throws IOException {
    if (rows < 0 || rows > MOST_ROWS) {
      throw broken("a batch has at most " + MOST_ROWS + " rows; send several");
    }
  }

  /**
   * Takes the body.
   *
   * @param size its bytes
   */
  void read(CodedInputStream body, int size) throws IOException {
    TreeMap<Long, Integer> places = new TreeMap<>();
    if (compressed) {
      for (int i = 0; i < batch.buffersLength(); i++) {
        places.put(batch.buffers(i).offset(), UNPACKED_LENGTH_BYTES);
      }
    } else {
      offsets.forEach(
          last -> places.put(batch.buffers(last.buffer()).offset() + last.at(), last.width()));
    }
    int at = 0;
    for (Map.Entry<Long, Integer> place : places.entrySet()) {
      long from = place.getKey();
      if (from < at || from > size - place.getValue()) {
        continue;
      }
      body.skipRawBytes((int) from - at);
      ByteBuffer number =
          ByteBuffer.wrap(body.readRawBytes(place.getValue())).order(ByteOrder.LITTLE_ENDIAN);
      read.put(from, place.getValue() == Long.BYTES ? number.getLong() : number.getInt());
      at = (int) from + place.getValue();
    }
    body.skipRawBytes(size - at);
  }

  /**
   * Looks at the whole.
   *
   * @param body its bytes
   * @throws IOException when there is less than the rows need
   */
  void require(long body) throws IOException {
    long unpacked = 0;
    for (Need need : needs) {
      Buffer buffer = batch.buffers(need.buffer());
      boolean inside =
          buffer.offset() >= 0 && buffer.length() >= 0 && buffer.offset() <= body - buffer.length();
      if (!inside) {
        throw broken("a buffer of the batch lies outside its body");
      }
      long bytes = bytes(buffer);
      unpacked += bytes;
      if (bytes < need.bytes()) {
        throw broken("a buffer of the batch is too short for its rows");
      }
      if (compressed && unpacked > MOST_UNPACKED) {
        throw broken(
            "a compressed batch has at most " + MOST_UNPACKED + " bytes of rows; send several");
      }
    }
    if (!compressed) {
      requireOffsets();
    }
  }

  private void requireOffsets() throws IOException {
    for (LastOffset last : offsets) {
      Long value = read.get(batch.buffers(last.buffer()).offset() + last.at());
      if (value == null || value < 0 || value > last.childRows()) {
        throw broken("a list of the batch ends outside its values");
      }
    }
  }

  private long bytes(Buffer buffer) throws IOException {
    if (!compressed || buffer.length() == 0) {
      return buffer.length();
    }
    Long unpacked = read.get(buffer.offset());
    if (unpacked == null || unpacked < -1) {
      throw broken("a compressed buffer does not say how long it is");
    }
    return unpacked == -1 ? buffer.length() - UNPACKED_LENGTH_BYTES : unpacked;
  }

  private static IOException broken(String what) {
    return new InvalidProtocolBufferException(what);
  }
}

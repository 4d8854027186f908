package org.omnigraph.flight;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The header of a message as bytes, to be damaged. A flatbuffer begins with the place of its table,
 * a table with how far before it its list of fields lies, and that list, behind two lengths, has
 * the place of each field in the table.
 */
final class MessageHeader {
  private static final int VERSION = 0;
  private static final int METADATA = 4;
  private static final int FIELDS = 5;
  private static final int OUTSIDE = 0x7ff0;

  private final ByteBuffer bytes;
  private final int table;
  private final int fields;

  /** A copy with a list of all fields behind it, and room for more. */
  private MessageHeader(byte[] header) {
    int end = (header.length + 7) / 8 * 8;
    bytes = ByteBuffer.wrap(Arrays.copyOf(header, end + 64)).order(ByteOrder.LITTLE_ENDIAN);
    table = bytes.getInt(0);
    int before = table - bytes.getInt(table);
    int known = bytes.getShort(before) / Short.BYTES;
    fields = end;
    for (int i = 0; i < known; i++) {
      bytes.putShort(fields + i * Short.BYTES, bytes.getShort(before + i * Short.BYTES));
    }
    bytes.putShort(fields, (short) ((FIELDS + 2) * Short.BYTES));
    bytes.putInt(table, table - fields);
  }

  static MessageHeader of(byte[] header) {
    return new MessageHeader(header);
  }

  private int entry(int field) {
    return fields + (field + 2) * Short.BYTES;
  }

  /** It is of another version. */
  byte[] version(int version) {
    bytes.putShort(table + bytes.getShort(entry(VERSION)), (short) version);
    return bytes.array();
  }

  /** A field of it lies behind its end. */
  byte[] fieldOutside(int field) {
    bytes.putShort(entry(field), (short) OUTSIDE);
    return bytes.array();
  }

  /**
   * It has pairs of metadata.
   *
   * @param pairs how many it says
   * @param distance how far the first one lies from where its place is said
   */
  byte[] metadata(int pairs, int distance) {
    int list = fields + 24;
    bytes.putShort(entry(METADATA), (short) (list - table));
    bytes.putInt(list, Integer.BYTES);
    bytes.putInt(list + 4, pairs);
    bytes.putInt(list + 8, distance);
    bytes.putInt(list + 12, -OUTSIDE);
    return bytes.array();
  }
}

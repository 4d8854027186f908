package org.omnigraph.engine.load;

/**
 * A cursor over bytes of Thrift's compact protocol, which says the type of each field, so that
 * unknown ones can be passed over.
 */
final class ThriftCompact {
  private static final int STOP = 0;
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;

  private final byte[] bytes;
  private int at;
  private int field;
  private int type;

  ThriftCompact(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The place of the next byte. */
  int at() {
    return at;
  }

  /** Starts a struct; answers the field number of the one around it, for {@link #leave}. */
  int enter() {
    int outer = field;
    field = 0;
    return outer;
  }

  void leave(int outer) {
    field = outer;
  }

  /** Moves to the next field of the struct; its number, or 0 at the end. */
  int nextField() {
    int header = bytes[at++] & 0xFF;
    type = header & 0x0F;
    if (type == STOP) {
      return 0;
    }
    int delta = header >>> 4;
    field = delta == 0 ? (int) integer() : field + delta;
    return field;
  }

  /** A signed integer of any width but a byte. */
  long integer() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /** The number of items of a list of structs. */
  int listSize() {
    int header = bytes[at++] & 0xFF;
    type = header & 0x0F;
    int size = header >>> 4;
    return size == 15 ? Math.toIntExact(unsigned()) : size;
  }

  /** Passes over the value of the current field. */
  void skip() {
    skip(type);
  }

  private void skip(int skipped) {
    switch (skipped) {
      case TRUE, FALSE -> {}
      case BYTE -> at++;
      case I16, I32, I64 -> unsigned();
      case DOUBLE -> at += 8;
      case BINARY -> skipBytes(unsigned());
      case LIST, SET -> skipList();
      case MAP -> skipMap();
      case STRUCT -> skipStruct();
      default -> throw new IllegalArgumentException("no type of Thrift: " + skipped);
    }
  }

  private void skipBytes(long count) {
    at = Math.toIntExact(at + count);
  }

  private void skipList() {
    int size = listSize();
    int item = type;
    for (int i = 0; i < size; i++) {
      skipItem(item);
    }
  }

  private void skipMap() {
    int size = Math.toIntExact(unsigned());
    if (size == 0) {
      return;
    }
    int types = bytes[at++] & 0xFF;
    for (int i = 0; i < size; i++) {
      skipItem(types >>> 4);
      skipItem(types & 0x0F);
    }
  }

  /** A boolean takes a byte as an item, and none as a field. */
  private void skipItem(int item) {
    if (item == TRUE || item == FALSE) {
      at++;
    } else {
      skip(item);
    }
  }

  private void skipStruct() {
    int outer = enter();
    while (nextField() != 0) {
      skip();
    }
    leave(outer);
  }

  private long unsigned() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte part = bytes[at++];
      value |= (part & 0x7FL) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of Thrift is too long");
  }
}

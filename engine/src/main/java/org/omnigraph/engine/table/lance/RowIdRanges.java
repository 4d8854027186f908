package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lance.FragmentMetadata;
import org.lance.fragment.RowIdMeta;

/**
 * The stable ids of a fragment's rows where they are ranges, which is how Lance notes those of rows
 * that were written together. It spells them as its {@code RowIdSequence} message: segments, each
 * one of several kinds; a range is the kind 1, with a start and an end.
 */
final class RowIdRanges {
  private static final Pattern INLINE = Pattern.compile("\\{\"[Ii]nline\":\\[([0-9,]*)\\]\\}");

  /** The tag of a message in field 1. */
  private static final int MESSAGE = (1 << 3) | 2;

  private static final int START = 1 << 3;
  private static final int END = 2 << 3;

  private final byte[] bytes;
  private final List<long[]> ranges = new ArrayList<>();
  private int at;

  private RowIdRanges(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The ids of some rows of a fragment, in the order of the rows.
   *
   * @return empty when the fragment has ids that are no ranges
   */
  static Optional<List<Long>> ids(FragmentMetadata fragment, BitSet offsets) {
    RowIdMeta meta = fragment.getRowIdMeta();
    Matcher inline = INLINE.matcher(meta == null ? "" : meta.getMetadata());
    if (!inline.matches()) {
      return Optional.empty();
    }
    RowIdRanges read = new RowIdRanges(bytes(inline.group(1)));
    return read.readAll() ? read.at(offsets) : Optional.empty();
  }

  private static byte[] bytes(String list) {
    String[] numbers = list.isEmpty() ? new String[0] : list.split(",");
    byte[] bytes = new byte[numbers.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(numbers[i]);
    }
    return bytes;
  }

  private boolean readAll() {
    while (at < bytes.length) {
      if (!readSegment()) {
        return false;
      }
    }
    return true;
  }

  private boolean readSegment() {
    if (varint() != MESSAGE) {
      return false;
    }
    varint();
    if (at == bytes.length || varint() != MESSAGE) {
      return false;
    }
    long length = varint();
    long end = at + length;
    long[] range = new long[2];
    while (at < end) {
      long tag = varint();
      if (tag != START && tag != END) {
        return false;
      }
      range[tag == START ? 0 : 1] = varint();
    }
    ranges.add(range);
    return true;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; at < bytes.length; shift += 7) {
      byte next = bytes[at++];
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        break;
      }
    }
    return value;
  }

  private Optional<List<Long>> at(BitSet offsets) {
    List<Long> ids = new ArrayList<>(offsets.cardinality());
    long before = 0;
    for (long[] range : ranges) {
      long size = range[1] - range[0];
      int first = offsets.nextSetBit(Math.toIntExact(before));
      for (int i = first; i >= 0 && i < before + size; i = offsets.nextSetBit(i + 1)) {
        ids.add(range[0] + i - before);
      }
      before += size;
    }
    return ids.size() == offsets.cardinality() ? Optional.of(ids) : Optional.empty();
  }
}

package org.omnigraph.engine.table.lance;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.lance.FragmentMetadata;
import org.lance.fragment.RowIdMeta;
import org.lance.fragment.VersionMeta;

/**
 * Stable identities for the first rows of a table line that has lost them.
 *
 * <p>Lance marks a table as one with stable row ids, and a branch of a table without rows loses the
 * mark. Fragments that bring their identities bring it back. Lance goes on counting at 0 then, so
 * these begin where it never comes to.
 */
final class FirstRowIds {
  /** Above what a table can count to; far below what does not fit a signed number. */
  private static final long START = 1L << 40;

  private FirstRowIds() {}

  /**
   * The fragments, with an identity and the version of creation for each row.
   *
   * @param version the version that will show them
   */
  static List<FragmentMetadata> number(List<FragmentMetadata> fragments, long version) {
    List<FragmentMetadata> numbered = new ArrayList<>();
    long next = START;
    for (FragmentMetadata fragment : fragments) {
      long[] ids = new long[Math.toIntExact(fragment.getPhysicalRows())];
      for (int row = 0; row < ids.length; row++) {
        ids[row] = next++;
      }
      VersionMeta made = allOf(ids.length, version);
      numbered.add(
          new FragmentMetadata(
              fragment.getId(),
              fragment.getFiles(),
              fragment.getPhysicalRows(),
              fragment.getDeletionFile(),
              RowIdMeta.fromRowIds(ids),
              made,
              made));
    }
    return numbered;
  }

  /**
   * One version for all rows of a fragment, as Lance's {@code RowDatasetVersionSequence} message
   * spells it: one run of the range from 0 to the number of rows.
   */
  private static VersionMeta allOf(int rows, long version) {
    byte[] range = number(2, rows);
    byte[] run = join(message(1, message(1, range)), number(2, version));
    String bytes =
        Arrays.stream(unsigned(message(1, run)))
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    return new VersionMeta("{\"inline\":[" + bytes + "]}");
  }

  private static int[] unsigned(byte[] bytes) {
    int[] values = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      values[i] = Byte.toUnsignedInt(bytes[i]);
    }
    return values;
  }

  private static byte[] number(int field, long value) {
    return join(varint((long) field << 3), varint(value));
  }

  private static byte[] message(int field, byte[] body) {
    return join(varint(((long) field << 3) | 2), varint(body.length), body);
  }

  private static byte[] varint(long value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    long left = value;
    while (left >= 0x80) {
      bytes.write((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    bytes.write((int) left);
    return bytes.toByteArray();
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}

package org.omnigraph.engine.pending.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Integers by index, in pieces, so that growing copies nothing. What was never set is 0. */
public final class IntTable {
  private static final int PIECE_BITS = 12;
  private static final int PIECE = 1 << PIECE_BITS;

  private final StateMemory memory;
  private int[] @Nullable [] pieces = new int[1][];
  private int size;

  public IntTable(StateMemory memory) {
    this.memory = memory;
  }

  /** One more than the greatest index that was set. */
  public int size() {
    return size;
  }

  public int get(int index) {
    int which = index >>> PIECE_BITS;
    int[] piece = which < pieces.length ? pieces[which] : null;
    return piece == null ? 0 : piece[index & (PIECE - 1)];
  }

  public void set(int index, int value) {
    piece(index)[index & (PIECE - 1)] = value;
    size = Math.max(size, index + 1);
  }

  /** Sets the next index. */
  public void add(int value) {
    set(size, value);
  }

  /** Counts one more at an index and answers the new count. */
  public int increment(int index) {
    size = Math.max(size, index + 1);
    return ++piece(index)[index & (PIECE - 1)];
  }

  private int[] piece(int index) {
    int which = index >>> PIECE_BITS;
    if (which >= pieces.length) {
      pieces = Arrays.copyOf(pieces, Math.max(which + 1, 2 * pieces.length));
    }
    int[] piece = pieces[which];
    if (piece == null) {
      memory.charge(4L * PIECE);
      piece = new int[PIECE];
      pieces[which] = piece;
    }
    return piece;
  }
}

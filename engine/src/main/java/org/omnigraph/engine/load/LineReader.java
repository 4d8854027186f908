package org.omnigraph.engine.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/**
 * Cuts a stream into lines as slices of one buffer, which grows only as far as the longest line.
 * Blank lines are passed over; a carriage return before the newline is no part of the line.
 */
final class LineReader {
  static final int LONGEST = 32 << 20;

  private static final int INITIAL = 1 << 18;

  private final InputStream in;
  private final String source;
  private byte[] buffer = new byte[INITIAL];
  private int start;
  private int length;
  private int next;
  private int filled;
  private long number;
  private boolean ended;

  LineReader(InputStream in, String source) {
    this.in = in;
    this.source = source;
  }

  /** Moves to the next line that is not blank; false at the end. */
  boolean next() throws IOException {
    do {
      if (!nextLine()) {
        return false;
      }
    } while (isBlank());
    return true;
  }

  /** Holds the line from {@link #start} on, until the next move. */
  byte[] buffer() {
    return buffer;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  /** The number of the line, from 1, blank ones counted. */
  long number() {
    return number;
  }

  private boolean nextLine() throws IOException {
    int scanned = next;
    while (true) {
      int end = indexOfNewline(scanned);
      if (end >= 0) {
        take(end, end + 1);
        return true;
      }
      scanned = filled - next;
      // The carriage return of a line that just fits may be read already.
      requireShort(scanned - 1);
      if (ended || !fill()) {
        ended = true;
        boolean last = next < filled;
        if (last) {
          take(filled, filled);
        }
        return last;
      }
      scanned += next;
    }
  }

  private void take(int end, int following) {
    start = next;
    int stop = end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    length = stop - start;
    next = following;
    requireShort(length);
    number++;
  }

  private int indexOfNewline(int from) {
    for (int i = from; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Reads more behind what is there; moves the open line to the front first. */
  private boolean fill() throws IOException {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      filled -= next;
      next = 0;
    }
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(0, read);
    return read > 0;
  }

  private void requireShort(int bytes) {
    if (bytes > LONGEST) {
      throw new ResourceLimitExceeded(
          "graph_batch_line_bytes of " + source + " line " + (number + 1),
          LONGEST,
          bytes,
          "split the record, or load its type as a Parquet file");
    }
  }

  private boolean isBlank() {
    for (int i = start; i < start + length; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}

package org.omnigraph.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Bytes of UTF-8 text, printed. */
final class Utf8Stream extends OutputStream {
  private static final int SIZE = 64 << 10;

  private final PrintWriter out;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPLACE);
  private final ByteBuffer bytes = ByteBuffer.allocate(SIZE);
  private final CharBuffer chars = CharBuffer.allocate(SIZE);

  Utf8Stream(PrintWriter out) {
    this.out = out;
  }

  /** The other end of the pipe has gone. */
  static final class NobodyReads extends IOException {
    NobodyReads() {
      super("nobody reads the output any more");
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      int part = Math.min(left, bytes.remaining());
      bytes.put(source, from, part);
      from += part;
      left -= part;
      if (!bytes.hasRemaining()) {
        print();
      }
    }
  }

  private void print() throws IOException {
    bytes.flip();
    decoder.decode(bytes, chars, false);
    bytes.compact();
    out.append(chars.flip());
    chars.clear();
    if (out.checkError()) {
      throw new NobodyReads();
    }
  }

  @Override
  public void flush() throws IOException {
    print();
  }

  /** Leaves the printer open. */
  @Override
  public void close() {
    out.flush();
  }
}

package org.omnigraph.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Bytes written once and read once, in memory up to a bound and on disk beyond it. The file has no
 * name while it is used, so that a killed process leaves nothing behind.
 */
final class Spool extends OutputStream {
  private static final int IN_MEMORY = 16 << 20;

  private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
  private final int bound;
  private @Nullable FileChannel file;

  Spool() {
    this(IN_MEMORY);
  }

  Spool(int bound) {
    this.bound = bound;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (memory.size() + length > bound) {
      spill();
    }
    memory.write(bytes, offset, length);
  }

  boolean spilled() {
    return file != null;
  }

  /** All that was written; nothing may be written afterwards. */
  InputStream read() throws IOException {
    if (file == null) {
      return new ByteArrayInputStream(memory.toByteArray());
    }
    spill();
    file.position(0);
    return Channels.newInputStream(file);
  }

  private void spill() throws IOException {
    if (file == null) {
      file = nameless();
    }
    ByteBuffer held = ByteBuffer.wrap(memory.toByteArray());
    while (held.hasRemaining()) {
      file.write(held);
    }
    memory.reset();
  }

  private static FileChannel nameless() throws IOException {
    Path path = Files.createTempFile("omnigraph-rows", ".json");
    return FileChannel.open(
        path,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}

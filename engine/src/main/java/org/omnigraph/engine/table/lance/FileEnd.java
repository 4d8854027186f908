package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The last bytes of a file, by which a file that was cut short is told from a whole one. */
final class FileEnd {
  static final FileEnd ARROW = new FileEnd("ARROW1");
  static final FileEnd LANCE = new FileEnd("LANC");

  private final byte[] bytes;

  private FileEnd(String text) {
    this.bytes = text.getBytes(StandardCharsets.US_ASCII);
  }

  boolean isOf(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      if (file.length() < bytes.length) {
        return false;
      }
      byte[] end = new byte[bytes.length];
      file.seek(file.length() - end.length);
      file.readFully(end);
      return Arrays.equals(end, bytes);
    }
  }
}

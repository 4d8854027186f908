package org.omnigraph.engine.table.lance;

import java.nio.charset.StandardCharsets;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.object.StoredFiles;

/** The last bytes of a file, by which a file that was cut short is told from a whole one. */
final class FileEnd {
  static final FileEnd ARROW = new FileEnd("ARROW1");
  static final FileEnd LANCE = new FileEnd("LANC");

  /** Whatever it is. */
  static final FileEnd ANY = new FileEnd("");

  private final byte[] bytes;

  private FileEnd(String text) {
    this.bytes = text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Looks at a file that was just written.
   *
   * @throws StorageUnavailable when a part of it is missing
   */
  void require(StoredFiles files, String file) {
    if (files.isCut(file, bytes)) {
      throw new StorageUnavailable(file + " could not be written; is the disk full?", null);
    }
  }
}

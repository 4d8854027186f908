package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.fragment.DeletionFile;
import org.lance.fragment.DeletionFileType;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * The files that say which rows of a fragment are gone. Lance does not report that the disk was
 * full when it wrote one, and a version with such a file can be read by nobody; so each is looked
 * at before it is committed.
 */
final class DeletionFiles {
  private static final byte[] ARROW_END = "ARROW1".getBytes(StandardCharsets.US_ASCII);

  private DeletionFiles() {}

  /**
   * Looks at the newly written deletion file of a fragment.
   *
   * @throws StorageUnavailable when it is not whole
   */
  static void requireWhole(Dataset dataset, FragmentMetadata fragment) {
    DeletionFile deletions = fragment.getDeletionFile();
    if (deletions == null) {
      return;
    }
    boolean array = deletions.getFileType() == DeletionFileType.ARRAY;
    String name =
        fragment.getId()
            + "-"
            + deletions.getReadVersion()
            + "-"
            + Long.toUnsignedString(deletions.getId())
            + (array ? ".arrow" : ".bin");
    Path file = Path.of(dataset.uri(), "_deletions", name);
    try {
      if (Files.exists(file) && !(array ? endsAsArrow(file) : Files.size(file) > 0)) {
        throw new StorageUnavailable(file + " could not be written; is the disk full?", null);
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read " + file + ": " + e, e);
    }
  }

  private static boolean endsAsArrow(Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
      if (file.length() < ARROW_END.length) {
        return false;
      }
      byte[] end = new byte[ARROW_END.length];
      file.seek(file.length() - end.length);
      file.readFully(end);
      return Arrays.equals(end, ARROW_END);
    }
  }
}

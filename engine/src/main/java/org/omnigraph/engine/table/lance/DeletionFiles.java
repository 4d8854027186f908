package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      if (Files.exists(file) && !(array ? FileEnd.ARROW.isOf(file) : Files.size(file) > 0)) {
        throw new StorageUnavailable(file + " could not be written; is the disk full?", null);
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read " + file + ": " + e, e);
    }
  }
}

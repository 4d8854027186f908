package org.omnigraph.engine.table.lance;

import org.lance.Dataset;
import org.lance.FragmentMetadata;
import org.lance.fragment.DeletionFile;
import org.lance.fragment.DeletionFileType;
import org.omnigraph.engine.object.StoredFiles;

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
   * @throws org.omnigraph.engine.error.StorageUnavailable when it is not whole
   */
  static void requireWhole(StoredFiles files, Dataset dataset, FragmentMetadata fragment) {
    DeletionFile deletions = fragment.getDeletionFile();
    if (deletions == null) {
      return;
    }
    boolean array = deletions.getFileType() == DeletionFileType.ARRAY;
    (array ? FileEnd.ARROW : FileEnd.ANY).require(files, path(dataset, fragment, deletions));
  }

  /** Where a deletion file of the dataset's own is. */
  static String path(Dataset dataset, FragmentMetadata fragment, DeletionFile deletions) {
    String name =
        fragment.getId()
            + "-"
            + deletions.getReadVersion()
            + "-"
            + Long.toUnsignedString(deletions.getId())
            + (deletions.getFileType() == DeletionFileType.ARRAY ? ".arrow" : ".bin");
    return dataset.uri() + "/_deletions/" + name;
  }
}

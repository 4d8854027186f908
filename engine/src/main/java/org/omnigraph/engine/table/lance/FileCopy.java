package org.omnigraph.engine.table.lance;

import org.omnigraph.engine.object.StoredFiles;

/** A data file at a second place. */
final class FileCopy {
  private static final String SUFFIX = ".lance";

  private FileCopy() {}

  /** Copies a file with the large values that Lance keeps in a directory of the file's name. */
  static void make(StoredFiles files, String from, String to) {
    files.copy(from, to);
    for (StoredFiles.Entry value : files.list(values(from))) {
      files.copy(values(from) + "/" + value.name(), values(to) + "/" + value.name());
    }
  }

  private static String values(String file) {
    return file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
  }
}

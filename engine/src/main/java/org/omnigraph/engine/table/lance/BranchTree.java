package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.omnigraph.engine.object.StoredFiles;

/**
 * The files of one branch of a dataset, found once.
 *
 * <p>Data files have names that no later branch uses again, so they may be removed at any time
 * after; the others must be gone before a branch of the same name is made.
 */
final class BranchTree {
  private static final Set<String> READ_BY_SCANS = Set.of("data", "_deletions", "_indices");

  private final StoredFiles files;
  private final String directory;
  private final List<String> directories;
  private final List<String> readByScans = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  /**
   * Looks for the files.
   *
   * @param directory the branch's own
   * @param foreign directories below it that belong to other branches, named from there
   */
  BranchTree(StoredFiles files, String directory, Set<String> foreign) {
    this.files = files;
    this.directory = directory;
    StoredFiles.Tree tree = files.walk(directory, foreign);
    this.directories = tree.directories();
    for (String name : tree.files()) {
      int slash = name.indexOf('/');
      String first = slash < 0 ? name : name.substring(0, slash);
      (READ_BY_SCANS.contains(first) ? readByScans : others).add(name);
    }
  }

  /** Whether a branch of the name cannot be made, because the files are a dataset still. */
  boolean isDataset() {
    return !others.isEmpty();
  }

  /** Removes what open datasets do not read. */
  void removeOthers() {
    others.forEach(this::remove);
  }

  /** Removes the data files, and the directories as far as they are empty then. */
  void removeReadByScans() {
    readByScans.forEach(this::remove);
    directories.forEach(name -> files.deleteIfEmpty(place(name)));
  }

  private void remove(String name) {
    files.delete(place(name));
  }

  private String place(String name) {
    return name.isEmpty() ? directory : directory + "/" + name;
  }
}

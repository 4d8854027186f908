package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * The files of one branch of a dataset, found once.
 *
 * <p>Data files have names that no later branch uses again, so they may be removed at any time
 * after; the others must be gone before a branch of the same name is made.
 */
final class BranchTree {
  private static final Set<String> READ_BY_SCANS = Set.of("data", "_deletions", "_indices");

  private final Path directory;
  private final List<Path> readByScans = new ArrayList<>();
  private final List<Path> others = new ArrayList<>();
  private final List<Path> directories = new ArrayList<>();

  /**
   * Looks for the files.
   *
   * @param directory the branch's own
   * @param foreign directories below it that belong to other branches
   */
  BranchTree(Path directory, Set<Path> foreign) {
    this.directory = directory;
    try {
      if (Files.isDirectory(directory)) {
        Files.walkFileTree(directory, new Collecting(foreign));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private final class Collecting extends SimpleFileVisitor<Path> {
    private final Set<Path> foreign;

    Collecting(Set<Path> foreign) {
      this.foreign = foreign;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      return foreign.contains(dir) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      String first = directory.relativize(file).getName(0).toString();
      (READ_BY_SCANS.contains(first) ? readByScans : others).add(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      directories.add(dir);
      return FileVisitResult.CONTINUE;
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
    for (Path dir : directories) {
      try (Stream<Path> left = Files.list(dir)) {
        if (left.findAny().isEmpty()) {
          Files.deleteIfExists(dir);
        }
      } catch (NoSuchFileException e) {
        // Another removal was faster.
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  private void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private StorageUnavailable failed(IOException e) {
    return new StorageUnavailable("cannot remove the files of " + directory + ": " + e, e);
  }
}

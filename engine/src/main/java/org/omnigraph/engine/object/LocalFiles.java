package org.omnigraph.engine.object;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.StorageUnavailable;

/** Files of the local file system; a second place of a file is a hard link where it has them. */
public final class LocalFiles implements StoredFiles {
  @Override
  public Optional<byte[]> read(String file) {
    try {
      return Optional.of(Files.readAllBytes(Path.of(file)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      // A file where a directory should be says so in ways that differ.
      if (!Files.exists(Path.of(file))) {
        return Optional.empty();
      }
      throw failed("read", file, e);
    }
  }

  @Override
  public Optional<Facts> facts(String file) {
    try {
      return Optional.of(new Facts(Files.size(Path.of(file)), Optional.empty()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("read the size of", file, e);
    }
  }

  @Override
  public boolean exists(String file) {
    return Files.exists(Path.of(file));
  }

  @Override
  public void delete(String file) {
    try {
      Files.deleteIfExists(Path.of(file));
    } catch (IOException e) {
      throw failed("delete", file, e);
    }
  }

  @Override
  public List<Entry> list(String directory) {
    try (Stream<Path> files = Files.list(Path.of(directory))) {
      return files
          .map(file -> new Entry(String.valueOf(file.getFileName()), file.toFile().length()))
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw failed("list", directory, e);
    }
  }

  @Override
  public Tree walk(String directory, Set<String> without) {
    Path root = Path.of(directory);
    Collecting found = new Collecting(root, without);
    try {
      if (Files.isDirectory(root)) {
        Files.walkFileTree(root, found);
      }
    } catch (IOException e) {
      throw failed("look through", directory, e);
    }
    return new Tree(found.files, found.directories);
  }

  private static final class Collecting extends SimpleFileVisitor<Path> {
    private final Path root;
    private final Set<String> without;
    private final List<String> files = new ArrayList<>();
    private final List<String> directories = new ArrayList<>();

    Collecting(Path root, Set<String> without) {
      this.root = root;
      this.without = without;
    }

    private String name(Path path) {
      return root.relativize(path).toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    @Override
    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
      return without.contains(name(dir)) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      files.add(name(file));
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      directories.add(name(dir));
      return FileVisitResult.CONTINUE;
    }
  }

  @Override
  public void deleteIfEmpty(String directory) {
    Path path = Path.of(directory);
    try (Stream<Path> left = Files.list(path)) {
      if (left.findAny().isEmpty()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      // Another removal was faster.
    } catch (IOException e) {
      throw failed("remove", directory, e);
    }
  }

  @Override
  public void copy(String from, String to) {
    Path source = Path.of(from);
    Path target = Path.of(to);
    try {
      Files.createDirectories(target.resolveSibling(""));
      Files.createLink(target, source);
    } catch (FileAlreadyExistsException e) {
      // An earlier attempt was here; a file never changes.
    } catch (UnsupportedOperationException e) {
      copyBytes(source, target);
    } catch (IOException e) {
      throw failed("copy to " + to, from, e);
    }
  }

  private static void copyBytes(Path source, Path target) {
    try {
      Files.copy(source, target);
    } catch (IOException e) {
      throw failed("copy to " + target, source.toString(), e);
    }
  }

  @Override
  public boolean isCut(String file, byte[] end) {
    try (RandomAccessFile opened = new RandomAccessFile(file, "r")) {
      if (opened.length() < Math.max(1, end.length)) {
        return true;
      }
      byte[] last = new byte[end.length];
      opened.seek(opened.length() - last.length);
      opened.readFully(last);
      return !Arrays.equals(last, end);
    } catch (IOException e) {
      if (!Files.exists(Path.of(file))) {
        return false;
      }
      throw failed("read", file, e);
    }
  }

  @Override
  public Optional<String> first(String directory) {
    return Optional.empty();
  }

  /** What a directory is like. */
  private record Mark(Optional<Object> key, FileTime changed) {}

  @Override
  public Optional<Object> mark(String directory) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(Path.of(directory), BasicFileAttributes.class);
      return Optional.of(
          new Mark(Optional.ofNullable(attributes.fileKey()), attributes.lastModifiedTime()));
    } catch (IOException e) {
      // Then it has to be listed, which says what is wrong.
      return Optional.empty();
    }
  }

  @Override
  public String recorded(String file) {
    return Path.of(file).toString();
  }

  private static StorageUnavailable failed(String what, String file, IOException e) {
    return new StorageUnavailable("cannot " + what + " " + file + ": " + e, e);
  }
}

package org.omnigraph.engine.object;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * Texts as files. A text is written beside its place under {@code name#<digits>} and moved there;
 * left-overs of that spelling are no texts.
 */
public final class LocalObjectStore implements ObjectStore {
  private static final Pattern STAGED = Pattern.compile(".*#\\d+");

  private final String root;

  /** A store below a directory, which need not exist yet. */
  public LocalObjectStore(String root) {
    this.root = root;
  }

  @Override
  public String root() {
    return root;
  }

  @Override
  public boolean isRoot(String spelling) {
    try {
      return spelling.equals(root)
          || (Files.exists(Path.of(spelling))
              && Files.isSameFile(Path.of(spelling), Path.of(root)));
    } catch (IOException e) {
      throw failed("look for", "", e);
    }
  }

  private Path path(String name) {
    if (STAGED.matcher(name).matches()) {
      throw new StorageUnavailable(
          root + "/" + name + " is the name of a text being written, not of a text");
    }
    return Path.of(root, name);
  }

  @Override
  public Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(path(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      throw new CorruptState(root + "/" + name + " is not UTF-8 text; restore the file", e);
    } catch (IOException e) {
      throw failed("read", name, e);
    }
  }

  @Override
  public void write(String name, String text) {
    try {
      Path staged = staged(name);
      try {
        fill(staged, text);
        Files.move(
            staged,
            path(name),
            StandardCopyOption.ATOMIC_MOVE,
            StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(staged);
      }
    } catch (IOException e) {
      throw failed("write", name, e);
    }
  }

  @Override
  public boolean writeIfAbsent(String name, String text) {
    try {
      Path staged = staged(name);
      try {
        fill(staged, text);
        Files.createLink(path(name), staged);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      } finally {
        Files.deleteIfExists(staged);
      }
    } catch (IOException e) {
      throw failed("create", name, e);
    }
  }

  /** A new place beside that of the text, in a directory that exists. */
  private Path staged(String name) throws IOException {
    Path directory = path(name).toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    int digits = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    return Path.of(root, name + "#" + digits);
  }

  private static void fill(Path staged, String text) throws IOException {
    try (FileChannel file =
        FileChannel.open(staged, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    }
  }

  @Override
  public void delete(String name) {
    try {
      Files.deleteIfExists(path(name));
    } catch (IOException e) {
      throw failed("delete", name, e);
    }
  }

  @Override
  public boolean exists(String name) {
    if (Files.isRegularFile(Path.of(root))) {
      return false;
    }
    try (Stream<Path> files = Files.walk(path(name))) {
      return files.anyMatch(Files::isRegularFile);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw failed("look for", name, e);
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        // It went while we looked; what is there now counts.
        return exists(name);
      }
      throw new StorageUnavailable("cannot look for " + root + "/" + name + ": " + e, e);
    }
  }

  @Override
  public List<String> list(String directory) {
    try (Stream<Path> files = Files.list(path(directory))) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !STAGED.matcher(name).matches())
          .sorted()
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw failed("list", directory, e);
    }
  }

  private StorageUnavailable failed(String what, String name, IOException e) {
    return new StorageUnavailable("cannot " + what + " " + root + "/" + name + ": " + e, e);
  }
}

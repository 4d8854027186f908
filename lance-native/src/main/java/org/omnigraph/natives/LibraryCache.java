package org.omnigraph.natives;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One folder of unpacked libraries. */
record LibraryCache(Path directory) {
  private static final String HALF_WRITTEN = ".part";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** The folders to try, best first. */
  static List<LibraryCache> candidates() {
    return candidates(System.getenv());
  }

  static List<LibraryCache> candidates(Map<String, String> environment) {
    List<LibraryCache> caches = new ArrayList<>();
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    // The XDG convention: a path that is not absolute is to be ignored.
    if (!xdg.isEmpty() && Path.of(xdg).isAbsolute()) {
      caches.add(new LibraryCache(Path.of(xdg, "omnigraph", "native")));
    }
    String home = System.getProperty("user.home", "");
    if (!home.isEmpty() && Path.of(home).isAbsolute()) {
      caches.add(new LibraryCache(Path.of(home, ".cache", "omnigraph", "native")));
    }
    String user = System.getProperty("user.name", "any").replaceAll("[^\\w.-]", "_");
    Path shared = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    // One level deep: below a folder of another, even our own folder could be exchanged.
    caches.add(new LibraryCache(shared.resolve("omnigraph-native-" + user)));
    return caches;
  }

  /**
   * The complete copy of a library in this folder, unpacked now if it is not there.
   *
   * @throws IOException when the folder cannot be written, is full, or is somebody else's
   */
  Path hold(PackedLibrary library, String name) throws IOException {
    Path file = directory.resolve(fileName(library, name)).toAbsolutePath();
    makeOurs();
    if (!isComplete(file, library)) {
      unpackOnce(library, file);
    }
    return file;
  }

  /**
   * Makes the folder one that only this user can enter. In a shared temp folder anybody can have
   * made it beforehand, with a library of theirs in it: entering a folder closed to all but its
   * owner, or closing it, proves who owns it. Only root can do both to the folder of another.
   */
  private void makeOurs() throws IOException {
    Files.createDirectories(directory);
    if (!Files.getFileStore(directory).supportsFileAttributeView("posix")) {
      return;
    }
    PosixFileAttributes attributes =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    boolean foreign = isRoot() && !attributes.owner().getName().equals("root");
    if (foreign || attributes.isSymbolicLink()) {
      throw new IOException("belongs to somebody else");
    }
    if (!attributes.permissions().equals(OWNER_ONLY)) {
      Files.setPosixFilePermissions(directory, OWNER_ONLY);
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static String fileName(PackedLibrary library, String name) {
    String mapped = System.mapLibraryName(name);
    int dot = mapped.lastIndexOf('.');
    return mapped.substring(0, dot)
        + "-"
        + HexFormat.of().toHexDigits((int) library.crc())
        + "-"
        + library.size()
        + mapped.substring(dot);
  }

  /** A copy gets its name only when it is whole, so its size is all there is to check. */
  private static boolean isComplete(Path file, PackedLibrary library) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) == library.size();
  }

  private static void unpackOnce(PackedLibrary library, Path file) throws IOException {
    Path lock = file.resolveSibling(file.getFileName() + ".lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var held = channel.lock()) {
      if (held.isValid() && !isComplete(file, library)) {
        removeHalfWritten(file);
        unpack(library, file);
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException("another class loader of this JVM is unpacking there", e);
    }
  }

  /** Only the holder of the lock writes, so every part that is found belongs to a dead process. */
  private static void removeHalfWritten(Path file) throws IOException {
    String parts = file.getFileName() + ".*" + HALF_WRITTEN;
    try (DirectoryStream<Path> dead = Files.newDirectoryStream(file.getParent(), parts)) {
      for (Path part : dead) {
        Files.deleteIfExists(part);
      }
    }
  }

  private static void unpack(PackedLibrary library, Path file) throws IOException {
    Path part =
        file.resolveSibling(
            file.getFileName() + "." + ProcessHandle.current().pid() + HALF_WRITTEN);
    try {
      write(library, part);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Forced to disk before it gets its name: a copy outlives a crash of the machine whole or not.
   */
  private static void write(PackedLibrary library, Path part) throws IOException {
    try (InputStream in = library.open();
        FileChannel out =
            FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      in.transferTo(Channels.newOutputStream(out));
      out.force(true);
    }
  }
}

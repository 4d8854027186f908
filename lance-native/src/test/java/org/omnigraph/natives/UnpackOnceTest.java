package org.omnigraph.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackOnceTest {
  @TempDir Path folder;

  @Test
  void theSecondStartReadsNothingAndUnpacksNothing() throws IOException {
    LibraryCache cache = new LibraryCache(folder.resolve("native"));
    PackedLibrary library = TestLibrary.in(folder, 1).packed();
    Path first = cache.hold(library, "noise");
    Object before = identity(first);

    PackedLibrary unreadable =
        new PackedLibrary(new URL("file:/no/such/file"), library.crc(), library.size());
    Path second = cache.hold(unreadable, "noise");

    assertThat(second).isEqualTo(first);
    assertThat(identity(second)).isEqualTo(before);
  }

  @Test
  void theCopyHasTheBytesOfTheJar() throws IOException {
    PackedLibrary library = TestLibrary.in(folder, 2).packed();

    Path file = new LibraryCache(folder.resolve("native")).hold(library, "noise");

    try (InputStream packed = library.open()) {
      assertThat(Files.readAllBytes(file)).isEqualTo(packed.readAllBytes());
    }
  }

  @Test
  void anotherReleaseGetsACopyOfItsOwn() throws IOException {
    LibraryCache cache = new LibraryCache(folder.resolve("native"));

    Path first = cache.hold(TestLibrary.in(folder, 3).packed(), "noise");
    Path second = cache.hold(TestLibrary.in(folder, 4).packed(), "noise");

    assertThat(second).isNotEqualTo(first).hasSize(TestLibrary.SIZE);
    assertThat(first).hasSize(TestLibrary.SIZE);
  }

  @Test
  void aCutOffCopyIsMadeAgain() throws IOException {
    LibraryCache cache = new LibraryCache(folder.resolve("native"));
    PackedLibrary library = TestLibrary.in(folder, 5).packed();
    Path file = cache.hold(library, "noise");
    Files.write(file, new byte[100]);

    assertThat(cache.hold(library, "noise")).hasSize(TestLibrary.SIZE);
  }

  @Test
  void aFolderOpenToOthersIsClosed() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    new LibraryCache(open).hold(TestLibrary.in(folder, 6).packed(), "noise");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
        .isEqualTo("rwx------");
  }

  @Test
  void aLinkInThePlaceOfTheFolderIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    PackedLibrary library = TestLibrary.in(folder, 7).packed();

    assertThatThrownBy(() -> new LibraryCache(link).hold(library, "noise"))
        .isInstanceOf(IOException.class);
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void theFailedUnpackLeavesNothing() throws IOException {
    Path cache = folder.resolve("native");
    PackedLibrary gone = new PackedLibrary(new URL("file:/no/such/file"), 1, 1);

    assertThatThrownBy(() -> new LibraryCache(cache).hold(gone, "noise"))
        .isInstanceOf(IOException.class);

    assertThat(filesOf(cache)).allMatch(name -> name.endsWith(".lock"));
  }

  @Test
  void theCacheFolderOfTheEnvironmentComesFirstUnlessItIsRelative() {
    assertThat(LibraryCache.candidates(Map.of("XDG_CACHE_HOME", "/var/cache/me")).get(0))
        .isEqualTo(new LibraryCache(Path.of("/var/cache/me/omnigraph/native")));
    assertThat(LibraryCache.candidates(Map.of("XDG_CACHE_HOME", "here")))
        .isEqualTo(LibraryCache.candidates(Map.of()));
  }

  static List<String> filesOf(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static Object identity(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return List.of(attributes.fileKey(), attributes.lastModifiedTime());
  }
}

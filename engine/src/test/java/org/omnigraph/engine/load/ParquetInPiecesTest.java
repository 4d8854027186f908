package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A large Parquet file goes to the native reader some row groups at a time. */
class ParquetInPiecesTest {
  private static final int ROWS = 6_144;
  private static final int GROUP_ROWS = 2_048;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = folder.resolve("Note.parquet");
    try (InputStream in =
        Objects.requireNonNull(getClass().getResourceAsStream("/load/three-row-groups.parquet"))) {
      Files.copy(in, file);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 25_000, 1L << 30})
  void everyRowComesOnceAndInOrder(long pieceBytes) throws IOException {
    Set<Path> before = pieces();
    List<String> texts = new ArrayList<>();
    List<Long> kinds = new ArrayList<>();

    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan = new ParquetScan(file, allocator, pieceBytes)) {
      assertThat(scan.totalRows()).hasValue(ROWS);
      while (scan.next()) {
        for (int row = 0; row < scan.root().getRowCount(); row++) {
          texts.add(scan.root().getVector("text").getObject(row).toString());
          kinds.add((Long) scan.root().getVector("kind").getObject(row));
        }
      }
    }

    assertThat(texts).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertThat(texts.get(i)).isEqualTo("note " + i);
      assertThat(kinds.get(i)).isEqualTo(i % 7);
    }
    assertThat(pieces()).isEqualTo(before);
  }

  @Test
  void anEarlyEndLeavesNoPiece() throws IOException {
    Set<Path> before = pieces();

    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan = new ParquetScan(file, allocator, 1)) {
      assertThat(scan.next()).isTrue();
      assertThat(scan.root().getRowCount()).isEqualTo(GROUP_ROWS);
      assertThat(pieces()).hasSize(before.size() + 1);
    }

    assertThat(pieces()).isEqualTo(before);
  }

  @Test
  void aFileThatBreaksOffLaterIsRefusedWithoutAPieceLeft() throws IOException {
    Set<Path> before = pieces();
    try (RootAllocator allocator = new RootAllocator();
        ParquetScan scan = new ParquetScan(file, allocator, 1)) {
      assertThat(scan.next()).isTrue();
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));

      assertThatThrownBy(
              () -> {
                while (scan.next()) {
                  assertThat(scan.root().getRowCount()).isPositive();
                }
              })
          .hasMessageContaining("became shorter");
    }
    assertThat(pieces()).isEqualTo(before);
  }

  @Test
  void theFooterListsTheRowGroups() throws IOException {
    ParquetFooter footer = ParquetFooter.read(file).orElseThrow();

    assertThat(footer.rows()).isEqualTo(ROWS);
    assertThat(footer.groups()).hasSize(3).allMatch(g -> g.rows() == GROUP_ROWS);
    assertThat(footer.groups().get(0).dataFrom()).isEqualTo(4);
    assertThat(footer.groups().get(1).dataFrom())
        .isGreaterThanOrEqualTo(footer.groups().get(0).dataTo());
  }

  @ParameterizedTest
  @CsvSource({
    "nodes/Airport, 1458",
    "nodes/Flight, 336776",
    "edges/FlownBy, 284170",
    "edges/Route, 217"
  })
  void footersOfOtherWritersAreRead(String type, long rows) throws IOException {
    Path flights = Path.of("../data/nycflights/" + type + ".parquet");

    assertThat(ParquetFooter.read(flights).orElseThrow().rows()).isEqualTo(rows);
  }

  @Test
  void aBrokenFooterIsNoFooter() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    int from = whole.length - 8 - length(whole);

    for (int at = from; at < whole.length; at += 7) {
      byte[] broken = whole.clone();
      broken[at] ^= 0x55;
      Path path = Files.write(folder.resolve("broken"), broken);
      ParquetFooter.read(path)
          .ifPresent(f -> assertThat(f.groups()).allMatch(g -> g.dataTo() <= broken.length));
    }
    assertThat(ParquetFooter.read(Files.write(folder.resolve("short"), new byte[12]))).isEmpty();
    assertThat(
            ParquetFooter.read(
                Files.write(folder.resolve("cut"), Arrays.copyOf(whole, whole.length - 1))))
        .isEmpty();
  }

  private static int length(byte[] whole) {
    return java.nio.ByteBuffer.wrap(whole)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
        .getInt(whole.length - 8);
  }

  private static Set<Path> pieces() throws IOException {
    Set<Path> pieces = new TreeSet<>();
    Path temp = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> found = Files.newDirectoryStream(temp, "omnigraph-load-*")) {
      found.forEach(pieces::add);
    }
    return pieces;
  }
}

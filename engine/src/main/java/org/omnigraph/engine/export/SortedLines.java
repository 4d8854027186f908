package org.omnigraph.engine.export;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Lines with ids, given in any order and written by id in byte order. Holds a bounded number of
 * bytes; full runs go to temporary files, sorted, and are merged at the end.
 */
final class SortedLines implements Closeable {
  private static final int OBJECT_BYTES = 96;
  private static final int FILE_BUFFER = 64 << 10;
  private static final Comparator<Line> BY_ID =
      (left, right) -> Arrays.compareUnsigned(left.id, right.id);

  private final long mostBytes;
  private final List<Path> runs = new ArrayList<>();
  private List<Line> held = new ArrayList<>();
  private long heldBytes;

  /**
   * @param mostBytes what is held in memory before a run is written out
   */
  SortedLines(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @SuppressWarnings("ArrayRecordComponent")
  private record Line(byte[] id, byte[] text) {}

  void add(byte[] id, byte[] text) throws IOException {
    long bytes = (long) OBJECT_BYTES + id.length + text.length;
    if (heldBytes + bytes > mostBytes && !held.isEmpty()) {
      spill();
    }
    held.add(new Line(id, text));
    heldBytes += bytes;
  }

  private void spill() throws IOException {
    held.sort(BY_ID);
    Path run = Files.createTempFile("omnigraph-export-", ".run");
    runs.add(run);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(run), FILE_BUFFER))) {
      for (Line line : held) {
        out.writeInt(line.id.length);
        out.write(line.id);
        out.writeInt(line.text.length);
        out.write(line.text);
      }
    }
    held = new ArrayList<>();
    heldBytes = 0;
  }

  /** Writes everything; call once. */
  void writeTo(OutputStream out) throws IOException {
    if (runs.isEmpty()) {
      held.sort(BY_ID);
      for (Line line : held) {
        out.write(line.text);
      }
      return;
    }
    if (!held.isEmpty()) {
      spill();
    }
    List<Run> open = new ArrayList<>();
    try {
      PriorityQueue<Run> next =
          new PriorityQueue<>((left, right) -> BY_ID.compare(left.head(), right.head()));
      for (Path file : runs) {
        Run run = new Run(file);
        open.add(run);
        if (run.advance()) {
          next.add(run);
        }
      }
      while (!next.isEmpty()) {
        Run run = next.remove();
        out.write(run.head().text);
        if (run.advance()) {
          next.add(run);
        }
      }
    } finally {
      for (Run run : open) {
        run.close();
      }
    }
  }

  /** One run, read from its file. */
  private static final class Run implements Closeable {
    private final DataInputStream in;
    private @Nullable Line head;

    Run(Path file) throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), FILE_BUFFER));
    }

    Line head() {
      Line line = head;
      if (line == null) {
        throw new IllegalStateException("the run has ended");
      }
      return line;
    }

    boolean advance() throws IOException {
      if (in.available() == 0) {
        head = null;
        return false;
      }
      head = new Line(in.readNBytes(in.readInt()), in.readNBytes(in.readInt()));
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  @Override
  public void close() throws IOException {
    held = List.of();
    for (Path run : runs) {
      Files.deleteIfExists(run);
    }
  }
}

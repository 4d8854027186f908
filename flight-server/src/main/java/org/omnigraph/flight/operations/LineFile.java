package org.omnigraph.flight.operations;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/** Lines at the end of a file that is put aside when it has become large. For many threads. */
final class LineFile implements AutoCloseable {
  private final AuditTarget target;
  private final PrintStream console;
  private @Nullable OutputStream open;
  private long size;

  /**
   * Opens the file, which keeps what it has.
   *
   * @param console where lines go without a file
   * @throws InvalidRequest when it cannot be written
   */
  LineFile(AuditTarget target, PrintStream console) {
    this.target = target;
    this.console = console;
    if (target.file().isPresent()) {
      try {
        open = open(target.file().get());
      } catch (IOException e) {
        throw new InvalidRequest("cannot write the audit log " + target.file().get() + ": " + e, e);
      }
    }
  }

  private OutputStream open(Path file) throws IOException {
    OutputStream opened =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    size = Files.size(file);
    open = opened;
    return opened;
  }

  synchronized void add(String line) throws IOException {
    Optional<Path> file = target.file();
    if (file.isEmpty()) {
      console.println(line);
      console.flush();
      return;
    }
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    if (open != null && size > 0 && size + bytes.length > target.bytes()) {
      close();
      putAside(file.get());
    }
    OutputStream out = open == null ? open(file.get()) : open;
    out.write(bytes);
    size += bytes.length;
  }

  private void putAside(Path file) throws IOException {
    for (int i = target.kept(); i > 1; i--) {
      Path younger = aside(file, i - 1);
      if (Files.exists(younger)) {
        Files.move(younger, aside(file, i), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (target.kept() > 0) {
      Files.move(file, aside(file, 1), StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(file);
    }
  }

  private static Path aside(Path file, int number) {
    return file.resolveSibling(file.getFileName() + "." + number);
  }

  @Override
  public synchronized void close() throws IOException {
    if (open != null) {
      OutputStream old = open;
      open = null;
      old.close();
    }
  }
}

package org.omnigraph.flight.auth;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.omnigraph.engine.error.InvalidRequest;

/** The lines of a file that an operator has named. */
final class TextLines {
  private TextLines() {}

  /**
   * Reads the file.
   *
   * @param what it is, for the message
   * @throws InvalidRequest when it cannot be read
   */
  static List<String> of(Path file, String what) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new InvalidRequest("cannot read " + what + " " + file + ": " + reason(e), e);
    }
  }

  /** The messages of the file system's exceptions are bare paths. */
  private static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "this process may not read it";
    }
    if (failure instanceof MalformedInputException) {
      return "it is not UTF-8 text";
    }
    return String.valueOf(failure.getMessage());
  }
}

package org.omnigraph.flight.producer;

import org.omnigraph.engine.error.NotFound;

/**
 * The handle of a part of a result: the result's own, and which part.
 *
 * @param part from 0
 */
record PartHandle(String result, int part) {
  private static final char SEPARATOR = '.';

  String text() {
    return part == 0 ? result : result + SEPARATOR + part;
  }

  /**
   * Reads a handle.
   *
   * @throws NotFound when it is none
   */
  static PartHandle parse(String text) {
    int at = text.indexOf(SEPARATOR);
    if (at < 0) {
      return new PartHandle(text, 0);
    }
    String part = text.substring(at + 1);
    if (!part.matches("[1-9]\\d?")) {
      throw unknown();
    }
    return new PartHandle(text.substring(0, at), Integer.parseInt(part));
  }

  static NotFound unknown() {
    return new NotFound(
        "this session has no result for the ticket; it is unknown, has expired, or belongs to"
            + " another session: run the statement again");
  }
}

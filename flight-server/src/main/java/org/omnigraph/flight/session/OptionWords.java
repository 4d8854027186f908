package org.omnigraph.flight.session;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

/** The values of options that are a flag, a number or a zone. */
public final class OptionWords {
  /** The session option of sessions that refuse to write. */
  public static final String READ_ONLY = "read_only";

  /** The session option of how many endpoints a result has at most. */
  public static final String ENDPOINTS = "endpoints";

  /** The session option of the zone that times are in, which is UTC. */
  public static final String TIME_ZONE = "time_zone";

  private static final int MOST_ENDPOINTS = 64;

  private OptionWords() {}

  /**
   * Reads a flag.
   *
   * @param option its name, for the message
   * @throws InvalidRequest for other words
   */
  public static boolean flag(String option, String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default -> throw new InvalidRequest(option + " is '" + text + "'; it can be true or false");
    };
  }

  /**
   * Reads how many endpoints a result may have, from 1 to 64.
   *
   * @throws InvalidRequest for anything else
   */
  public static int endpoints(String text) {
    String number = text.strip();
    if (number.matches("\\d{1,3}")) {
      int most = Integer.parseInt(number);
      if (most >= 1 && most <= MOST_ENDPOINTS) {
        return most;
      }
    }
    throw new InvalidRequest(
        ENDPOINTS
            + " is '"
            + text
            + "'; it can be a number from 1 (the default) to "
            + MOST_ENDPOINTS);
  }

  /**
   * Accepts the zone that times are in.
   *
   * @throws Unsupported for a zone that is not UTC
   * @throws InvalidRequest for what is no zone
   */
  public static void requireUtc(String text) {
    ZoneId zone;
    try {
      zone = ZoneId.of(text.strip());
    } catch (DateTimeException e) {
      throw new InvalidRequest(
          TIME_ZONE + " is '" + text + "', which is no time zone; it can be UTC", e);
    }
    if (!zone.normalized().equals(ZoneOffset.UTC)) {
      throw new Unsupported(
          TIME_ZONE
              + " is '"
              + text
              + "', and times here are UTC; convert them in the client, or bind the instants that"
              + " you mean as timestamps with a zone");
    }
  }
}

package org.omnigraph.cli;

import java.time.Duration;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.session.StatementTimeout;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a span of time as the sessions of a server do. */
final class TimeConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    try {
      return StatementTimeout.parse(text);
    } catch (InvalidRequest e) {
      throw new TypeConversionException(
          "'" + text + "' is no time; write it like 500ms, 30s, 5min or 12h");
    }
  }
}

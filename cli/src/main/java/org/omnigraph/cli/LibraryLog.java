package org.omnigraph.cli;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/** Puts what libraries log by the JDK's own means into the log of the server. */
final class LibraryLog extends Handler {
  private static final Logger ROOT = Logger.getLogger("");

  private final SimpleFormatter formatter = new SimpleFormatter();

  private LibraryLog() {}

  /** From now on, until what it answers is run. */
  static Runnable begin() {
    List<Handler> before = List.of(ROOT.getHandlers());
    LibraryLog ours = new LibraryLog();
    before.forEach(ROOT::removeHandler);
    ROOT.addHandler(ours);
    return () -> {
      ROOT.removeHandler(ours);
      before.forEach(ROOT::addHandler);
    };
  }

  @Override
  public void publish(LogRecord line) {
    LoggerFactory.getLogger(String.valueOf(line.getLoggerName()))
        .atLevel(level(line.getLevel()))
        .setCause(line.getThrown())
        .log(formatter.formatMessage(line));
  }

  private static org.slf4j.event.Level level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return org.slf4j.event.Level.ERROR;
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return org.slf4j.event.Level.WARN;
    }
    return level.intValue() >= Level.INFO.intValue()
        ? org.slf4j.event.Level.INFO
        : org.slf4j.event.Level.DEBUG;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}

package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class TransportLogTest {
  @Test
  void aClientThatClosesEarlyIsNoNewsAndEverythingElseIs() {
    List<String> lines = new ArrayList<>();
    Handler listening =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getThrown().getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger(TransportLog.NAME);
    log.addHandler(listening);
    log.setUseParentHandlers(false);
    try {
      TransportLog.quieten();
      for (String reason : new String[] {"Stream closed before write could take place", "odd"}) {
        Exception failure = Http2Exception.streamError(3, Http2Error.STREAM_CLOSED, reason);
        log.log(Level.WARNING, "Stream Error", failure);
      }
      log.log(Level.WARNING, "other", new IllegalStateException("other"));
    } finally {
      log.setUseParentHandlers(true);
      log.removeHandler(listening);
    }

    assertThat(lines).containsExactly("odd", "other");
  }
}

package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that are no message of gRPC, from anybody: they end their call and do not fill the log. */
@Timeout(120)
class BadFrameTest {
  private static final FlightsServer FLIGHTS =
      new FlightsServer((config, folder) -> config, "flights");
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;

  @BeforeAll
  static void start() throws Exception {
    FLIGHTS.start();
  }

  @AfterAll
  static void stop() throws Exception {
    FLIGHTS.stop();
  }

  @Test
  void framesThatAreNoneAreOneLineWithoutAStack() throws Exception {
    Queue<String> traces = new ConcurrentLinkedQueue<>();
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    Handler listening =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            if (line.getThrown() != null) {
              traces.add(line.getLoggerName() + ": " + line.getThrown());
            } else if (line.getMessage().contains("no message of gRPC")) {
              lines.add(line.getMessage());
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger root = Logger.getLogger("");
    root.addHandler(listening);
    try {
      for (byte[] message :
          List.of(
              new byte[] {(byte) 0xfe, 0, 0, 0, 1, 1},
              new byte[] {1, 0, 0, 0, 1, 1},
              new byte[] {0, (byte) 0xff, 0, 0, 0, 1},
              new byte[] {0, 0, 0, 0, 9, 1})) {
        call(message);
      }
    } finally {
      root.removeHandler(listening);
    }

    assertThat(traces).isEmpty();
    assertThat(lines).hasSizeLessThanOrEqualTo(1);
  }

  /** Sends one call and waits for the end that the server gives it. */
  private static void call(byte[] message) throws IOException {
    try (Socket socket = new Socket("localhost", FLIGHTS.server().port())) {
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
      out.write(frame(SETTINGS, 0, 0, new byte[0]));
      out.write(frame(HEADERS, 4, 1, headers()));
      out.write(frame(DATA, 1, 1, message));
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int type = SETTINGS;
      while (type != HEADERS && type != RESET) {
        int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
        type = in.readUnsignedByte();
        in.readFully(new byte[length + 5]);
      }
    }
  }

  private static byte[] headers() throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    for (String[] header :
        new String[][] {
          {":method", "POST"},
          {":scheme", "http"},
          {":path", "/arrow.flight.protocol.FlightService/DoAction"},
          {":authority", "localhost"},
          {"content-type", "application/grpc"},
          {"te", "trailers"}
        }) {
      block.write(0);
      for (String text : header) {
        block.write(text.length());
        block.write(text.getBytes(US_ASCII));
      }
    }
    return block.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    byte[] frame = new byte[9 + payload.length];
    frame[1] = (byte) (payload.length >> 8);
    frame[2] = (byte) payload.length;
    frame[3] = (byte) type;
    frame[4] = (byte) flags;
    frame[8] = (byte) stream;
    System.arraycopy(payload, 0, frame, 9, payload.length);
    return frame;
  }
}

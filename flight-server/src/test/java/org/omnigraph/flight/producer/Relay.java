package org.omnigraph.flight.producer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A wire between a client and a server that a test can cut. */
public final class Relay implements AutoCloseable {
  private final ServerSocket listening;
  private final int target;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();

  public Relay(int target) throws IOException {
    this.target = target;
    this.listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** Cuts every connection, as a killed process or a broken cable does. */
  public void cut() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.addAll(List.of(client, server));
        start(() -> pump(client, server));
        start(() -> pump(server, client));
      }
    } catch (IOException closed) {
      // The end of the relay.
    }
  }

  private static void pump(Socket from, Socket to) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    } catch (IOException cut) {
      // The end of the connection.
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}

package org.omnigraph.benchmark;

import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * The whole Flight table through a server on loopback, against the same columns scanned directly;
 * both in this JVM, so client and server share the machine's cores.
 */
final class FlightAgainstScan {
  /**
   * So many uncounted reads: what the scan runs is compiled already, what the server runs is only
   * after some hundreds.
   */
  static final int WARMUPS = 300;

  private static final TypeKey FLIGHT = TypeKey.node("Flight");

  private FlightAgainstScan() {}

  /** One row: name, bytes, our MB/s, the scan's MB/s, throughput ratio. */
  static List<String> measure(String name, String uri, int runs) throws Exception {
    try (FlightServer server =
            FlightServer.start(
                ServerConfig.of(Map.of("flights", uri)).at(ServerConfig.DEFAULT_HOST, 0));
        Graph graph = Graph.open(uri, GraphConfig.defaults().asReadOnly());
        BufferAllocator allocator = new RootAllocator();
        FlightSqlClient client =
            new FlightSqlClient(
                FlightClient.builder(
                        allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
                    .maxInboundMessageSize(16 << 20)
                    .build())) {
      long bytes = scan(graph, allocator);
      long received = doGet(client);
      if (Math.abs(bytes - received) > bytes / 20) {
        throw new IllegalStateException(
            "the scan delivers " + bytes + " bytes and the server " + received);
      }
      for (int i = 0; i < WARMUPS; i++) {
        doGet(client);
      }
      Paired times = Paired.run(5, runs, () -> doGet(client), () -> scan(graph, allocator));
      return List.of(
          name,
          Report.number(bytes / 1e6, 1),
          Report.number(bytes / 1e6 / times.medianA(), 0),
          Report.number(bytes / 1e6 / times.medianB(), 0),
          Report.number(1 / times.medianRatio(), 2));
    }
  }

  private static long doGet(FlightSqlClient client) throws Exception {
    FlightInfo info = client.execute("SELECT * FROM Flight");
    long bytes = 0;
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      while (stream.next()) {
        bytes += bytes(stream.getRoot());
      }
    }
    return bytes;
  }

  private static long scan(Graph graph, BufferAllocator allocator) throws Exception {
    long bytes = 0;
    try (TableSnapshot table = graph.open(graph.snapshot(BranchName.MAIN), FLIGHT);
        ArrowReader reader =
            table.scan(
                ScanRequest.of(table.schema().getFields().stream().map(f -> f.getName()).toList()),
                allocator)) {
      while (reader.loadNextBatch()) {
        bytes += bytes(reader.getVectorSchemaRoot());
      }
    }
    return bytes;
  }

  private static long bytes(VectorSchemaRoot root) {
    long bytes = 0;
    for (FieldVector vector : root.getFieldVectors()) {
      bytes += vector.getBufferSize();
    }
    return bytes;
  }
}

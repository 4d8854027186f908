package org.omnigraph.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A connection to a server of {@link SmallGraph}. */
final class PeopleClient implements AutoCloseable {
  private static final Schema PERSON =
      new Schema(List.of(Field.notNullable("name", ArrowType.Utf8.INSTANCE)));
  private static final ExecuteIngestOptions APPEND =
      new ExecuteIngestOptions(
          "Person",
          TableDefinitionOptions.newBuilder()
              .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
              .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND)
              .build(),
          false,
          null,
          null,
          Map.of());

  private final BufferAllocator memory;
  private final FlightSqlClient client;

  PeopleClient(BufferAllocator parent, int port) {
    memory = parent.newChildAllocator("client", 0, Long.MAX_VALUE);
    client =
        new FlightSqlClient(
            FlightClient.builder(memory, Location.forGrpcInsecure("127.0.0.1", port)).build());
  }

  /** Strict inserts, one commit. */
  void ingest(List<String> names) {
    try (VectorSchemaRoot rows = people(names)) {
      client.executeIngest(rows, APPEND);
    }
  }

  void ingest(List<String> names, Transaction transaction) {
    try (VectorSchemaRoot rows = people(names)) {
      client.executeIngest(rows, APPEND, transaction);
    }
  }

  Transaction begin() {
    return client.beginTransaction();
  }

  void commit(Transaction transaction) {
    client.commit(transaction);
  }

  void rollback(Transaction transaction) {
    client.rollback(transaction);
  }

  void update(String sql, Transaction transaction) {
    client.executeUpdate(sql, transaction);
  }

  /** The first column as text. */
  List<String> query(String sql) throws Exception {
    return read(client.execute(sql));
  }

  List<String> query(String sql, Transaction transaction) throws Exception {
    return read(client.execute(sql, transaction));
  }

  /** The answer of a statement of one text parameter, prepared for it. */
  List<String> prepared(String sql, String value) throws Exception {
    try (PreparedStatement statement = client.prepare(sql);
        VectorSchemaRoot bound = people(List.of(value))) {
      statement.setParameters(bound);
      return read(statement.execute());
    }
  }

  /** Reads one batch of an answer and cancels the rest. */
  void beginToRead(String sql) throws Exception {
    FlightInfo info = client.execute(sql);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      stream.next();
      stream.cancel("enough", null);
    }
  }

  private List<String> read(FlightInfo info, CallOption... options) throws Exception {
    List<String> values = new ArrayList<>();
    for (var endpoint : info.getEndpoints()) {
      try (FlightStream stream = client.getStream(endpoint.getTicket(), options)) {
        while (stream.next()) {
          VectorSchemaRoot root = stream.getRoot();
          for (int row = 0; row < root.getRowCount(); row++) {
            values.add(String.valueOf(root.getVector(0).getObject(row)));
          }
        }
      }
    }
    return values;
  }

  private VectorSchemaRoot people(List<String> names) {
    VectorSchemaRoot root = VectorSchemaRoot.create(PERSON, memory);
    VarCharVector name = (VarCharVector) root.getVector(0);
    for (int row = 0; row < names.size(); row++) {
      name.setSafe(row, names.get(row).getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(names.size());
    return root;
  }

  @Override
  public void close() throws Exception {
    client.close();
    memory.close();
  }
}

package org.omnigraph.flight;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.rows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.grpc.Metadata;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest.EndTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementSubstraitPlan;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Commands, tickets, handles, actions and streams of batches that were right once, sent by one
 * client beside another that has an open transaction. Every call ends with an answer that somebody
 * expected, nothing of the other's comes along, and nothing is left. Prints its seed; {@code
 * -Dprotocol.seed} takes one, {@code -Dprotocol.cases} a number.
 */
class FuzzedProtocolTest {
  private static final String SECRET = "belongs-to-somebody-else";
  private static final int REFRESHED = 40;
  private static final int MOST_FAULTS = 20;
  private static final Duration MEMORY_PATIENCE = Duration.ofMinutes(2);

  /** How no call may end. */
  private static final Set<Status.Code> UNEXPECTED =
      Set.of(
          Status.Code.UNKNOWN,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS);

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");

  /** One call: its name and messages. */
  private record Call(String method, List<byte[]> messages) {}

  @Test
  void aFewHundredCases() throws Exception {
    run(Integer.getInteger("protocol.few", 400));
  }

  @Test
  @Tag("fuzz")
  void aHundredThousandCases() throws Exception {
    run(Integer.getInteger("protocol.cases", 100_000));
  }

  private void run(int cases) throws Exception {
    long seed = Long.getLong("protocol.seed", new SplittableRandom().nextLong());
    System.out.println("protocol.seed=" + seed);
    Random random = new Random(seed);
    FlightSqlClient other = flights.connect();
    ByteString transaction = openTransaction(other);
    FlightInfo secret = other.execute("SELECT name FROM Carrier");
    assertThat(rows(other, secret)).containsExactly(List.of(SECRET));

    int answered = 0;
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < cases && faults.size() < MOST_FAULTS; i += REFRESHED) {
      // A session of which a damaged call has named a strange transaction works no more.
      try (RawClient client = new RawClient(flights.server().port())) {
        List<Call> corpus = corpus(client, transaction, secret);
        for (int j = i; j < Math.min(i + REFRESHED, cases); j++) {
          answered += answers(client, j, mutated(corpus, random), headers(random), faults);
        }
      }
    }
    System.out.println(cases + " calls, " + answered + " of them answered without an error");
    assertThat(faults).as("protocol.seed=" + seed).isEmpty();
    assertThat(answered).isPositive();

    assertThat(rows(other, secret)).containsExactly(List.of(SECRET));
    assertThat(rows(other, other.execute("SELECT name FROM Carrier")))
        .containsExactly(List.of(SECRET));
    other.executeUpdate("ROLLBACK");
  }

  /** How many of one call the server answers. */
  private int answers(
      RawClient client, int caseNumber, Call call, Metadata headers, List<String> faults)
      throws Exception {
    long before = flights.server().memoryInUse();
    RawClient.Reply reply = client.call(call.method(), headers, call.messages());
    faults(reply)
        .forEach(fault -> faults.add("case " + caseNumber + ", " + call.method() + ": " + fault));
    if (call.method().startsWith("DoPut") && keeps(before)) {
      faults.add("case " + caseNumber + " keeps memory: " + reply.status());
    }
    return reply.status().isOk() ? 1 : 0;
  }

  private boolean keeps(long before) {
    long end = System.nanoTime() + MEMORY_PATIENCE.toNanos();
    while (flights.server().memoryInUse() > before && System.nanoTime() < end) {
      Thread.yield();
    }
    return flights.server().memoryInUse() > before;
  }

  /** A transaction with a row that nobody else sees. */
  private static ByteString openTransaction(FlightSqlClient other) {
    byte[] id = other.beginTransaction().getTransactionId();
    other.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('XX', '" + SECRET + "')");
    return ByteString.copyFrom(id);
  }

  private static Metadata headers(Random random) {
    Metadata headers = new Metadata();
    if (random.nextInt(20) == 0) {
      String[] names = {
        "cookie",
        "authorization",
        "x-omnigraph-branch",
        "x-omnigraph-snapshot",
        "x-omnigraph-endpoints",
        "x-omnigraph-compression",
        "x-omnigraph-statement-timeout"
      };
      StringBuilder value = new StringBuilder("arrow_flight_session_id=");
      value.setLength(random.nextInt(value.length() + 1));
      for (int i = random.nextInt(40); i > 0; i--) {
        value.append((char) (' ' + random.nextInt(95)));
      }
      headers.put(
          Metadata.Key.of(names[random.nextInt(names.length)], Metadata.ASCII_STRING_MARSHALLER),
          value.toString().strip());
    }
    return headers;
  }

  private static List<String> faults(RawClient.Reply reply) {
    Status status = reply.status();
    String words = status + " " + reply.trailers();
    List<String> faults = new ArrayList<>();
    if (UNEXPECTED.contains(status.getCode()) || words.contains("nobody expected")) {
      faults.add(words);
    }
    boolean told =
        words.contains(SECRET)
            || reply.messages().stream().anyMatch(m -> new String(m, ISO_8859_1).contains(SECRET));
    if (told) {
      faults.add("tells what is another session's");
    }
    return faults;
  }

  /** Either the whole messages, or what they wrap, so that both are reached. */
  private static Call mutated(List<Call> corpus, Random random) {
    Call call = corpus.get(random.nextInt(corpus.size()));
    List<byte[]> all = corpus.stream().flatMap(c -> c.messages().stream()).toList();
    Mutation mutation = new Mutation(random, all);
    List<byte[]> messages = new ArrayList<>();
    int chosen = call.messages().isEmpty() ? 0 : random.nextInt(call.messages().size());
    for (int i = 0; i < call.messages().size(); i++) {
      byte[] right = call.messages().get(i);
      boolean inside = random.nextInt(4) > 0;
      messages.add(
          i != chosen
              ? right
              : inside ? inside(call.method(), right, mutation, random) : mutation.of(right));
    }
    if (messages.size() > 1 && random.nextInt(10) == 0) {
      messages.remove(random.nextInt(messages.size()));
    }
    return new Call(call.method(), messages);
  }

  private static byte[] inside(String method, byte[] right, Mutation mutation, Random random) {
    try {
      return switch (method) {
        case "GetFlightInfo", "PollFlightInfo", "GetSchema" -> {
          Flight.FlightDescriptor descriptor = Flight.FlightDescriptor.parseFrom(right);
          yield descriptor.toBuilder()
              .setCmd(wrapped(descriptor.getCmd(), mutation, random))
              .build()
              .toByteArray();
        }
        case "DoGet" -> {
          Flight.Ticket ticket = Flight.Ticket.parseFrom(right);
          yield ticket.toBuilder()
              .setTicket(wrapped(ticket.getTicket(), mutation, random))
              .build()
              .toByteArray();
        }
        case "DoAction" -> {
          Flight.Action action = Flight.Action.parseFrom(right);
          yield action.toBuilder()
              .setBody(wrapped(action.getBody(), mutation, random))
              .build()
              .toByteArray();
        }
        case "DoPut" -> insideData(FlightData.parseFrom(right), mutation, random);
        default -> mutation.of(right);
      };
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] insideData(FlightData data, Mutation mutation, Random random) {
    FlightData.Builder changed = data.toBuilder();
    switch (random.nextInt(3)) {
      case 0 -> changed.setDataHeader(of(data.getDataHeader(), mutation));
      case 1 -> changed.setDataBody(of(data.getDataBody(), mutation));
      default ->
          changed
              .getFlightDescriptorBuilder()
              .setCmd(wrapped(data.getFlightDescriptor().getCmd(), mutation, random));
    }
    return changed.build().toByteArray();
  }

  private static ByteString of(ByteString right, Mutation mutation) {
    return ByteString.copyFrom(mutation.of(right.toByteArray()));
  }

  private static ByteString wrapped(ByteString right, Mutation mutation, Random random) {
    try {
      Any any = Any.parseFrom(right);
      return random.nextInt(4) == 0
          ? of(right, mutation)
          : any.toBuilder().setValue(of(any.getValue(), mutation)).build().toByteString();
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      return of(right, mutation);
    }
  }

  /** Calls that are right, with handles of the caller and of the other. */
  private List<Call> corpus(RawClient client, ByteString transaction, FlightInfo secret)
      throws Exception {
    settle(client);
    ByteString own = prepared(client);
    List<Message> commands =
        List.of(
            CommandStatementQuery.newBuilder().setQuery("SELECT faa, name FROM Airport").build(),
            CommandStatementQuery.newBuilder()
                .setQuery("SELECT name FROM Carrier WHERE code <> 'y' ORDER BY 1")
                .setTransactionId(transaction)
                .build(),
            CommandPreparedStatementQuery.newBuilder().setPreparedStatementHandle(own).build(),
            CommandGetTables.newBuilder()
                .setDbSchemaFilterPattern("ma%")
                .setTableNameFilterPattern("Air_ort")
                .addTableTypes("NODE")
                .setIncludeSchema(true)
                .build(),
            CommandGetDbSchemas.newBuilder().setCatalog("flights").build(),
            CommandGetSqlInfo.newBuilder().addInfo(8).addInfo(0).build(),
            CommandGetXdbcTypeInfo.newBuilder().setDataType(4).build(),
            CommandGetPrimaryKeys.newBuilder().setTable("Carrier").build(),
            CommandStatementSubstraitPlan.getDefaultInstance());
    List<Call> calls = new ArrayList<>();
    for (Message command : commands) {
      ByteString bytes = Any.pack(command).toByteString();
      for (String method : new String[] {"GetFlightInfo", "GetSchema", "PollFlightInfo"}) {
        calls.add(call(method, descriptor(bytes)));
      }
      calls.add(call("DoGet", Flight.Ticket.newBuilder().setTicket(bytes).build()));
    }
    ByteString ticket = ByteString.copyFrom(secret.getEndpoints().get(0).getTicket().getBytes());
    calls.add(call("DoGet", Flight.Ticket.newBuilder().setTicket(ticket).build()));
    calls.add(call("PollFlightInfo", descriptor(ticket)));
    calls.add(call("DoGet", Flight.Ticket.newBuilder().setTicket(result(client)).build()));
    calls.add(
        call(
            "ListFlights",
            Flight.Criteria.newBuilder().setExpression(ByteString.copyFromUtf8("A%")).build()));
    calls.add(call("ListActions", Flight.Empty.getDefaultInstance()));
    calls.add(call("Handshake", Flight.HandshakeRequest.newBuilder().setPayload(ticket).build()));
    addActions(calls, own, transaction, secret);
    addStreams(calls, own, transaction);
    return calls;
  }

  private static Flight.FlightDescriptor descriptor(ByteString command) {
    return Flight.FlightDescriptor.newBuilder()
        .setType(Flight.FlightDescriptor.DescriptorType.CMD)
        .setCmd(command)
        .build();
  }

  private static Call call(String method, Message... messages) {
    return new Call(method, java.util.Arrays.stream(messages).map(Message::toByteArray).toList());
  }

  private static Flight.Action action(String type, ByteString body) {
    return Flight.Action.newBuilder().setType(type).setBody(body).build();
  }

  private static void addActions(
      List<Call> calls, ByteString own, ByteString transaction, FlightInfo secret) {
    Any prepare =
        Any.pack(
            ActionCreatePreparedStatementRequest.newBuilder()
                .setQuery("SELECT * FROM Airport WHERE faa = ? AND altitude > ?")
                .build());
    Any commit =
        Any.pack(
            ActionEndTransactionRequest.newBuilder()
                .setTransactionId(transaction)
                .setAction(EndTransaction.END_TRANSACTION_COMMIT)
                .build());
    Any savepoint =
        Any.pack(
            ActionBeginSavepointRequest.newBuilder()
                .setTransactionId(transaction)
                .setName("here")
                .build());
    ByteString info = ByteString.copyFrom(secret.serialize());
    Flight.CancelFlightInfoRequest cancel;
    Flight.RenewFlightEndpointRequest renew;
    try {
      Flight.FlightInfo parsed = Flight.FlightInfo.parseFrom(info);
      cancel = Flight.CancelFlightInfoRequest.newBuilder().setInfo(parsed).build();
      renew =
          Flight.RenewFlightEndpointRequest.newBuilder().setEndpoint(parsed.getEndpoint(0)).build();
    } catch (com.google.protobuf.InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
    Flight.SetSessionOptionsRequest options =
        Flight.SetSessionOptionsRequest.newBuilder()
            .putSessionOptions(
                "schema", Flight.SessionOptionValue.newBuilder().setStringValue("main").build())
            .putSessionOptions(
                "endpoints", Flight.SessionOptionValue.newBuilder().setInt64Value(3).build())
            .build();
    calls.add(call("DoAction", action("CreatePreparedStatement", prepare.toByteString())));
    calls.add(
        call(
            "DoAction",
            action(
                "ClosePreparedStatement",
                Any.pack(
                        ActionClosePreparedStatementRequest.newBuilder()
                            .setPreparedStatementHandle(own)
                            .build())
                    .toByteString())));
    calls.add(
        call(
            "DoAction",
            action(
                "BeginTransaction",
                Any.pack(ActionBeginTransactionRequest.getDefaultInstance()).toByteString())));
    calls.add(call("DoAction", action("EndTransaction", commit.toByteString())));
    calls.add(call("DoAction", action("BeginSavepoint", savepoint.toByteString())));
    calls.add(call("DoAction", action("EndSavepoint", savepoint.toByteString())));
    calls.add(call("DoAction", action("CancelFlightInfo", cancel.toByteString())));
    calls.add(
        call(
            "DoAction",
            action(
                "CancelQuery",
                Any.pack(ActionCancelQueryRequest.newBuilder().setInfo(info).build())
                    .toByteString())));
    calls.add(call("DoAction", action("RenewFlightEndpoint", renew.toByteString())));
    calls.add(call("DoAction", action("SetSessionOptions", options.toByteString())));
    calls.add(call("DoAction", action("GetSessionOptions", ByteString.EMPTY)));
    calls.add(call("DoAction", action("CloseSession", ByteString.EMPTY)));
  }

  private void addStreams(List<Call> calls, ByteString own, ByteString transaction) {
    TableDefinitionOptions append =
        TableDefinitionOptions.newBuilder()
            .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
            .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND)
            .build();
    CommandStatementIngest ingest =
        CommandStatementIngest.newBuilder()
            .setTable("Airport")
            .setTableDefinitionOptions(append)
            .putOptions("omnigraph.mode", "merge")
            .build();
    Message bind =
        CommandPreparedStatementQuery.newBuilder().setPreparedStatementHandle(own).build();
    Message update =
        CommandPreparedStatementUpdate.newBuilder().setPreparedStatementHandle(own).build();
    Message statement =
        CommandStatementUpdate.newBuilder()
            .setQuery("UPDATE Airport SET altitude = 1 WHERE faa = 'A'")
            .build();
    for (int i = 0; i < 6; i++) {
      calls.add(stream(ingest));
    }
    calls.add(stream(ingest.toBuilder().setTransactionId(transaction).build()));
    calls.add(stream(bind));
    calls.add(stream(update));
    calls.add(stream(statement));
    calls.add(new Call("DoExchange", stream(ingest).messages()));
  }

  /** Three airports in one batch. */
  private Call stream(Message command) {
    List<FlightData> messages = Airports.messages(flights.memory(), "AAA", "BBB", "CCC");
    FlightData schema =
        messages.get(0).toBuilder()
            .setFlightDescriptor(descriptor(Any.pack(command).toByteString()))
            .build();
    return call("DoPut", schema, messages.get(1));
  }

  /** A session where a call has named a transaction of somebody else waits for this. */
  private static void settle(RawClient client) throws Exception {
    Any rollback =
        Any.pack(
            ActionEndTransactionRequest.newBuilder()
                .setAction(ActionEndTransactionRequest.EndTransaction.END_TRANSACTION_ROLLBACK)
                .build());
    client.call(
        "DoAction",
        new Metadata(),
        List.of(action("EndTransaction", rollback.toByteString()).toByteArray()));
  }

  private static ByteString prepared(RawClient client) throws Exception {
    Any request =
        Any.pack(
            ActionCreatePreparedStatementRequest.newBuilder()
                .setQuery("SELECT faa FROM Airport WHERE name = ?")
                .build());
    RawClient.Reply reply =
        client.call(
            "DoAction",
            new Metadata(),
            List.of(action("CreatePreparedStatement", request.toByteString()).toByteArray()));
    assertThat(reply.messages()).as("%s", reply.status()).hasSize(1);
    Flight.Result result = Flight.Result.parseFrom(reply.messages().get(0));
    return Any.parseFrom(result.getBody())
        .unpack(ActionCreatePreparedStatementResult.class)
        .getPreparedStatementHandle();
  }

  private static ByteString result(RawClient client) throws Exception {
    Any query =
        Any.pack(CommandStatementQuery.newBuilder().setQuery("SELECT faa FROM Airport").build());
    RawClient.Reply reply =
        client.call(
            "GetFlightInfo",
            new Metadata(),
            List.of(descriptor(query.toByteString()).toByteArray()));
    assertThat(reply.messages()).as("%s", reply.status()).hasSize(1);
    return Flight.FlightInfo.parseFrom(reply.messages().get(0))
        .getEndpoint(0)
        .getTicket()
        .getTicket();
  }
}

package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InfoOverTheWireTest {
  private final RootAllocator memory = new RootAllocator();
  private FlightServer server;
  private FlightClient wire;
  private FlightSqlClient client;

  @BeforeEach
  void aServerWithoutGraphs() {
    server =
        FlightServer.serve(ServerConfig.of(Map.of("none", "unused")).at("localhost", 0), Map.of());
    wire =
        FlightClient.builder(memory, Location.forGrpcInsecure("localhost", server.port())).build();
    client = new FlightSqlClient(wire);
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    server.close();
    memory.close();
  }

  private record Answer(byte leg, Object value) {}

  private Map<Integer, Answer> sqlInfo(int[] codes, HeaderCallOption... options) throws Exception {
    FlightInfo info = client.getSqlInfo(codes, options);
    assertThat(info.getSchema()).isEqualTo(Schemas.GET_SQL_INFO_SCHEMA);
    Map<Integer, Answer> answers = new TreeMap<>();
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket(), options)) {
      assertThat(stream.getSchema()).isEqualTo(Schemas.GET_SQL_INFO_SCHEMA);
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        UInt4Vector names = (UInt4Vector) root.getVector(0);
        DenseUnionVector values = (DenseUnionVector) root.getVector(1);
        for (int i = 0; i < root.getRowCount(); i++) {
          answers.put(names.get(i), new Answer(values.getTypeId(i), values.getObject(i)));
        }
      }
    }
    return answers;
  }

  @Test
  void everyStandardCodeHasAnAnswer() throws Exception {
    Set<Integer> standard = new HashSet<>();
    for (SqlInfo code : SqlInfo.values()) {
      if (code != SqlInfo.UNRECOGNIZED) {
        standard.add(code.getNumber());
      }
    }

    assertThat(sqlInfo(new int[0]).keySet()).isEqualTo(standard);
  }

  @Test
  void answersComeInTheLegsThatDriversRead() throws Exception {
    Map<Integer, Answer> all = sqlInfo(new int[0]);
    Map<Byte, List<Integer>> expected = new HashMap<>();
    expected.put((byte) 0, List.of(0, 1, 2, 6, 7, 504, 513, 514, 529, 530, 531));
    expected.put(
        (byte) 1,
        List.of(
            3, 4, 5, 9, 10, 11, 500, 501, 502, 506, 515, 516, 518, 519, 520, 521, 523, 524, 527,
            532, 536, 537, 539, 556, 563, 565, 566, 572, 573, 574, 575, 576));
    expected.put((byte) 4, List.of(508, 509, 510, 511, 512));
    expected.put((byte) 5, List.of(517));
    List<Integer> longs = new ArrayList<>(List.of(503, 505, 507, 562));
    for (int code = 541; code <= 561; code++) {
      if (code != 556) {
        longs.add(code);
      }
    }
    expected.put((byte) 2, longs);
    expected.put(
        (byte) 3,
        List.of(
            8, 100, 101, 522, 525, 526, 528, 533, 534, 535, 538, 540, 564, 567, 568, 569, 570,
            571));

    expected.forEach(
        (leg, codes) ->
            codes.forEach(
                code -> assertThat(all.get(code).leg()).as("code " + code).isEqualTo(leg)));
  }

  @Test
  void onlyTheAskedCodesAreAnswered() throws Exception {
    Map<Integer, Answer> answers = sqlInfo(new int[] {8, 504, 0});

    assertThat(answers.keySet()).containsExactly(0, 8, 504);
    assertThat(answers.get(8)).isEqualTo(new Answer((byte) 3, 2));
    assertThat(answers.get(504).value()).hasToString("\"");
    assertThat(answers.get(0).value()).hasToString("OmniGraph Flight");
  }

  @Test
  void transactionsAreAnnouncedToDriversThatReallyHaveThem() throws Exception {
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("x-omnigraph-client", "jdbc");

    assertThat(sqlInfo(new int[] {563}).get(563).value()).isEqualTo(false);
    assertThat(sqlInfo(new int[] {563}, new HeaderCallOption(headers)).get(563).value())
        .isEqualTo(true);
  }

  @Test
  void theConversionMapIsWhole() throws Exception {
    Object conversions = sqlInfo(new int[] {517}).get(517).value();

    assertThat((List<?>) conversions).hasSize(11);
  }

  @Test
  void anUnknownCodeIsNamed() {
    assertThatThrownBy(() -> sqlInfo(new int[] {0, 12345}))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND);
              assertThat(e).hasMessageContaining("12345");
            });
  }

  @Test
  void everyFlatTypeIsDescribed() throws Exception {
    FlightInfo info = client.getXdbcTypeInfo();
    assertThat(info.getSchema()).isEqualTo(Schemas.GET_TYPE_INFO_SCHEMA);
    List<String> types = new ArrayList<>();
    List<Integer> codes = new ArrayList<>();
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.getSchema()).isEqualTo(Schemas.GET_TYPE_INFO_SCHEMA);
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        for (int i = 0; i < root.getRowCount(); i++) {
          types.add(String.valueOf(root.getVector("type_name").getObject(i)));
          codes.add((Integer) root.getVector("data_type").getObject(i));
          if (types.get(i).equals("DECIMAL")) {
            assertThat(root.getVector("create_params").getObject(i))
                .hasToString("[\"precision\",\"scale\"]");
          }
        }
      }
    }
    assertThat(types)
        .containsExactlyInAnyOrder(
            "BOOLEAN",
            "BIGINT",
            "VARBINARY",
            "DECIMAL",
            "INTEGER",
            "REAL",
            "DOUBLE",
            "VARCHAR",
            "DATE",
            "TIMESTAMP");
    assertThat(codes).isSorted();
  }

  @Test
  void oneTypeCanBeAskedFor() throws Exception {
    FlightInfo info = client.getXdbcTypeInfo(12);
    try (FlightStream stream = client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().getRowCount()).isEqualTo(1);
      assertThat(stream.getRoot().getVector("type_name").getObject(0)).hasToString("VARCHAR");
    }
  }

  @Test
  void everyActionThatIsAnsweredIsListed() {
    List<String> actions = new ArrayList<>();
    wire.listActions().forEach(action -> actions.add(action.getType()));

    assertThat(actions)
        .containsAll(
            Arrays.asList(
                "CreatePreparedStatement",
                "ClosePreparedStatement",
                "BeginTransaction",
                "EndTransaction",
                "BeginSavepoint",
                "EndSavepoint",
                "CancelQuery",
                "CancelFlightInfo",
                "RenewFlightEndpoint",
                "SetSessionOptions",
                "GetSessionOptions",
                "CloseSession"))
        .doesNotContain("CreatePreparedSubstraitPlan");
  }
}

package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.vector.types.pojo.Field;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.kernel.KernelLimits;

/**
 * Random statements over the flights and over extreme values of every type give the rows and types
 * that DuckDB gives over its own tables.
 */
class RandomStatementsTest {
  private static final int STATEMENTS = Integer.getInteger("statements.count", 500);
  private static final int MANY = Integer.getInteger("statements.count", 20_000);

  /** One of so many statements runs over streams too. */
  private static final int STREAMED = 9;

  /** Of the short run, so that it fails for a change only; the long one goes further each time. */
  private static final long FIRST_SEED = 2013;

  private static final int PRINTED = 1_000;

  @RegisterExtension static final SqlFixture FLIGHTS = SqlFixture.flights();

  @RegisterExtension
  static final SqlFixture EXTREMES =
      SqlFixture.of("all", Path.of("src/test/resources/all-types/schema.pg"), extremes());

  private static final Map<String, String> FEW =
      Map.of(
          "Flight", "(SELECT * FROM Flight WHERE flight < 25)",
          "Airport", "(SELECT * FROM Airport WHERE altitude > 5000)",
          "Plane", "(SELECT * FROM Plane WHERE year < 1985)",
          "Route", "(SELECT * FROM Route WHERE flights > 5000)",
          "OperatedBy", "(SELECT * FROM OperatedBy WHERE src LIKE '2013-01-03%' AND dst < 'A')",
          "ArrivesAt", "(SELECT * FROM ArrivesAt WHERE dst IN ('ABQ', 'JAC', 'SFO'))",
          "DepartsFrom", "(SELECT * FROM DepartsFrom WHERE src LIKE '%-9')",
          "FlownBy", "(SELECT * FROM FlownBy WHERE dst LIKE 'N10%')");

  private static final Map<SqlFixture, DuckDBConnection> OTHERS = new LinkedHashMap<>();
  private static final Map<SqlFixture, List<RandomQueries.Table>> TABLES = new LinkedHashMap<>();

  /** Forty rows whose values are extremes, written by DuckDB. */
  private static Path extremes() {
    try {
      Path folder = Files.createTempDirectory("omnigraph-extremes");
      Files.createDirectories(folder.resolve("nodes"));
      try (var duckdb = DriverManager.getConnection("jdbc:duckdb:");
          Statement statement = duckdb.createStatement()) {
        statement.execute(
            "COPY (SELECT 'k' || i AS key, [true, false, NULL][1 + i % 3] AS flag,"
                + " CAST([0, 1, -1, 2147483647, -2147483647, NULL, 7][1 + i % 7] AS INTEGER) AS small,"
                + " CAST([0, -1, 9007199254740993, 9223372036854775807, NULL][1 + i % 5] AS BIGINT)"
                + " AS large, CAST([0, 1, 4294967295, NULL][1 + i % 4] AS UINTEGER) AS count,"
                + " CAST([0, 7, 18446744073709551615, NULL][1 + i % 4] AS UBIGINT) AS huge,"
                + " CAST(['0', '1.5', '-0.5', NULL, '3.4028235e38', '1e-45'][1 + i % 6] AS FLOAT)"
                + " AS single, CAST(['0', '-0.0', '-1.7976931348623157e308', '1.7976931348623157e308',"
                + " '5e-324', NULL, '0.1'][1 + i % 7] AS DOUBLE) AS double,"
                + " [DATE '1969-12-31', DATE '2024-02-29', DATE '0001-01-01', DATE '9999-12-31', NULL]"
                + "[1 + i % 5] AS day, CAST([TIMESTAMP '1969-12-31 23:59:59.999',"
                + " TIMESTAMP '2024-02-29 12:00:00', TIMESTAMP '0001-01-01 00:00:00', NULL]"
                + "[1 + i % 4] AS TIMESTAMP_MS) AS at, CAST([i, 0.5, -i] AS FLOAT[3]) AS place,"
                + " [['a', 'ü'], [], ['', 'b'], NULL, ['𝔘']][1 + i % 5] AS tags,"
                + " CAST([[1, 4294967295], [], NULL][1 + i % 3] AS UINTEGER[]) AS counts,"
                + " CAST([[TIMESTAMP '2013-01-01 00:00:00.001'], NULL][1 + i % 2] AS TIMESTAMP_MS[])"
                + " AS times, [unhex('00ff'), unhex(''), NULL][1 + i % 3] AS picture,"
                + " ['calm', 'busy', NULL][1 + i % 3] AS mood FROM range(40) AS r(i)) TO '"
                + folder.resolve("nodes/Thing.parquet")
                + "' (FORMAT parquet)");
        statement.execute(
            "COPY (SELECT ['', 'a', 'A', 'ü', 'ß', '𝔘', 'x,y', ' pad ', '10%'][1 + i] AS text"
                + " FROM range(9) AS r(i)) TO '"
                + folder.resolve("nodes/Link.parquet")
                + "' (FORMAT parquet)");
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void copyTheTables() throws SQLException, IOException {
    for (SqlFixture graph : List.of(FLIGHTS, EXTREMES)) {
      DuckDBConnection duckdb =
          DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
      OTHERS.put(graph, duckdb);
      List<RandomQueries.Table> tables = new ArrayList<>();
      try (Statement statement = duckdb.createStatement()) {
        statement.execute("SET default_null_order='nulls_last_on_asc_first_on_desc'");
        statement.execute("SET order_by_non_integer_literal=true");
        // It fails on joins whose condition is about one side only.
        statement.execute("SET disabled_optimizers='projection_pullup'");
        for (String table :
            graph.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main'"
                    + " AND table_name NOT IN ('Twin', 'edge:Link')")) {
          tables.add(copy(graph, table, duckdb, statement));
        }
      }
      TABLES.put(graph, tables);
    }
  }

  private static RandomQueries.Table copy(
      SqlFixture graph, String table, DuckDBConnection duckdb, Statement statement)
      throws SQLException, IOException {
    PreparedQuery all = graph.prepare("SELECT * FROM " + table);
    Map<String, Kind> columns = new LinkedHashMap<>();
    StringBuilder select = new StringBuilder();
    for (Field field : all.schema().getFields()) {
      Kind kind = Kind.of(field);
      columns.put(field.getName(), kind);
      String name = "\"" + field.getName() + "\"";
      select.append(select.length() == 0 ? "" : ", ");
      // Both sides compute in microseconds; the milliseconds are in how a graph stores them.
      select.append(kind == Kind.TIME ? "CAST(" + name + " AS TIMESTAMP) AS " + name : name);
    }
    try (QueryResult rows = all.execute(List.of());
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(graph.allocator())) {
      Data.exportArrayStream(graph.allocator(), rows.reader(), stream);
      duckdb.registerArrowStream("source", stream);
      statement.execute("CREATE TABLE " + table + " AS SELECT " + select + " FROM source");
      stream.release();
    }
    return new RandomQueries.Table(FEW.getOrDefault(table, table), columns);
  }

  @AfterAll
  static void close() throws SQLException {
    for (DuckDBConnection duckdb : OTHERS.values()) {
      duckdb.close();
    }
  }

  @Test
  void statementsAnswerAsInDuckDb() {
    run(STATEMENTS, Long.getLong("statements.seed", FIRST_SEED));
  }

  @Test
  @Tag("soak")
  void manyStatementsAnswerAsInDuckDb() {
    run(MANY, Long.getLong("statements.seed", new Random().nextLong(1_000_000_000)));
  }

  private static void run(int statements, long firstSeed) {
    System.out.println("statements.seed=" + firstSeed);
    List<String> failures = new ArrayList<>();
    int refused = 0;
    int rows = 0;
    for (int i = 0; i < statements && failures.size() < 20; i++) {
      long seed = firstSeed + i;
      SqlFixture graph = seed % 2 == 0 ? FLIGHTS : EXTREMES;
      RandomQueries.Query query = new RandomQueries(new Random(seed), TABLES.get(graph)).next();
      Outcome outcome = compare(graph, query);
      if (i % PRINTED == PRINTED - 1) {
        System.out.println((i + 1) + " statements");
      }
      refused += outcome.refused ? 1 : 0;
      rows += outcome.rows;
      outcome.difference.ifPresent(
          d ->
              failures.add(
                  "-Dstatements.seed="
                      + seed
                      + ": "
                      + d
                      + "\n  "
                      + query.sql().ours()
                      + "\n  "
                      + query.sql().theirs()));
    }
    System.out.println(
        statements + " statements, " + rows + " rows, " + refused + " refused values");
    assertThat(failures).as("seed %d", firstSeed).isEmpty();
    assertThat(refused).as("statements that both refuse").isLessThan(statements / 10 + 1);
    assertThat(rows).isGreaterThanOrEqualTo(statements / 100);
  }

  private record Outcome(Optional<String> difference, boolean refused, int rows) {}

  private static Outcome compare(SqlFixture graph, RandomQueries.Query query) {
    Answer expected;
    try {
      expected = Answer.of(OTHERS.get(graph), query.sql().theirs(), graph.allocator());
    } catch (SQLException | IOException e) {
      // A negative number to group by is the number of a column there, a value here.
      return String.valueOf(e.getMessage()).contains("GROUP BY term out of range")
          ? new Outcome(Optional.empty(), true, 0)
          : bothRefuse(graph, query, e);
    }
    PreparedQuery prepared;
    try {
      prepared = graph.prepare(query.sql().ours());
      try (QueryResult result = prepared.execute(List.of())) {
        Answer actual = Answer.of(result.reader());
        Optional<String> difference = actual.difference(expected, query.ordered());
        return new Outcome(
            difference.isPresent() ? difference : differenceOfStreams(graph, query, expected),
            false,
            expected.size());
      }
    } catch (RuntimeException | AssertionError | IOException e) {
      // DuckDB's calendar has more years.
      return e instanceof InvalidRequest
              && String.valueOf(e.getMessage()).endsWith("years go from 0001 to 9999")
          ? new Outcome(Optional.empty(), true, 0)
          : new Outcome(Optional.of("fails: " + e), false, 0);
    }
  }

  /** The same by an engine that has read nothing before, and looks ahead in every scan. */
  private static Optional<String> differenceOfStreams(
      SqlFixture graph, RandomQueries.Query query, Answer expected) throws IOException {
    if (query.sql().ours().length() % STREAMED != 0) {
      return Optional.empty();
    }
    KernelLimits limits = KernelLimits.defaults().narrowingFrom(0);
    try (QueryEngine fresh = new QueryEngine(graph.allocator(), limits);
        QueryResult result =
            fresh.prepare(graph.context(), query.sql().ours()).execute(List.of())) {
      return Answer.of(result.reader())
          .difference(expected, query.ordered())
          .map(d -> "read for the first time: " + d);
    }
  }

  /** A value that DuckDB refuses is refused here, as the fault of the statement. */
  private static Outcome bothRefuse(SqlFixture graph, RandomQueries.Query query, Exception theirs) {
    try (QueryResult result = graph.prepare(query.sql().ours()).execute(List.of())) {
      Answer actual = Answer.of(result.reader());
      return new Outcome(
          Optional.of("gives " + actual.size() + " rows, DuckDB " + theirs), false, 0);
    } catch (InvalidRequest e) {
      return new Outcome(Optional.empty(), true, 0);
    } catch (RuntimeException | AssertionError | IOException e) {
      return new Outcome(Optional.of("fails: " + e + ", DuckDB " + theirs), false, 0);
    }
  }
}

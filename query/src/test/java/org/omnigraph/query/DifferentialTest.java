package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same statements over the graph and over DuckDB's own tables of the same rows. */
class DifferentialTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static final Pattern ORDERED = Pattern.compile("ORDER BY [^)]*$");

  private static DuckDBConnection other;

  @BeforeAll
  static void copyTheTables() throws SQLException, IOException {
    other = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
    try (Statement statement = other.createStatement()) {
      statement.execute("SET default_null_order='nulls_last_on_asc_first_on_desc'");
      // It fails on joins whose condition is about one side only.
      statement.execute("SET disabled_optimizers='projection_pullup'");
      for (String table :
          GRAPH.rows(
              "SELECT table_name FROM information_schema.tables WHERE"
                  + " table_schema = 'main'")) {
        copy(table, statement);
      }
    }
  }

  private static void copy(String table, Statement statement) throws SQLException {
    BufferAllocator allocator = GRAPH.allocator();
    try (QueryResult rows = GRAPH.prepare("SELECT * FROM " + table).execute(List.of());
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
      Data.exportArrayStream(allocator, rows.reader(), stream);
      other.registerArrowStream("source", stream);
      statement.execute("CREATE TABLE " + table + " AS SELECT * FROM source");
      stream.release();
    }
  }

  @AfterAll
  static void close() throws SQLException {
    other.close();
  }

  static List<String> statements() {
    return STATEMENTS.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }

  @ParameterizedTest
  @MethodSource("statements")
  void bothGiveTheSameRows(String sql) throws SQLException, IOException {
    List<String> expected = theirs(sql);
    List<String> actual = ours(sql);
    if (!ORDERED.matcher(sql).find()) {
      Collections.sort(expected);
      Collections.sort(actual);
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** The first read is of streams, later ones of tables, of which DuckDB changes more. */
  @Test
  void anOuterJoinWhoseConditionIsAboutOneSideIsTheSameAtEachRead() throws Exception {
    String sql =
        "SELECT t1.year, t0.id, t1.engine FROM (SELECT * FROM FlownBy WHERE dst LIKE 'N10%') AS t0"
            + " RIGHT JOIN (SELECT * FROM Plane WHERE year < 1985) AS t1 ON 'x' = t1.model"
            + " JOIN (SELECT * FROM Plane WHERE year < 1985) AS t2 ON t1.seats = t2.engines"
            + " ORDER BY t1.year, t0.id, t1.engine";
    List<String> expected = theirs(sql);
    for (int read = 0; read < 3; read++) {
      assertThat(ours(sql)).isEqualTo(expected);
    }
  }

  private static List<String> theirs(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = other.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add(cell(result.getObject(i)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }

  private static List<String> ours(String sql) throws IOException, SQLException {
    PreparedQuery query = GRAPH.prepare(sql);
    List<String> rows = new ArrayList<>();
    try (QueryResult result = query.execute(List.of())) {
      ArrowReader reader = result.reader();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        assertThat(root.getSchema()).isEqualTo(query.schema());
        for (int row = 0; row < root.getRowCount(); row++) {
          List<String> cells = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            cells.add(cell(value(vector, row)));
          }
          rows.add(String.join("|", cells));
        }
      }
    }
    return rows;
  }

  private static Object value(FieldVector vector, int row) {
    return vector instanceof DateDayVector days && !days.isNull(row)
        ? LocalDate.ofEpochDay(days.get(row))
        : vector.getObject(row);
  }

  private static String cell(Object value) throws SQLException {
    if (value == null) {
      return "∅";
    }
    if (value instanceof Double || value instanceof Float) {
      return new BigDecimal(value.toString(), new MathContext(9))
          .stripTrailingZeros()
          .toPlainString();
    }
    if (value instanceof Number) {
      return new BigDecimal(value.toString()).stripTrailingZeros().toPlainString();
    }
    if (value instanceof Timestamp timestamp) {
      return timestamp.toLocalDateTime().toString();
    }
    if (value instanceof java.sql.Array array) {
      return Arrays.toString((Object[]) array.getArray());
    }
    return value instanceof List<?> list ? Arrays.toString(list.toArray()) : value.toString();
  }

  private static final String STATEMENTS =
      """
      SELECT * FROM Carrier
      SELECT * FROM Airport
      SELECT * FROM Plane
      SELECT * FROM Flight WHERE day = DATE '2013-01-02'
      SELECT key, scheduled FROM Flight WHERE scheduled >= TIMESTAMP '2013-01-05 00:00:00'
      SELECT COUNT(*) FROM Flight
      SELECT CAST(CAST(altitude AS DECIMAL(12, 2)) AS VARCHAR) FROM Airport
      SELECT DISTINCT CAST(a AS VARCHAR) FROM (SELECT CAST(altitude AS DECIMAL(12, 2)) AS a FROM Airport) t
      SELECT COUNT(*) FROM Airport WHERE 'JFK' IN ('a', CAST(altitude > 0 AS VARCHAR))
      SELECT COUNT(*) FROM Airport WHERE 'JFK' IN ('a', CAST(CASE WHEN TRUE THEN TRUE ELSE TRUE END AS VARCHAR))
      SELECT CAST(CAST(scheduled AS DATE) AS VARCHAR), CAST(CAST(day AS TIMESTAMP) AS VARCHAR) FROM Flight WHERE day = DATE '2013-01-02'
      SELECT id, LEAD(arr_delay, 1, 0) OVER (ORDER BY id), LAG(arr_delay, 1, 0) OVER (ORDER BY id) FROM Flight WHERE day = DATE '2013-01-02'
      SELECT code, STDDEV(1), STDDEV_SAMP(2), VARIANCE(3), VAR_SAMP(4), COVAR_SAMP(1, 2) FROM Carrier GROUP BY code
      SELECT code, STDDEV_POP(1), VAR_POP(2), COVAR_POP(1, 2), REGR_SXX(1, 2), REGR_SYY(1, 2) FROM Carrier GROUP BY code
      SELECT COUNT(*) FROM Flight WHERE arr_delay > 60
      SELECT COUNT(*) FROM Flight WHERE NOT (arr_delay > 60)
      SELECT COUNT(*) FROM Flight WHERE arr_delay > 60 OR dep_delay IS NULL
      SELECT COUNT(*) FROM Flight WHERE arr_delay <> 0
      SELECT COUNT(*) FROM Flight WHERE NOT (arr_delay IN (0, 1, 2))
      SELECT COUNT(*) FROM Flight WHERE arr_delay = -0.0
      SELECT COUNT(*) FROM Flight WHERE dep_delay BETWEEN -5 AND 5
      SELECT COUNT(*) FROM Flight WHERE cancelled
      SELECT COUNT(*) FROM Flight WHERE NOT cancelled AND air_time IS NULL
      SELECT COUNT(*) FROM Flight WHERE cancelled IS TRUE OR distance > 2000.5
      SELECT faa FROM Airport WHERE name LIKE '%Intl'
      SELECT faa FROM Airport WHERE name NOT LIKE 'A%' AND faa LIKE 'A__'
      SELECT faa FROM Airport WHERE name LIKE '%\\%%'
      SELECT faa FROM Airport WHERE tzone IN ('America/Denver', 'America/Phoenix')
      SELECT faa FROM Airport WHERE tzone NOT IN ('America/Denver', 'America/New_York')
      SELECT faa FROM Airport WHERE tzone IS NULL
      SELECT faa FROM Airport WHERE altitude >= 5000 AND altitude < 6000
      SELECT faa FROM Airport WHERE 5000 < altitude
      SELECT tailnum FROM Plane WHERE year = 2013 AND seats > 100
      SELECT manufacturer, COUNT(*) FROM Plane GROUP BY manufacturer HAVING COUNT(*) > 10
      SELECT engine, AVG(seats), MIN(year), MAX(year), SUM(engines) FROM Plane GROUP BY engine
      SELECT COUNT(DISTINCT manufacturer), COUNT(model), COUNT(*) FROM Plane
      SELECT COUNT(*) FILTER (WHERE cancelled), SUM(flight) FILTER (WHERE distance > 1000) FROM Flight
      SELECT STDDEV_POP(dep_delay), STDDEV_SAMP(dep_delay), VAR_POP(arr_delay), VAR_SAMP(arr_delay) FROM Flight
      SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean FROM Flight f JOIN OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst WHERE f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC, c.name
      SELECT p.manufacturer AS m, COUNT(*) AS n FROM Airport a JOIN DepartsFrom d ON d.dst = a.id JOIN Flight f ON f.id = d.src JOIN FlownBy b ON b.src = f.id JOIN Plane p ON p.id = b.dst WHERE a.faa = 'JFK' GROUP BY p.manufacturer ORDER BY n DESC, m
      SELECT COUNT(*) FROM Flight f LEFT JOIN ArrivesAt a ON a.src = f.id WHERE a.id IS NULL
      SELECT a.faa, r.dst FROM Airport a LEFT JOIN Route r ON r.src = a.id AND r.flights > 5000
      SELECT r.src, a.faa FROM Route r RIGHT JOIN Airport a ON a.id = r.dst WHERE a.altitude > 5500
      SELECT c.code, a.faa FROM Carrier c FULL JOIN Airport a ON a.faa = c.code WHERE a.faa IS NULL OR c.code IS NULL
      SELECT COUNT(*) FROM Carrier a CROSS JOIN Carrier b
      SELECT r.id, s.id FROM Route r JOIN Route s ON r.dst = s.src AND r.distance < s.distance
      SELECT name FROM Carrier WHERE id IN (SELECT dst FROM OperatedBy)
      SELECT name FROM Carrier WHERE id NOT IN (SELECT dst FROM OperatedBy)
      SELECT name FROM Carrier c WHERE NOT EXISTS (SELECT 1 FROM OperatedBy o WHERE o.dst = c.id)
      SELECT name, (SELECT COUNT(*) FROM OperatedBy o WHERE o.dst = c.id) AS n FROM Carrier c
      SELECT c.name, (SELECT MAX(f.arr_delay) FROM Flight f JOIN OperatedBy o ON o.src = f.id WHERE o.dst = c.id) FROM Carrier c
      SELECT COUNT(*) FROM Flight WHERE arr_delay > (SELECT AVG(arr_delay) FROM Flight)
      SELECT COUNT(*) FROM Flight f WHERE f.arr_delay > (SELECT AVG(g.arr_delay) FROM Flight g WHERE g.day = f.day)
      SELECT COUNT(*) FROM Flight WHERE flight > ALL (SELECT flights FROM Route WHERE flights < 10)
      SELECT COUNT(*) FROM Flight WHERE flight = ANY (SELECT flights FROM Route)
      WITH late AS (SELECT id, arr_delay FROM Flight WHERE arr_delay > 100) SELECT COUNT(*), MAX(arr_delay) FROM late
      WITH a AS (SELECT dst, COUNT(*) AS n FROM ArrivesAt GROUP BY dst) SELECT x.dst, y.dst FROM a x JOIN a y ON x.n = y.n AND x.dst < y.dst
      WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 50) SELECT SUM(n) FROM t
      WITH RECURSIVE reach(id) AS (SELECT dst FROM Route WHERE src = 'JFK' UNION SELECT r.dst FROM Route r JOIN reach ON r.src = reach.id) SELECT * FROM reach
      WITH RECURSIVE t(n, path) AS (SELECT CAST('JFK' AS VARCHAR), CAST('JFK' AS VARCHAR) UNION ALL SELECT r.dst, t.path || '>' || r.dst FROM t JOIN Route r ON r.src = t.n WHERE LENGTH(t.path) < 8) SELECT n, path FROM t
      SELECT code FROM Carrier WHERE code = ANY (ARRAY['AA', 'UA', 'XX'])
      SELECT faa FROM Airport UNION SELECT code FROM Carrier
      SELECT src FROM Route UNION ALL SELECT dst FROM Route
      SELECT src FROM Route INTERSECT SELECT dst FROM Route
      SELECT faa FROM Airport EXCEPT SELECT dst FROM ArrivesAt
      SELECT day, cancelled, COUNT(*), GROUPING(day, cancelled) FROM Flight GROUP BY GROUPING SETS ((day, cancelled), (day), ())
      SELECT cancelled, day, COUNT(*) FROM Flight GROUP BY ROLLUP(cancelled, day)
      SELECT cancelled, day, COUNT(*) FROM Flight GROUP BY CUBE(cancelled, day)
      SELECT code, ROW_NUMBER() OVER (ORDER BY name), RANK() OVER (ORDER BY LENGTH(name)), DENSE_RANK() OVER (ORDER BY LENGTH(name)) FROM Carrier
      SELECT code, LAG(code) OVER (ORDER BY code), LEAD(code, 2, '-') OVER (ORDER BY code), FIRST_VALUE(code) OVER (ORDER BY code) FROM Carrier
      SELECT src, dst, SUM(flights) OVER (PARTITION BY src ORDER BY dst ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM Route
      SELECT src, dst, AVG(distance) OVER (PARTITION BY src), COUNT(*) OVER () FROM Route
      SELECT src, NTILE(3) OVER (PARTITION BY src ORDER BY dst), PERCENT_RANK() OVER (PARTITION BY src ORDER BY dst) FROM Route
      SELECT x.src, x.dst FROM (SELECT src, dst, ROW_NUMBER() OVER (PARTITION BY src ORDER BY flights DESC, dst) AS r FROM Route) x WHERE x.r <= 2
      SELECT STRING_AGG(code, ',' ORDER BY code DESC) FROM Carrier
      SELECT ARRAY_AGG(code ORDER BY code) FROM Carrier
      SELECT ARRAY_AGG(LEAST(code, name) ORDER BY LEAST(code, name)) FROM Carrier
      SELECT CASE WHEN arr_delay > 100 THEN 'late' WHEN arr_delay IS NULL THEN 'none' ELSE 'ok' END AS s, COUNT(*) FROM Flight GROUP BY 1
      SELECT faa, COALESCE(tzone, '?'), NULLIF(faa, 'JFK') FROM Airport
      SELECT UPPER(name), LOWER(name), LENGTH(name), SUBSTRING(name FROM 2 FOR 5), TRIM('  x '), POSITION('a' IN name), REPLACE(name, 'a', 'b') FROM Airport
      SELECT LEFT(name, 3), RIGHT(name, 3), LPAD(faa, 5, '*'), REVERSE(faa), name || '/' || faa, STARTS_WITH(name, 'A'), SPLIT_PART(name, ' ', 2) FROM Airport
      SELECT ABS(lon), SQRT(lat), ROUND(lat, 2), FLOOR(lat), CEIL(lat), SIGN(lon), POWER(lat, 2), EXP(lat / 100), LN(lat) FROM Airport WHERE lat > 0
      SELECT altitude / 7, altitude % 7, altitude * 2, altitude - 1, -altitude FROM Airport WHERE altitude >= 0 AND altitude % 2 = 1000000
      SELECT altitude % 7, altitude * 2, altitude - 1, -altitude FROM Airport
      SELECT EXTRACT(YEAR FROM day), EXTRACT(MONTH FROM scheduled), EXTRACT(HOUR FROM scheduled), EXTRACT(DOY FROM day), EXTRACT(WEEK FROM day), EXTRACT(QUARTER FROM day), COUNT(*) FROM Flight GROUP BY 1, 2, 3, 4, 5, 6
      SELECT DATE_TRUNC('hour', scheduled) AS h, COUNT(*) FROM Flight GROUP BY DATE_TRUNC('hour', scheduled) ORDER BY h
      SELECT key, scheduled + INTERVAL '1' DAY, scheduled - INTERVAL '90' MINUTE FROM Flight WHERE day = DATE '2013-01-01'
      SELECT CAST(scheduled AS DATE), CAST(day AS VARCHAR), CAST(distance AS INTEGER), CAST(flight AS VARCHAR), CAST(cancelled AS VARCHAR) FROM Flight WHERE flight < 50
      SELECT TRY_CAST(CAST(lat AS VARCHAR) AS INTEGER), faa FROM Airport
      SELECT TRY_CAST(CAST(CAST(18446744073709551615 AS DECIMAL(20, 0)) AS VARCHAR) AS INTEGER), faa FROM Airport
      SELECT TRY_CAST(t AS INTEGER), faa FROM (SELECT CAST(CAST(lon * 1e9 AS DECIMAL(20, 0)) AS VARCHAR) AS t, faa FROM Airport) AS a
      SELECT TRY_CAST(CAST(altitude > 0 AS VARCHAR) AS DOUBLE), faa FROM Airport
      SELECT CAST(CAST(altitude > 0 AS VARCHAR) AS BOOLEAN), faa FROM Airport
      SELECT CAST(CAST(CAST(altitude AS VARCHAR) AS INTEGER) AS VARCHAR) || faa FROM Airport
      SELECT TRY_CAST(faa AS INTEGER), faa FROM Airport
      SELECT DISTINCT tzone FROM Airport
      SELECT DISTINCT src, day FROM Flight f JOIN OperatedBy o ON o.src = f.id WHERE f.flight < 20
      SELECT name, altitude FROM Airport ORDER BY altitude DESC, name LIMIT 10
      SELECT name, tzone FROM Airport ORDER BY tzone DESC, name LIMIT 10 OFFSET 5
      SELECT tzone, name FROM Airport ORDER BY tzone, name DESC LIMIT 10
      SELECT * FROM (VALUES (1, 'a'), (2, NULL), (3, 'ccc')) AS t(x, y)
      SELECT * FROM (SELECT code, name FROM Carrier ORDER BY name LIMIT 3) t ORDER BY code
      SELECT a.name, x.n FROM Airport a, LATERAL (SELECT COUNT(*) AS n FROM Route r WHERE r.src = a.id) x WHERE x.n > 0
      SELECT MAX(n) FROM (SELECT dst, COUNT(*) AS n FROM ArrivesAt GROUP BY dst) t
      SELECT SUM(CAST(flights AS DECIMAL(10, 2))), SUM(flights), MIN(src), MAX(dst) FROM Route
      SELECT src FROM Route WHERE 1 = 0
      SELECT COUNT(*), SUM(flights), MAX(src) FROM Route WHERE 1 = 0
      """;
}

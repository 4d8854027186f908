package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.omnigraph.benchmark.LoadAgainstInput.Load;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/**
 * Measures everything in one run and writes one page. Arguments: the folder of the flights data,
 * the page to write, and {@code all}. Instead of {@code all} one part may be named, {@code flight},
 * {@code clients}, {@code queries}, {@code hops}, {@code changes}, {@code commits} or {@code
 * history}: its tables are printed and no page is written.
 *
 * <p>Sides that are compared run in turn in one process; ratios are medians of the pairs.
 */
public final class SideBySide {
  private static final String YEAR = "all flights, Parquet";
  private static final String TWICE = "all flights twice, Parquet";
  private static final String TPCH = "TPC-H";
  private static final double TPCH_SCALE = 0.1;
  private static final int RUNS = 9;
  private static final int FLIGHT_RUNS = 25;
  private static final int INGEST_RUNS = 3;
  private static final int HOPS_RUNS = 9;
  private static final int HISTORY_RUNS = 31;

  private SideBySide() {}

  /** Runs all measurements. */
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]).toAbsolutePath();
    Path page = Path.of(arguments[1]);
    Path work = Files.createTempDirectory("omnigraph-benchmark");
    try {
      Report report = measure(data, work, arguments[2]);
      if (arguments[2].equals("all")) {
        report.write(page);
      }
      System.out.println(report.body());
    } finally {
      delete(work);
    }
  }

  private static Report measure(Path data, Path work, String part) throws Exception {
    LoadAgainstInput loads = new LoadAgainstInput(work);
    Path schema = data.resolve("schema.pg");
    Path doubled = work.resolve("doubled-input");
    Report report = new Report();
    switch (part) {
      case "all" -> everything(report, loads, work, schema, data, doubled);
      case "flight" -> {
        DoubledFlights.write(data, doubled);
        loads.load(YEAR, schema, data);
        loads.load(TWICE, schema, doubled);
        flight(report, loads);
      }
      case "clients" -> {
        loads.load(YEAR, schema, data);
        clients(report, loads, work, data);
      }
      case "queries" -> {
        loads.load(YEAR, schema, data);
        queries(report, loads, work, data);
      }
      case "hops" -> hops(report, work);
      case "changes" -> changes(report, work);
      case "commits" -> commits(report, work);
      case "history" -> history(report, work);
      default ->
          throw new IllegalArgumentException(
              "'"
                  + part
                  + "' is none of all, flight, clients, queries, hops, changes, commits, history");
    }
    return report;
  }

  private static void everything(
      Report report, LoadAgainstInput loads, Path work, Path schema, Path data, Path doubled)
      throws Exception {
    DoubledFlights.write(data, doubled);
    Load week =
        loads.load("first week, NDJSON (gzip)", schema, data.resolve("first-week.jsonl.gz"));
    Load year = loads.load(YEAR, schema, data);
    Load twice = loads.load(TWICE, schema, doubled);
    report.text("# Benchmarks");
    report.text(
        "Made by `./omnigraph-bench` (docs/TESTING.md) in one run on a machine with "
            + Runtime.getRuntime().availableProcessors()
            + " cores, Java "
            + Runtime.version().feature()
            + ". Machines differ and are shared: read the ratios, not the times.");
    flight(report, loads);
    clients(report, loads, work, data);
    queries(report, loads, work, data);
    hops(report, work);
    changes(report, work);
    loads(report, week, year, twice);
    validation(report, work, schema, data);
    commits(report, work);
    history(report, work);
    recoveries(report, work);
  }

  private static void flight(Report report, LoadAgainstInput loads) throws Exception {
    report.heading("Flight `DoGet` against a direct Lance scan");
    report.text(
        "`SELECT * FROM Flight` through a server on loopback, against a scan of the same columns;"
            + " client, server and scan in one JVM."
            + " Planning and opening are counted; "
            + FlightAgainstScan.WARMUPS
            + " reads before the counted ones are not. Aim: at least 0.5.");
    report.table(
        List.of("table", "MB", "DoGet MB/s", "scan MB/s", "DoGet / scan"),
        List.of(
            FlightAgainstScan.measure("all flights", loads.graph(YEAR).toString(), FLIGHT_RUNS),
            FlightAgainstScan.measure(
                "all flights twice", loads.graph(TWICE).toString(), FLIGHT_RUNS)));
  }

  private static void clients(Report report, LoadAgainstInput loads, Path work, Path data)
      throws Exception {
    Path sources = data.resolve("../../benchmark/src/main/python").normalize();
    try (ClientsAgainstOthers clients =
        new ClientsAgainstOthers(work.resolve("clients"), loads.graph(YEAR), sources)) {
      report.heading("Clients in Python");
      report.text(
          "All flights, read by a process of its own. *Faster* is how many times as fast as the other"
              + " way. Aims: 1.0 against a Flight server in C++ (pyarrow) over the same Lance table,"
              + " 0.8 against the scan in the client's own process. "
              + FlightAgainstScan.WARMUPS
              + " reads before the counted ones are not.");
      report.table(
          List.of("read", "here, ms", "the other, ms", "faster"), clients.reads(FLIGHT_RUNS));
      report.text(
          "`adbc_ingest` of "
              + Report.number(ClientsAgainstOthers.ITEMS, 0)
              + " rows with keys, `replace`, against a load of a file in this process. Aims: at most 2 of"
              + " Parquet, at most 0.2 of NDJSON.");
      report.table(
          List.of("load of", "ingest, ms", "load, ms", "ingest / load"),
          clients.ingests(INGEST_RUNS));
      report.text(
          "One row: from connecting to its arrival (ADBC), and prepared reads of one row by key a"
              + " second (JDBC, client and server in one JVM, after 10,000 that are not counted).");
      report.table(
          List.of("first row, ms", "reads a second, 1 connection", "16 connections"),
          List.of(clients.single(RUNS)));
    }
  }

  private static void queries(Report report, LoadAgainstInput loads, Path work, Path data)
      throws Exception {
    Path tpchData = work.resolve("tpch-input");
    Tpch.write(tpchData, TPCH_SCALE);
    loads.load(TPCH, tpchData.resolve("schema.pg"), tpchData);
    try (Graph flights = reading(loads, YEAR);
        Graph tpch = reading(loads, TPCH)) {
      againstDuckDb(report, flights, data, tpch, tpchData);
      againstLance(report, flights);
      report.heading("Planning alone");
      report.text(
          "The median over the queries of TPC-H of what it takes to prepare one: a text that was"
              + " never seen, and one whose plan is kept.");
      report.table(List.of("new, ms", "known, ms"), List.of(PlanningTime.measure(tpch, RUNS)));
    }
    report.heading("Rows of one's own transaction");
    report.text(
        "A join and grouping over 8,000 rows that the transaction has written and not committed,"
            + " against the same rows committed. Aim: within 1.5.");
    report.table(
        List.of("read", "pending, ms", "committed, ms", "pending / committed"),
        PendingRows.measure(work.resolve("pending-rows"), FLIGHT_RUNS));
  }

  private static Graph reading(LoadAgainstInput loads, String name) {
    return Graph.open(loads.graph(name).toString(), GraphConfig.defaults().asReadOnly());
  }

  private static void againstDuckDb(
      Report report, Graph flights, Path data, Graph tpch, Path tpchData) throws Exception {
    List<QueriesAgainstDuckDb.Comparison> all = new ArrayList<>();
    all.addAll(QueriesAgainstDuckDb.flights(flights, data, RUNS));
    all.addAll(QueriesAgainstDuckDb.tpch(tpch, tpchData, RUNS));
    report.heading("Queries against DuckDB on its own tables");
    report.text(
        "The queries of `data/nycflights/queries.md` and those of TPC-H at scale "
            + TPCH_SCALE
            + ", planned and run here, in turn with DuckDB. Three pairs before the counted ones are"
            + " not, so both sides have their columns in memory. Geometric mean: "
            + Report.number(QueriesAgainstDuckDb.geometricMean(all), 2)
            + ". Aim: 1.5, and none beyond 3.");
    report.table(
        List.of("query", "here, ms", "DuckDB, ms", "here / DuckDB"),
        all.stream().map(QueriesAgainstDuckDb.Comparison::row).toList());
  }

  private static void againstLance(Report report, Graph flights) throws Exception {
    report.heading("Joins against Lance's own SQL");
    report.text(
        "The table `FlownBy` (284,170 rows) with itself, since Lance's SQL names one table. Aim: at"
            + " least 2.");
    report.table(
        List.of("join", "here, ms", "Lance, ms", "Lance / here"),
        QueriesAgainstLance.joins(flights, RUNS));
    report.heading("Look-up of one row by its id");
    report.text(
        "`SELECT * FROM Flight WHERE id = ?`, prepared, against a filtered Lance scan of the same"
            + " columns. There is no index on either side. Aim: within 2.");
    report.table(
        List.of("here, ms", "Lance, ms", "here / Lance"),
        List.of(QueriesAgainstLance.lookUp(flights, FLIGHT_RUNS)));
  }

  private static void hops(Report report, Path work) throws Exception {
    report.heading("Neighbourhoods against DuckDB's joins on its own tables");
    report.text(
        "`.gq` on a random graph of 100,000 nodes and a million edges, from another start in each pair. *Cold* is the"
            + " first query of an engine, planning included; *again* is one of many, when the edges may be kept"
            + " in memory. Aim: below 1.");
    report.table(
        List.of("pattern", "here, ms", "DuckDB, ms", "here / DuckDB"),
        HopsAgainstDuckDb.measure(work.resolve("hops"), HOPS_RUNS));
  }

  private static void changes(Report report, Path work) throws Exception {
    report.heading("Differences against a join of both snapshots");
    report.text(
        "`table_changes` between two snapshots of a table of a million rows, of which some were"
            + " updated, against a full join of the two snapshots by id that compares every column. Aim:"
            + " a cost that follows what differs.");
    report.table(
        List.of("rows updated", "table_changes, ms", "join, ms", "ratio"),
        ChangesAgainstScans.measure(work, RUNS));
  }

  private static void loads(Report report, Load week, Load year, Load twice) {
    report.heading("Load against its input");
    report.text(
        "`omnigraph load --mode overwrite` as a process of its own, start of the JVM included.");
    report.table(
        List.of("input", "MB", "rows", "seconds", "thousand rows/s", "peak resident MB"),
        List.of(week.row(), year.row(), twice.row()));
    double growth =
        (double) (twice.process().peakResidentBytes() - year.process().peakResidentBytes())
            / (twice.rows() - year.rows());
    report.text(
        "Twice the flights take "
            + Report.number(growth, 1)
            + " bytes of peak resident memory more for each further row (bound: 64).");
  }

  private static void validation(Report report, Path work, Path schema, Path data)
      throws Exception {
    report.heading("Validation's share of a load");
    report.text(
        "All flights: the set checks alone (ids, keys, end points, cardinality) over the batches of"
            + " the load, against the whole load, in this process. Aim: below 30 %.");
    report.table(
        List.of("rows", "checks, s", "load, s", "share"),
        List.of(ValidationOfLoad.measure(work.resolve("validation"), schema, data, 5)));
  }

  private static void commits(Report report, Path work) throws Exception {
    report.heading("Append against the size of the table");
    report.text(
        "A strict insert of 8,192 rows with keys into a large table and into an empty one, in turn."
            + " Aim: within 1.5.");
    report.table(
        List.of("rows there", "into the empty one, ms", "into the large one, ms", "ratio"),
        List.of(AppendToLargeTable.measure(work, RUNS)));
    report.heading("Writers side by side");
    report.text("Commits of one row a second, by threads of one process on one branch.");
    report.table(
        List.of("writers", "each on its table", "all on one table"),
        WritersSideBySide.measure(work, 3));
    report.heading("Where a commit's time goes");
    report.text("Commits of one row, one after another.");
    report.table(List.of("phase", "ms", "share"), PhasesOfACommit.measure(work));
  }

  private static void history(Report report, Path work) throws IOException {
    report.heading("Insert of one row after many commits");
    report.text(
        "A strict insert into a keyed node table each of whose rows came with a commit of its own;"
            + " one graph a line, written in turn in one process. Aim: within 1.2. *Lance alone* is"
            + " what Lance takes for one row more in a twin of the node table, in turn with the"
            + " inserts: a file, and a version that lists all files, one for each commit before;"
            + " small files are not merged yet. *Open* is an open for writing by a handle that"
            + " knows nothing of the graph; aim: below 500.");
    report.table(
        List.of(
            "commits before",
            "insert, ms",
            "against the first",
            "Lance alone, ms",
            "against the first",
            "the rest, ms",
            "against the first",
            "open, ms"),
        InsertAfterHistory.measure(work, HISTORY_RUNS));
  }

  private static void recoveries(Report report, Path work) throws IOException {
    report.heading("Open after interrupted writes");
    report.text(
        "An open for writing of a small graph in which writes ended before their first effect.");
    report.table(
        List.of("pending intents", "open, ms", "against a clean open"),
        OpenWithIntents.measure(work, RUNS));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

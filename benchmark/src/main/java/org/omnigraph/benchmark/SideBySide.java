package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.omnigraph.benchmark.LoadAgainstInput.Load;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/**
 * Measures everything in one run and writes one page. Arguments: the folder of the flights data,
 * the page to write, and {@code all}. Instead of {@code all} one part may be named, {@code flight},
 * {@code queries}, {@code commits} or {@code history}: its tables are printed and no page is
 * written.
 *
 * <p>Sides that are compared run in turn in one process; ratios are medians of the pairs.
 */
public final class SideBySide {
  private static final String YEAR = "all flights, Parquet";
  private static final String TWICE = "all flights twice, Parquet";
  private static final int RUNS = 9;
  private static final int FLIGHT_RUNS = 25;
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
      case "queries" -> {
        loads.load(YEAR, schema, data);
        queries(report, loads, data);
      }
      case "commits" -> commits(report, work);
      case "history" -> history(report, work);
      default ->
          throw new IllegalArgumentException(
              "'" + part + "' is none of all, flight, queries, commits, history");
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
    queries(report, loads, data);
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
            + " pairs before the counted ones are not. Aim: at least 0.5.");
    report.table(
        List.of("table", "MB", "DoGet MB/s", "scan MB/s", "DoGet / scan"),
        List.of(
            FlightAgainstScan.measure("all flights", loads.graph(YEAR).toString(), FLIGHT_RUNS),
            FlightAgainstScan.measure(
                "all flights twice", loads.graph(TWICE).toString(), FLIGHT_RUNS)));
  }

  private static void queries(Report report, LoadAgainstInput loads, Path data) throws Exception {
    report.heading("Queries against DuckDB on its own tables");
    report.text(
        "The queries of `data/nycflights/queries.md`, planned and run here. Aim: within 5.");
    try (Graph graph =
        Graph.open(loads.graph(YEAR).toString(), GraphConfig.defaults().asReadOnly())) {
      report.table(
          List.of("query", "here, ms", "DuckDB, ms", "here / DuckDB"),
          QueriesAgainstDuckDb.measure(graph, data, RUNS));
    }
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

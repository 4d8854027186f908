package org.omnigraph.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.query.Answer;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/** The 22 queries of TPC-H answer over a graph what DuckDB answers over its own tables. */
class TpchTest {
  @TempDir Path work;

  @Test
  void everyQueryAnswersAsInDuckDb() throws Exception {
    compareAtScale(0.01);
  }

  @Test
  @Tag("soak")
  void everyQueryAnswersAsInDuckDbAtATenth() throws Exception {
    compareAtScale(0.1);
  }

  private void compareAtScale(double scale) throws Exception {
    Path data = work.resolve("data");
    Tpch.write(data, scale);
    try (Graph graph =
            Graph.init(work.resolve("graph").toString(), Tpch.schema(), GraphConfig.defaults());
        BufferAllocator allocator = new RootAllocator();
        QueryEngine engine = new QueryEngine(allocator);
        DuckDBConnection duckdb =
            DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class)) {
      graph.load(
          new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
      Tpch.copyIntoDuckDb(duckdb, data);
      try (Statement statement = duckdb.createStatement()) {
        statement.execute("SET default_null_order='nulls_last_on_asc_first_on_desc'");
      }
      QueryContext context =
          new QueryContext(Map.of("tpch", graph), "tpch", BranchName.MAIN, Optional.empty());
      List<String> differences =
          IntStream.rangeClosed(1, Tpch.QUERIES)
              .boxed()
              .flatMap(
                  number ->
                      difference(number, engine, context, duckdb, allocator)
                          .map(found -> "query " + number + ": " + found)
                          .stream())
              .toList();
      assertThat(differences).isEmpty();
    }
  }

  private static Optional<String> difference(
      int number,
      QueryEngine engine,
      QueryContext context,
      DuckDBConnection duckdb,
      BufferAllocator allocator) {
    String sql = Tpch.query(number);
    try (QueryResult result = engine.prepare(context, sql).execute(List.of())) {
      return Answer.of(result.reader()).difference(Answer.of(duckdb, sql, allocator), true);
    } catch (SQLException | IOException | GraphException e) {
      return Optional.of(e.toString());
    }
  }
}

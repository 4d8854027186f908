package org.omnigraph.query;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.parameter.ParameterValues;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

/** A read of the query language bound to the snapshot it reads. */
record PlannedGq(Checked.Read read, PreparedQuery query) implements PreparedGq, PreparedQuery {
  @Override
  public String name() {
    return read.name();
  }

  @Override
  public Schema schema() {
    return query.schema();
  }

  @Override
  public Schema parameters() {
    return ParameterValues.schema(read.parameters());
  }

  @Override
  public Snapshot snapshot() {
    return query.snapshot();
  }

  @Override
  public boolean ordered() {
    return query.ordered();
  }

  @Override
  public int parts(long rowsEach) {
    return query.parts(rowsEach);
  }

  @Override
  public QueryResult execute(
      Map<String, ? extends @Nullable Object> parameters, RunningStatement statement) {
    return execute(parameters, Part.WHOLE, statement);
  }

  private QueryResult execute(
      Map<String, ? extends @Nullable Object> parameters, Part part, RunningStatement statement) {
    List<@Nullable Object> arguments =
        new ArrayList<>(ParameterValues.of(read.parameters(), parameters));
    arguments.add(
        LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
    return query.execute(arguments, part, statement);
  }

  @Override
  public QueryResult execute(
      List<@Nullable Object> arguments, Part part, RunningStatement statement) {
    return execute(ParameterValues.byPlace(read.parameters(), arguments), part, statement);
  }

  @Override
  public void close() {
    query.close();
  }
}

package org.omnigraph.query;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.parameter.ParameterValues;

/** A read of the query language bound to the snapshot it reads. */
record PlannedGq(Checked.Read read, PreparedQuery query) implements PreparedGq {
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
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < read.parameters().size(); i++) {
      Field field = query.parameters().getFields().get(i);
      boolean nullable = read.parameters().get(i).type().nullable();
      fields.add(
          new Field(
              field.getName(),
              new FieldType(nullable, field.getType(), null),
              field.getChildren()));
    }
    return new Schema(fields);
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
  public QueryResult execute(Map<String, ? extends @Nullable Object> parameters) {
    List<@Nullable Object> arguments =
        new ArrayList<>(ParameterValues.of(read.parameters(), parameters));
    arguments.add(
        LocalDateTime.ofInstant(Instant.now(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
    return query.execute(arguments);
  }

  @Override
  public void close() {
    query.close();
  }
}

package org.omnigraph.engine.recovery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.sidecar.OutcomeJson;

/** The Arrow form of audit entries. */
final class AuditRows {
  private static final ObjectMapper JSON = new ObjectMapper();

  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("graph_commit_id", ArrowType.Utf8.INSTANCE),
              Field.notNullable("recovery_kind", ArrowType.Utf8.INSTANCE),
              Field.nullable("recovery_for_actor", ArrowType.Utf8.INSTANCE),
              Field.notNullable("operation_id", ArrowType.Utf8.INSTANCE),
              Field.notNullable("sidecar_writer_kind", ArrowType.Utf8.INSTANCE),
              Field.notNullable("per_table_outcomes_json", ArrowType.Utf8.INSTANCE),
              Field.notNullable(
                  "created_at", new ArrowType.Timestamp(TimeUnit.MICROSECOND, null))));

  static final List<String> COLUMNS = SCHEMA.getFields().stream().map(Field::getName).toList();

  private AuditRows() {}

  /** One entry as a batch, which the caller closes. */
  static VectorSchemaRoot encode(AuditEntry entry, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator);
    try {
      root.allocateNew();
      put(root, "graph_commit_id", entry.commit().value());
      put(root, "recovery_kind", entry.kind().text());
      entry.actor().ifPresent(actor -> put(root, "recovery_for_actor", actor));
      put(root, "operation_id", entry.operation().value());
      put(root, "sidecar_writer_kind", entry.writer());
      put(root, "per_table_outcomes_json", OutcomeJson.write(entry.outcomes()).toString());
      ((TimeStampMicroVector) root.getVector("created_at"))
          .setSafe(0, ChronoUnit.MICROS.between(Instant.EPOCH, entry.at()));
      root.setRowCount(1);
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
  }

  private static void put(VectorSchemaRoot root, String column, String value) {
    ((VarCharVector) root.getVector(column)).setSafe(0, value.getBytes(StandardCharsets.UTF_8));
  }

  static void decode(VectorSchemaRoot batch, Consumer<AuditEntry> use) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      use.accept(entry(batch, row));
    }
  }

  private static AuditEntry entry(VectorSchemaRoot batch, int row) {
    String kind = required(batch, "recovery_kind", row);
    try {
      return new AuditEntry(
          new CommitId(required(batch, "graph_commit_id", row)),
          AuditEntry.Kind.of(kind)
              .orElseThrow(() -> corrupt("the kind '" + kind + "' is not known", null)),
          Optional.ofNullable(text(batch, "recovery_for_actor", row)),
          new OperationId(required(batch, "operation_id", row)),
          required(batch, "sidecar_writer_kind", row),
          OutcomeJson.read(JSON.readTree(required(batch, "per_table_outcomes_json", row))),
          Instant.EPOCH.plus(
              ((TimeStampMicroVector) column(batch, "created_at")).get(row), ChronoUnit.MICROS));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw corrupt(String.valueOf(e.getMessage()), e);
    }
  }

  private static String required(VectorSchemaRoot batch, String column, int row) {
    String value = text(batch, column, row);
    if (value == null) {
      throw corrupt("a row has no " + column, null);
    }
    return value;
  }

  private static @Nullable String text(VectorSchemaRoot batch, String column, int row) {
    VarCharVector vector = (VarCharVector) column(batch, column);
    return vector.isNull(row) ? null : new String(vector.get(row), StandardCharsets.UTF_8);
  }

  private static FieldVector column(VectorSchemaRoot batch, String name) {
    FieldVector vector = batch.getVector(name);
    if (vector == null) {
      throw corrupt("it has no column " + name, null);
    }
    return vector;
  }

  private static CorruptState corrupt(String why, @Nullable Throwable cause) {
    return new CorruptState("the recovery audit " + AuditLog.PATH + " is wrong: " + why, cause);
  }
}

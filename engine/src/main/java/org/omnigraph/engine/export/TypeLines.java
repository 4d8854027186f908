package org.omnigraph.engine.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/** The lines of one type. */
final class TypeLines {
  private static final int BATCH_ROWS = 8_192;
  private static final long HELD_BYTES = 64L << 20;

  private final TypeKey type;
  private final TableSnapshot table;
  private final BufferAllocator allocator;
  private final JsonBytes line = new JsonBytes();

  TypeLines(TypeKey type, TableSnapshot table, BufferAllocator allocator) {
    this.type = type;
    this.table = table;
    this.allocator = allocator;
  }

  void write(OutputStream out) throws IOException {
    List<String> columns = table.schema().getFields().stream().map(Field::getName).toList();
    ScanRequest request = ScanRequest.of(columns).inBatchesOf(BATCH_ROWS).withRowId();
    try (SortedLines lines = new SortedLines(HELD_BYTES);
        ArrowReader reader = table.scan(request, allocator)) {
      while (reader.loadNextBatch()) {
        addAll(reader.getVectorSchemaRoot(), lines);
      }
      lines.writeTo(out);
    }
  }

  private void addAll(VectorSchemaRoot batch, SortedLines lines) throws IOException {
    VarCharVector ids = (VarCharVector) batch.getVector("id");
    List<Member> members = members(batch);
    for (int row = 0; row < batch.getRowCount(); row++) {
      byte[] id = ids.get(row);
      lines.add(id, line(batch, id, members, row));
    }
  }

  private byte[] line(VectorSchemaRoot batch, byte[] id, List<Member> members, int row) {
    line.clear();
    line.add(type.kind() == EntityKind.NODE ? "{\"type\":\"" : "{\"edge\":\"");
    line.add(type.name());
    if (type.kind() == EntityKind.EDGE) {
      line.add("\",\"from\":");
      line.string(((VarCharVector) batch.getVector("src")).get(row));
      line.add(",\"to\":");
      line.string(((VarCharVector) batch.getVector("dst")).get(row));
    } else {
      line.add('"');
    }
    line.add(",\"data\":{\"id\":");
    line.string(id);
    for (Member member : members) {
      line.add(member.name);
      member.value.write(line, row);
    }
    line.add("}}\n");
    return line.copy();
  }

  /** A property: its name with what stands around it, and its values. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Member(byte[] name, JsonCell value) {}

  private List<Member> members(VectorSchemaRoot batch) {
    List<Member> members = new ArrayList<>();
    for (Field field : table.schema().getFields()) {
      String name = field.getName();
      if (!isSystem(name)) {
        FieldVector vector = batch.getVector(name);
        members.add(
            new Member(
                (",\"" + name + "\":").getBytes(StandardCharsets.UTF_8),
                JsonCell.of(vector, table, batch)));
      }
    }
    return members;
  }

  private boolean isSystem(String column) {
    return column.equals("id")
        || (type.kind() == EntityKind.EDGE && (column.equals("src") || column.equals("dst")));
  }
}

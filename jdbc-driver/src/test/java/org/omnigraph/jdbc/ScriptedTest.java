package org.omnigraph.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A scripted server for each test; its memory must be back when the test ends. */
abstract class ScriptedTest {
  static final Schema NUMBERS =
      new Schema(
          List.of(
              Field.notNullable("n", new ArrowType.Int(64, true)),
              Field.nullable("Name", ArrowType.Utf8.INSTANCE)));

  final ScriptedServer server = start();

  private static ScriptedServer start() {
    try {
      return new ScriptedServer();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void script() {
    server.queries.put("SELECT 6", numbers(3, 2));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  Connection connect(String rest) throws SQLException {
    return DriverManager.getConnection(server.url(rest));
  }

  /** Rows 0, 1, 2... named "row 0"; every fifth has no name. */
  static ScriptedServer.Answer numbers(int batches, int rows) {
    return new ScriptedServer.Answer(
        NUMBERS, batches, (root, batch) -> fill(root, batch * rows, rows));
  }

  private static void fill(VectorSchemaRoot root, int first, int rows) {
    BigIntVector n = (BigIntVector) root.getVector(0);
    VarCharVector name = (VarCharVector) root.getVector(1);
    for (int i = 0; i < rows; i++) {
      n.setSafe(i, first + i);
      if ((first + i) % 5 == 4) {
        name.setNull(i);
      } else {
        name.setSafe(i, ScriptedServer.utf8("row " + (first + i)));
      }
    }
    root.setRowCount(rows);
  }
}

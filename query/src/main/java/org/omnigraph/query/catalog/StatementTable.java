package org.omnigraph.query.catalog;

import static org.omnigraph.query.catalog.SystemTable.OMNIGRAPH_CATALOG;
import static org.omnigraph.query.catalog.SystemTable.bigint;
import static org.omnigraph.query.catalog.SystemTable.microseconds;
import static org.omnigraph.query.catalog.SystemTable.row;
import static org.omnigraph.query.catalog.SystemTable.text;
import static org.omnigraph.query.catalog.SystemTable.textOrNull;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.running.RunningStatement;

/** The table {@code omnigraph_catalog.statements}: what is worked on now. */
final class StatementTable {
  static final SystemTable TABLE =
      new SystemTable(
          OMNIGRAPH_CATALOG,
          "statements",
          List.of(
              bigint("statement_id"),
              textOrNull("actor"),
              text("session"),
              textOrNull("transaction_id"),
              text("statement"),
              microseconds("started_at"),
              text("state"),
              bigint("row_count"),
              bigint("memory_bytes")),
          StatementTable::rows);

  private StatementTable() {}

  private static List<List<@Nullable Object>> rows(SystemView view) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (RunningStatement statement : view.graph().statements()) {
      rows.add(
          row(
              statement.id(),
              statement.origin().actor().orElse(null),
              statement.origin().session(),
              statement.origin().transaction().orElse(null),
              statement.text(),
              ChronoUnit.MICROS.between(Instant.EPOCH, statement.started()),
              statement.state().name().toLowerCase(Locale.ROOT),
              statement.rows(),
              statement.memory()));
    }
    return rows;
  }
}

package org.omnigraph.flight.producer;

import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.impl.FlightSql.UpdateDeleteRules;
import org.omnigraph.query.catalog.TableInfo;

/** A column of an edge that holds the id of a node, as the key commands list it. */
record ForeignKeyRow(TableInfo table, TableInfo.ForeignKey key) {
  static final Comparator<ForeignKeyRow> BY_FOREIGN =
      Comparator.<ForeignKeyRow, String>comparing(row -> row.table().name())
          .thenComparing(row -> row.key().name());
  static final Comparator<ForeignKeyRow> BY_PRIMARY =
      Comparator.comparing(ForeignKeyRow::references).thenComparing(BY_FOREIGN);

  static Stream<ForeignKeyRow> of(TableInfo table) {
    return table.foreignKeys().stream().map(key -> new ForeignKeyRow(table, key));
  }

  String references() {
    return key.references();
  }

  /** Ids never change; deleting a node deletes its edges. */
  void addTo(MetadataRows rows) {
    rows.add(
        table.catalog(),
        table.schema(),
        key.references(),
        "id",
        table.catalog(),
        table.schema(),
        table.name(),
        key.column(),
        1,
        key.name(),
        key.references() + "_pk",
        UpdateDeleteRules.NO_ACTION_VALUE,
        UpdateDeleteRules.CASCADE_VALUE);
  }
}

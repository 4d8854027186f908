package org.omnigraph.flight.producer;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.RequestHeader;

/** What the server and its types can do: SqlInfo and XdbcTypeInfo. */
final class InfoCommands {
  private final Services services;
  private final String version;

  InfoCommands(Services services) {
    this.services = services;
    this.version =
        Optional.ofNullable(InfoCommands.class.getPackage().getImplementationVersion())
            .orElse("0.1.0");
  }

  /**
   * Answers the asked codes, all when none are named.
   *
   * @throws NotFound naming the codes that have no answer
   */
  void sqlInfo(List<Integer> codes, CallScope scope, ServerStreamListener listener) {
    boolean transactional = scope.header(RequestHeader.CLIENT).isPresent();
    SortedMap<Integer, SqlInfoValue> known =
        SqlInfoTable.of(version, services.limits(), transactional);
    SortedMap<Integer, SqlInfoValue> asked = new TreeMap<>(known);
    if (!codes.isEmpty()) {
      List<Integer> unknown = codes.stream().filter(code -> !known.containsKey(code)).toList();
      if (!unknown.isEmpty()) {
        throw new NotFound("this server has no answer to the SqlInfo codes " + unknown);
      }
      asked.keySet().retainAll(codes);
    }
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_SQL_INFO_SCHEMA)) {
      write(asked, rows);
      rows.sendRoot(listener);
    }
  }

  private static void write(SortedMap<Integer, SqlInfoValue> asked, MetadataRows rows) {
    UInt4Vector names = (UInt4Vector) rows.root().getVector("info_name");
    DenseUnionVector union = (DenseUnionVector) rows.root().getVector("value");
    int row = 0;
    for (var next : asked.entrySet()) {
      while (union.getValueCapacity() <= row) {
        union.reAlloc();
      }
      names.setSafe(row, next.getKey());
      next.getValue().writeTo(union, row);
      row++;
    }
    names.setValueCount(row);
    union.setValueCount(row);
    rows.root().setRowCount(row);
  }

  /** Answers the types of one code, all when none is named. */
  void typeInfo(Optional<Integer> code, ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_TYPE_INFO_SCHEMA)) {
      SqlTypeInfo.ALL.stream()
          .filter(type -> code.isEmpty() || code.get() == type.code())
          .forEach(type -> type.addTo(rows));
      rows.send(listener);
    }
  }
}

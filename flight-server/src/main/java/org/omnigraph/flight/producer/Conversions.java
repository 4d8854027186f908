package org.omnigraph.flight.producer;

import static org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportsConvert.*;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportsConvert;

/** Which types {@code CAST} turns into which, in the codes of SqlInfo. */
final class Conversions {
  private static final List<SqlSupportsConvert> NUMBERS =
      List.of(
          SQL_CONVERT_BIGINT,
          SQL_CONVERT_DECIMAL,
          SQL_CONVERT_FLOAT,
          SQL_CONVERT_INTEGER,
          SQL_CONVERT_NUMERIC,
          SQL_CONVERT_REAL);

  /** From a type to those that it can be turned into. */
  static final SortedMap<Integer, List<Integer>> ALL = all();

  private Conversions() {}

  private static SortedMap<Integer, List<Integer>> all() {
    SortedMap<Integer, List<Integer>> all = new TreeMap<>();
    List<SqlSupportsConvert> numbersAndText = new java.util.ArrayList<>(NUMBERS);
    numbersAndText.add(SQL_CONVERT_VARCHAR);
    for (SqlSupportsConvert number : NUMBERS) {
      put(all, number, numbersAndText);
    }
    List<SqlSupportsConvert> fromText = new java.util.ArrayList<>(numbersAndText);
    fromText.addAll(List.of(SQL_CONVERT_BIT, SQL_CONVERT_DATE, SQL_CONVERT_TIMESTAMP));
    put(all, SQL_CONVERT_VARCHAR, fromText);
    put(all, SQL_CONVERT_BIT, List.of(SQL_CONVERT_BIT, SQL_CONVERT_VARCHAR));
    List<SqlSupportsConvert> times =
        List.of(SQL_CONVERT_DATE, SQL_CONVERT_TIMESTAMP, SQL_CONVERT_VARCHAR);
    put(all, SQL_CONVERT_DATE, times);
    put(all, SQL_CONVERT_TIMESTAMP, times);
    put(all, SQL_CONVERT_VARBINARY, List.of(SQL_CONVERT_VARBINARY));
    return all;
  }

  private static void put(
      SortedMap<Integer, List<Integer>> all, SqlSupportsConvert from, List<SqlSupportsConvert> to) {
    all.put(from.getNumber(), to.stream().map(SqlSupportsConvert::getNumber).sorted().toList());
  }
}

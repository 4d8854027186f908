package org.omnigraph.jdbc;

import java.util.List;

/** Every kind of statement that answers rows, about the flights. */
final class Shapes {
  static final List<String> QUERIES =
      List.of(
          "SELECT 1",
          "(SELECT faa FROM Airport LIMIT 1)",
          "VALUES (1, 'a'), (2, 'b')",
          "WITH a AS (SELECT faa FROM Airport) SELECT COUNT(*) FROM a",
          "SELECT 1 UNION ALL SELECT 2",
          "/* a comment */ -- and another\nSELECT faa FROM Airport LIMIT 1",
          "TABLE Carrier",
          "EXPLAIN SELECT * FROM Airport",
          "SHOW TABLES",
          "SHOW schema",
          "DESCRIBE Airport",
          "query few() { match { $a: Airport } return { $a.faa as faa } limit 1 }");

  private Shapes() {}
}

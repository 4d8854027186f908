package org.omnigraph.jdbc;

import java.util.Locale;
import java.util.Set;

/** The words that are no names without quotes. */
final class ReservedWords {
  static final Set<String> ALL =
      Set.of(
          """
          ANY ASOF BY CALL CASE CREATE CROSS CURRENT CURSOR DATE DATEADD DATEDIFF
          DATEPART DATETIME DATE_PART DEFAULT DEFINE DELETE DESCRIBE DISTINCT DROP
          EXCEPT EXPLAIN FETCH FRIDAY FROM FULL GRANT GROUP GROUPING HAVING IN INNER
          INSERT INTERSECT INTERVAL INTO JOIN JSON_SCOPE LATERAL LEFT LIMIT
          MATCH_CONDITION MATCH_RECOGNIZE MEASURE MERGE MINUS MONDAY NATURAL NEW NEXT
          NULL OFFSET ON ORDER ORDINAL OUTER OVER PARTITION PATTERN QUALIFY RANGE
          RIGHT ROLLUP ROW ROWS SAFE_CAST SAFE_OFFSET SAFE_ORDINAL SATURDAY SELECT
          SET SKIP SNAPSHOT SOME STREAM SUNDAY TABLE TABLESAMPLE THEN THURSDAY TIME
          TIMESTAMP TRY_CAST TUESDAY UNION UNNEST UNSIGNED UPDATE USING UUID VALUES
          VARIANT VOLATILE WEDNESDAY WHEN WHERE WINDOW WITH
          """
              .strip()
              .split("\\s+"));

  private ReservedWords() {}

  /** Whether a word is one of them, however it is written. */
  static boolean contain(String word) {
    return ALL.contains(word.toUpperCase(Locale.ROOT));
  }
}

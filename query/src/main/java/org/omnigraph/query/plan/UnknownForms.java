package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Forms of other SQL that the grammar does not have, and what does the same here. */
final class UnknownForms {
  private record Form(Pattern pattern, String message) {
    static Form of(String pattern, String message) {
      return new Form(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), message);
    }
  }

  private static final String JSON_AGGREGATE = "\\bJSON_(?:ARRAY|OBJECT)AGG\\s*\\(";
  private static final String ITS_END =
      "(?:[^()]++|\\((?:[^()]++|\\((?:[^()]++|\\([^()]*+\\))*+\\))*+\\))*+\\)"
          + "(?:\\s*WITHIN\\s+GROUP\\s*\\([^()]*+\\))?\\s*";

  /** Whatever stands outside parentheses, and what they hold. */
  private static final String OUTSIDE =
      "(?:[^()]|\\((?:[^()]++|\\((?:[^()]++|\\([^()]*+\\))*+\\))*+\\))*?";

  private static final List<Form> FORMS =
      List.of(
          Form.of(
              "->",
              "the operators -> and ->> are not done here; write JSON_VALUE(text, '$.key') for a"
                  + " value and JSON_QUERY(text, '$.key') for an object or a list"),
          Form.of(
              JSON_AGGREGATE + ITS_END + "FILTER\\b",
              "JSON_ARRAYAGG and JSON_OBJECTAGG take no FILTER here; write JSON_ARRAYAGG(CASE WHEN"
                  + " condition THEN x END), which leaves nulls out, or filter in a sub-query"),
          Form.of(
              JSON_AGGREGATE + ITS_END + "OVER\\b",
              "JSON_ARRAYAGG and JSON_OBJECTAGG are no window functions here; group in a sub-query"
                  + " and join it, or write ARRAY_AGG(x) OVER (…)"),
          Form.of(
              JSON_AGGREGATE + "\\s*(?:DISTINCT|ALL)\\b",
              "JSON_ARRAYAGG and JSON_OBJECTAGG take no DISTINCT or ALL here; SELECT DISTINCT in a"
                  + " sub-query does it"),
          Form.of(
              "\\bGROUP\\s+BY\\s+ALL\\s*(?:$|[);]|HAVING\\b|ORDER\\b|LIMIT\\b|QUALIFY\\b)",
              "GROUP BY ALL is not done here; name the columns"),
          Form.of(
              "\\bDISTINCT\\s+ON\\s*\\(",
              "DISTINCT ON is not done here; write QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER"
                  + " BY …) = 1"),
          Form.of(
              "\\bGROUPS\\s+(?:BETWEEN|UNBOUNDED|CURRENT|\\d)",
              "GROUPS frames of windows are not done here; ROWS and RANGE are"),
          Form.of(
              "\\bWITH\\s+TIES\\b",
              "FETCH … WITH TIES is not done here; write QUALIFY RANK() OVER (ORDER BY …) <= n"),
          Form.of(
              "\\bINTERVAL\\s+'[^']*[a-z][^']*'",
              "an interval has one number and one unit here, as INTERVAL '3' DAY; add several, or"
                  + " write INTERVAL '1 02:30' DAY TO MINUTE"),
          Form.of(
              "^(?:INSERT|UPSERT|UPDATE|DELETE|MERGE)\\b[\\s\\S]*\\bRETURNING\\b",
              "RETURNING is not done here; SELECT the rows before or afterwards, in one transaction"),
          Form.of(
              "^UPDATE\\b" + OUTSIDE + "\\bSET\\b" + OUTSIDE + "\\bFROM\\b",
              "UPDATE … FROM is not done here; write MERGE INTO t USING … WHEN MATCHED THEN UPDATE,"
                  + " or a sub-query"),
          Form.of(
              "\\bPOSITION\\s*\\(",
              "what POSITION looks for is a name, a literal or a call here; write STRPOS(text, part)"
                  + " for any expression"));

  private UnknownForms() {}

  /** Which of them a statement that does not parse has, outside its texts. */
  static Optional<String> in(String sql) {
    String bare = sql.replaceAll("'[^']*[->][^']*'", "''").strip();
    return FORMS.stream()
        .filter(form -> form.pattern().matcher(bare).find())
        .map(Form::message)
        .findFirst();
  }
}

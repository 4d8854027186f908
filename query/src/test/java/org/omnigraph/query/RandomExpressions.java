package org.omnigraph.query;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random expressions of a kind over the columns in scope. */
final class RandomExpressions {
  private static final String[] TEXTS = {
    "''",
    "'a'",
    "'A'",
    "'ü'",
    "'𝔘ni'",
    "'Zoë 𝔘'",
    "'  pad '",
    "'it''s'",
    "'10%'",
    "'a_b'",
    "'JFK'",
    "'x,y,,z'",
    "'-1'",
    "'2013-01-02'",
    "'ß'",
    "'Intl'",
    "'line' || CHR(10) || 'break'"
  };
  private static final String[] DAYS = {
    "DATE '1969-12-31'",
    "DATE '2013-01-03'",
    "DATE '2024-02-29'",
    "DATE '0001-01-01'",
    "DATE '9999-12-31'",
    "DATE '2000-12-31'"
  };
  private static final String[] TIMES = {
    "TIMESTAMP '1969-12-31 23:59:59.999'", "TIMESTAMP '2013-01-03 05:15:00'",
    "TIMESTAMP '2024-02-29 12:00:00.001'", "TIMESTAMP '0001-01-01 00:00:00'"
  };
  private static final String[] UNITS = {
    "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND"
  };
  private static final String[] DAY_UNITS = {"YEAR", "QUARTER", "MONTH", "WEEK", "DAY"};

  /** A pattern of {@code SIMILAR TO}, and the regular expression that DuckDB takes in its place. */
  private static final String[][] SIMILAR = {
    {"'%a%'", "'.*a.*'"},
    {"'(J|L)_+'", "'(J|L).+'"},
    {"'[A-Z]{2,3}'", "'[A-Z]{2,3}'"},
    {"'a.b%'", "'a\\.b.*'"}
  };

  private final Random random;
  private final Map<Kind, List<Sql>> columns = new EnumMap<>(Kind.class);

  RandomExpressions(Random random, List<Column> scope) {
    this.random = random;
    for (Column column : scope) {
      columns.computeIfAbsent(column.kind(), k -> new ArrayList<>()).add(column.sql());
    }
  }

  /** A column in scope. */
  record Column(Sql sql, Kind kind) {}

  int below(int bound) {
    return random.nextInt(bound);
  }

  @SafeVarargs
  final <T> T one(T... choices) {
    return choices[below(choices.length)];
  }

  /** A column of the kind, or a value of it where none is in scope. */
  Sql leaf(Kind kind) {
    List<Sql> known = columns.getOrDefault(kind, List.of());
    return known.isEmpty() || below(6) == 0 ? literal(kind) : known.get(below(known.size()));
  }

  boolean has(Kind kind) {
    return columns.containsKey(kind);
  }

  Sql literal(Kind kind) {
    if (below(12) == 0) {
      return Sql.of("CAST(NULL AS {0})", kind.type());
    }
    return switch (kind) {
      case BOOL -> Sql.same(one("TRUE", "FALSE"));
      case INT -> Sql.same(one("0", "1", "-1", "7", "100", "2147483647", "-2147483647"));
      case LONG ->
          Sql.of("CAST(" + one("0", "1", "-1", "9007199254740993", "4294967295") + " AS BIGINT)");
      case MONEY ->
          Sql.of("CAST(" + one("0", "0.01", "-12.5", "99.995", "1234.56") + " AS DECIMAL(12, 2))");
      case HUGE ->
          Sql.same("CAST(" + one("0", "18446744073709551615", "7") + " AS DECIMAL(20, 0))");
      case SINGLE -> Sql.same("CAST(" + one("0", "1.5", "-0.5") + " AS REAL)");
      case DOUBLE ->
          Sql.same(
              "CAST("
                  + one("0", "1.5", "-0.25", "1e10", "60", "'NaN'", "'-Infinity'")
                  + " AS DOUBLE)");
      case TEXT -> Sql.same(one(TEXTS));
      case DAY -> Sql.same(one(DAYS));
      case TIME -> Sql.same(one(TIMES));
      case BYTES -> Sql.of("X'00ff'", "unhex('00ff')");
      case TEXTS -> Sql.of("ARRAY[{0}, {1}]", "[{0}, {1}]", leaf(Kind.TEXT), literal(Kind.TEXT));
      case LONGS -> Sql.of("ARRAY[{0}, {1}]", "[{0}, {1}]", literal(Kind.LONG), literal(Kind.LONG));
      case OTHER -> throw new IllegalArgumentException("no literals");
    };
  }

  /** An expression of the kind. */
  Sql of(Kind kind, int depth) {
    if (depth <= 0 || below(4) == 0) {
      return leaf(kind);
    }
    if (below(6) == 0) {
      return conditional(kind, depth);
    }
    int d = depth - 1;
    return switch (kind) {
      case BOOL -> truth(d);
      case INT -> whole(d);
      case LONG -> large(d);
      case MONEY -> money(d);
      case DOUBLE -> real(d);
      case TEXT -> text(d);
      case DAY -> day(d);
      case TIME -> time(d);
      case TEXTS, LONGS -> list(kind, d);
      case HUGE, SINGLE, BYTES, OTHER -> leaf(kind);
    };
  }

  private Sql conditional(Kind kind, int depth) {
    int d = depth - 1;
    Sql a = of(kind, d);
    Sql b = of(kind, d);
    return switch (below(kind == Kind.OTHER ? 2 : 5)) {
      case 0 -> Sql.of("CASE WHEN {0} THEN {1} ELSE {2} END", of(Kind.BOOL, d), a, b);
      case 1 -> Sql.of("CASE WHEN {0} THEN {1} END", of(Kind.BOOL, d), a);
      case 2 -> Sql.of("COALESCE({0}, {1})", a, b);
      case 3 -> Sql.of("NULLIF({0}, {1})", a, b);
      default ->
          Sql.of("CASE {0} WHEN {1} THEN {2} ELSE {3} END", of(Kind.INT, 0), Sql.same("1"), a, b);
    };
  }

  Sql comparison(int depth) {
    Kind kind =
        one(
            Kind.INT,
            Kind.LONG,
            Kind.MONEY,
            Kind.DOUBLE,
            Kind.TEXT,
            Kind.DAY,
            Kind.TIME,
            Kind.HUGE,
            Kind.SINGLE,
            Kind.TEXTS,
            Kind.BYTES);
    String operator =
        one("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM");
    return Sql.of("({0} " + operator + " {1})", of(kind, depth), of(kind, depth));
  }

  private Sql truth(int d) {
    return switch (below(16)) {
      case 0, 1, 2 -> comparison(d);
      case 3 -> Sql.of("({0} AND {1})", of(Kind.BOOL, d), of(Kind.BOOL, d));
      case 4 -> Sql.of("({0} OR {1})", of(Kind.BOOL, d), of(Kind.BOOL, d));
      case 5 -> Sql.of("(NOT {0})", of(Kind.BOOL, d));
      case 6 ->
          Sql.of(
              "({0} " + one("IS NULL", "IS NOT NULL") + ")",
              of(one(Kind.INT, Kind.TEXT, Kind.TIME, Kind.DOUBLE), d));
      case 7 ->
          Sql.of(
              "({0} " + one("IS TRUE", "IS FALSE", "IS NOT TRUE", "IS NOT FALSE") + ")",
              of(Kind.BOOL, d));
      case 8 ->
          Sql.of(
              "({0} " + one("LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE") + " {1})",
              of(Kind.TEXT, d),
              Sql.same(one("'%a%'", "'A%'", "'_'", "'%'", "'%ë%'", "'%_'")));
      case 9 ->
          Sql.of("({0} LIKE {1} ESCAPE '!')", of(Kind.TEXT, d), Sql.same(one("'%!%'", "'a!_b'")));
      case 10 -> {
        String[] pattern = one(SIMILAR);
        yield Sql.of(
            "({0} SIMILAR TO " + pattern[0] + ")",
            "regexp_full_match({0}, " + pattern[1] + ", 's')",
            of(Kind.TEXT, d));
      }
      case 11 -> {
        Kind kind = one(Kind.INT, Kind.DOUBLE, Kind.DAY, Kind.TEXT, Kind.MONEY);
        yield Sql.of(
            "({0} " + one("BETWEEN", "NOT BETWEEN") + " {1} AND {2})",
            of(kind, d),
            of(kind, d),
            literal(kind));
      }
      case 12 -> {
        Kind kind = one(Kind.INT, Kind.TEXT, Kind.DAY, Kind.DOUBLE);
        yield Sql.of(
            "({0} " + one("IN", "NOT IN") + " ({1}, {2}, {3}))",
            of(kind, d),
            literal(kind),
            literal(kind),
            of(kind, d));
      }
      case 13 ->
          Sql.of(
              one("STARTS_WITH", "ENDS_WITH") + "({0}, {1})", of(Kind.TEXT, d), of(Kind.TEXT, d));
      case 14 ->
          Sql.of(
              "REGEXP_LIKE({0}, {1})",
              "regexp_matches({0}, {1})",
              of(Kind.TEXT, d),
              Sql.same(one("'[a-f]'", "'^.$'", "'[0-9]+'", "'(?i)intl$'")));
      default ->
          Sql.of(
              "ARRAY_CONTAINS({0}, {1})",
              "list_contains({0}, {1})", of(Kind.TEXTS, d), literalNotNull());
    };
  }

  private Sql literalNotNull() {
    return Sql.same(one("'a'", "'ü'", "''"));
  }

  /** Small enough that sums and products stay small. */
  private Sql small(int d) {
    return Sql.of("({0} % 1000)", of(Kind.INT, d));
  }

  private Sql whole(int d) {
    return switch (below(14)) {
      case 0 -> Sql.of("({0} + {1})", small(d), small(d));
      case 1 -> Sql.of("({0} - {1})", small(d), small(d));
      case 2 -> Sql.of("({0} * {1})", small(d), small(d));
      case 3 -> {
        String divisor = one("7", "-3", "2");
        yield Sql.of(
            "({0} / " + divisor + ")",
            "CAST(trunc(CAST({0} AS DOUBLE) / " + divisor + ") AS INTEGER)",
            of(Kind.INT, d));
      }
      case 4 -> Sql.of("({0} % " + one("7", "-3", "10") + ")", of(Kind.INT, d));
      case 5 -> Sql.of("ABS({0})", small(d));
      case 6 -> Sql.of("SIGN({0})", "CAST(sign({0}) AS INTEGER)", of(Kind.INT, d));
      case 7 ->
          Sql.of(
              one("LENGTH", "CHAR_LENGTH") + "({0})",
              "CAST(length({0}) AS INTEGER)",
              of(Kind.TEXT, d));
      case 8 ->
          Sql.of(
              "STRPOS({1}, {0})",
              "CAST(strpos({1}, {0}) AS INTEGER)", of(Kind.TEXT, d), of(Kind.TEXT, d));
      case 9 -> Sql.of("CAST({0} AS INTEGER)", of(Kind.BOOL, d));
      case 10 ->
          Sql.of(
              one("CARDINALITY", "ARRAY_LENGTH") + "({0})",
              "CAST(len({0}) AS INTEGER)",
              of(one(Kind.TEXTS, Kind.LONGS), d));
      case 11 -> {
        String unit = one("YEAR", "MONTH", "DAY", "HOUR");
        yield Sql.of(
            "TIMESTAMPDIFF(" + unit + ", {0}, {1})",
            "CAST(date_sub('" + unit + "', {0}, {1}) AS INTEGER)",
            of(Kind.TIME, d),
            of(Kind.TIME, d));
      }
      case 12 -> {
        String unit = one("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR");
        Kind kind = random.nextBoolean() ? Kind.DAY : Kind.TIME;
        yield Sql.of(
            "DATEDIFF(" + unit + ", {0}, {1})",
            unit.equals("WEEK")
                ? "CAST(date_diff('day', date_trunc('week', {0}), date_trunc('week', {1})) // 7 AS"
                    + " INTEGER)"
                : "CAST(date_diff('" + unit + "', {0}, {1}) AS INTEGER)",
            of(kind, d),
            of(kind, d));
      }
      default -> Sql.of("TRY_CAST({0} AS INTEGER)", of(Kind.TEXT, d));
    };
  }

  private Sql large(int d) {
    return switch (below(6)) {
      case 0 -> Sql.of("CAST({0} AS BIGINT)", of(Kind.INT, d));
      case 1 -> {
        String unit =
            one("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "DOY", "ISODOW", "ISOYEAR", "HOUR");
        yield Sql.of(
            "EXTRACT(" + unit + " FROM {0})",
            "CAST(extract(" + unit + " FROM {0}) AS BIGINT)",
            of(unit.equals("HOUR") ? Kind.TIME : one(Kind.DAY, Kind.TIME), d));
      }
      case 2 ->
          Sql.of(
              "EXTRACT(DOW FROM {0})",
              "CAST(extract(dow FROM {0}) + 1 AS BIGINT)", of(Kind.DAY, d));
      case 3 -> Sql.of("({0} % CAST(1000 AS BIGINT))", of(Kind.LONG, d));
      case 4 -> {
        String unit = one("MINUTE", "SECOND", "MILLISECOND", "MICROSECOND");
        boolean borders = random.nextBoolean();
        yield Sql.of(
            (borders ? "DATEDIFF(" : "TIMESTAMPDIFF(") + unit + ", {0}, {1})",
            (borders ? "date_diff('" : "date_sub('") + unit + "', {0}, {1})",
            of(Kind.TIME, d),
            of(Kind.TIME, d));
      }
      default ->
          Sql.of(
              "EXTRACT(EPOCH FROM {0})",
              "CAST(floor(extract(epoch FROM {0})) AS BIGINT)", of(Kind.TIME, d));
    };
  }

  private Sql money(int d) {
    return switch (below(5)) {
      case 0 -> Sql.of("CAST({0} AS DECIMAL(12, 2))", small(d));
      case 1 -> Sql.of("CAST(({0} + {1}) AS DECIMAL(12, 2))", smallMoney(d), smallMoney(d));
      case 2 -> Sql.of("CAST(({0} * {1}) AS DECIMAL(12, 2))", smallMoney(d), smallMoney(d));
      case 3 -> Sql.of("ROUND({0}, 1)", "CAST(round({0}, 1) AS DECIMAL(12, 2))", of(Kind.MONEY, d));
      default -> Sql.of("(-{0})", of(Kind.MONEY, d));
    };
  }

  private Sql smallMoney(int d) {
    return Sql.of("CAST(({0} % 1000) AS DECIMAL(12, 2))", of(Kind.MONEY, d));
  }

  private Sql real(int d) {
    return switch (below(10)) {
      case 0 -> Sql.of("({0} " + one("+", "-", "*") + " {1})", of(Kind.DOUBLE, d), of(Kind.INT, d));
      case 1 -> Sql.of("({0} / NULLIF({1}, 0))", of(Kind.DOUBLE, d), of(Kind.DOUBLE, d));
      case 2 -> Sql.of("CAST({0} AS DOUBLE)", of(one(Kind.INT, Kind.LONG, Kind.SINGLE), d));
      case 3 -> Sql.of("SQRT(CAST(ABS({0}) AS DOUBLE))", small(d));
      case 4 -> Sql.of(one("FLOOR", "CEIL") + "({0})", of(Kind.DOUBLE, d));
      case 5 -> Sql.of("ROUND({0}, " + one("0", "1", "2") + ")", of(Kind.DOUBLE, d));
      case 6 -> Sql.of("LN(CAST(ABS({0}) + 1 AS DOUBLE))", small(d));
      case 7 -> Sql.of("POWER({0}, 2)", "CAST(pow({0}, 2) AS DOUBLE)", small(d));
      case 8 -> Sql.of("CAST({0} AS DOUBLE)", of(Kind.MONEY, d));
      default -> Sql.of("TRY_CAST({0} AS DOUBLE)", of(Kind.TEXT, d));
    };
  }

  private Sql text(int d) {
    Sql a = of(Kind.TEXT, d);
    String n = one("0", "1", "2", "3", "7");
    return switch (below(26)) {
      case 0 -> Sql.of("UPPER({0})", a);
      case 1 -> Sql.of("LOWER({0})", a);
      case 2 -> Sql.of("SUBSTRING({0} FROM " + one("1", "2", "0", "-1") + " FOR " + n + ")", a);
      case 3 -> Sql.of("SUBSTRING({0}, " + one("1", "2", "5") + ")", a);
      case 4 -> Sql.of("TRIM(" + one("BOTH", "LEADING", "TRAILING") + " 'a' FROM {0})", a);
      case 5 -> Sql.of("TRIM({0})", a);
      case 6 -> Sql.of("REPLACE({0}, {1}, {2})", a, Sql.same(one("'a'", "'JFK'")), leaf(Kind.TEXT));
      case 7 -> Sql.of(one("LPAD", "RPAD") + "({0}, " + n + ", 'üx')", a);
      case 8 -> Sql.of(one("LEFT", "RIGHT") + "({0}, " + n + ")", a);
      case 9 -> Sql.of("REVERSE({0})", a);
      case 10 -> Sql.of("REPEAT(LEFT({0}, 3), " + one("0", "1", "2") + ")", a);
      case 11 -> Sql.of("CONCAT({0}, {1})", a, of(Kind.TEXT, d));
      case 12 -> Sql.of("({0} || {1})", a, of(Kind.TEXT, d));
      case 13 -> Sql.of("CONCAT_WS('-', {0}, {1})", a, of(Kind.TEXT, d));
      case 14 -> Sql.of("SPLIT_PART({0}, ',', " + one("1", "2", "9") + ")", a);
      case 15 -> Sql.of("TRANSLATE({0}, 'abü', 'xyz')", a);
      case 16 -> Sql.of("REGEXP_REPLACE({0}, '[aeiou]', '.'" + one(", 'g'", "") + ")", a);
      case 17 ->
          Sql.of(
              "REGEXP_SUBSTR({0}, '[A-Z]+')",
              "CASE WHEN regexp_matches({0}, '[A-Z]+') THEN regexp_extract({0}, '[A-Z]+') END", a);
      case 18 -> Sql.of("CAST({0} AS VARCHAR)", of(one(Kind.INT, Kind.LONG, Kind.BOOL), d));
      case 19 -> Sql.of("CAST({0} AS VARCHAR)", of(one(Kind.DAY, Kind.MONEY, Kind.HUGE), d));
      case 20 ->
          Sql.of(
              "TO_CHAR({0}, 'YYYY-MM-DD HH24:MI')",
              "strftime({0}, '%Y-%m-%d %H:%M')", of(Kind.TIME, d));
      case 21 ->
          Sql.of(
              "OVERLAY({0} PLACING {1} FROM 2 FOR 1)",
              "(left({0}, 1) || {1} || substring({0}, 3))", a, leaf(Kind.TEXT));
      case 22 -> Sql.of(one("GREATEST", "LEAST") + "({0}, {1})", a, of(Kind.TEXT, d));
      case 23 ->
          Sql.of(
              "JSON_VALUE({0}, '$.a')",
              "json_extract_string({0}, '$.a')",
              Sql.same(one("'{\"a\": 5}'", "'{\"a\": \"ü\"}'", "'{}'")));
      case 24 -> Sql.of("{0}[" + one("1", "2") + "]", Sql.of("({0})", of(Kind.TEXTS, d)));
      default ->
          Sql.of(
              "ARRAY_TO_STRING({0}, '+')",
              "CASE WHEN {0} IS NOT NULL THEN coalesce(array_to_string({0}, '+'), '') END",
              of(Kind.TEXTS, d));
    };
  }

  private Sql interval(String... units) {
    return Sql.same("INTERVAL '" + one("1", "13", "-2", "0") + "' " + one(units));
  }

  private Sql day(int d) {
    return switch (below(6)) {
      case 0 -> Sql.of("CAST({0} AS DATE)", of(Kind.TIME, d));
      case 1 -> moved(d);
      case 2 -> {
        String unit = one(DAY_UNITS);
        yield Sql.of(
            "DATE_TRUNC('" + unit + "', {0})",
            "CAST(date_trunc('" + unit + "', {0}) AS DATE)",
            of(Kind.DAY, d));
      }
      case 3 -> Sql.of("LAST_DAY({0})", recent(d));
      case 4 ->
          Sql.of(
              "MAKE_DATE(2000 + ABS({0} % 20), 2, 1 + ABS({0} % 28))",
              "make_date(2000 + abs({0} % 20), 2, 1 + abs({0} % 28))", of(Kind.INT, 0));
      default -> Sql.of("TRY_CAST({0} AS DATE)", of(Kind.TEXT, d));
    };
  }

  private Sql moved(int d) {
    String operator = one("+", "-");
    return Sql.of(
        "({0} " + operator + " {1})",
        "CAST({0} " + operator + " {1} AS DATE)",
        of(Kind.DAY, d),
        interval("DAY", "MONTH", "YEAR"));
  }

  private Sql recent(int d) {
    return Sql.of("NULLIF({0}, DATE '9999-12-31')", of(Kind.DAY, d));
  }

  private Sql time(int d) {
    return switch (below(5)) {
      case 0 -> Sql.of("CAST({0} AS TIMESTAMP)", of(Kind.DAY, d));
      case 1 ->
          Sql.of(
              "({0} " + one("+", "-") + " {1})",
              of(Kind.TIME, d),
              interval("DAY", "MONTH", "YEAR", "HOUR", "MINUTE", "SECOND"));
      case 2 -> {
        String unit = one(UNITS);
        yield Sql.of(
            "DATE_TRUNC('" + unit + "', {0})",
            "CAST(date_trunc('" + unit + "', {0}) AS TIMESTAMP)",
            of(Kind.TIME, d));
      }
      case 3 -> {
        String unit = one("YEAR", "MONTH", "DAY", "HOUR");
        yield Sql.of(
            "FLOOR({0} TO " + unit + ")",
            "CAST(date_trunc('" + unit + "', {0}) AS TIMESTAMP)",
            of(Kind.TIME, d));
      }
      default ->
          Sql.of(
              "TIMESTAMPADD(HOUR, {0}, {1})",
              "({1} + to_hours(CAST({0} AS BIGINT)))", small(d), of(Kind.TIME, d));
    };
  }

  private Sql list(Kind kind, int d) {
    Kind item = kind == Kind.TEXTS ? Kind.TEXT : Kind.LONG;
    return switch (below(7)) {
      case 0 -> Sql.of("ARRAY[{0}, {1}]", "[{0}, {1}]", of(item, d), of(item, d));
      case 1 -> Sql.of("ARRAY_APPEND({0}, {1})", "list_append({0}, {1})", of(kind, d), of(item, d));
      case 2 -> Sql.of("ARRAY_CONCAT({0}, {1})", "list_concat({0}, {1})", of(kind, d), of(kind, d));
      case 3 -> Sql.of("ARRAY_SLICE({0}, 1, 2)", "list_slice({0}, 1, 2)", of(kind, d));
      case 4 -> Sql.of("ARRAY_REVERSE({0})", "list_reverse({0})", of(kind, d));
      case 5 -> Sql.of("ARRAY_SORT({0})", "list_sort({0}, 'ASC', 'NULLS LAST')", of(kind, d));
      default ->
          kind == Kind.TEXTS
              ? Sql.of("STRING_SPLIT({0}, ',')", "string_split({0}, ',')", of(Kind.TEXT, d))
              : leaf(kind);
    };
  }
}

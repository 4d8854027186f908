package org.omnigraph.query;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.omnigraph.query.RandomExpressions.Column;

/**
 * Random queries. Each has one answer: what depends on the order of rows stands over a whole order,
 * and a limit over all columns.
 */
final class RandomQueries {
  private static final int DEPTH = 3;

  private final Random random;
  private final List<Table> tables;
  private int aliases;

  RandomQueries(Random random, List<Table> tables) {
    this.random = random;
    this.tables = tables;
  }

  /**
   * A table as queries read it.
   *
   * @param from the table, or a sub-query that takes few of its rows
   */
  record Table(String from, Map<String, Kind> columns) {}

  /** A query, the kinds of its columns, and whether its rows come in an order. */
  record Query(Sql sql, List<Kind> kinds, boolean ordered) {}

  /** What a FROM clause brings into scope. */
  private record Source(Sql from, List<Column> columns, List<Sql> key) {}

  /** The next query. */
  Query next() {
    aliases = 0;
    if (random.nextInt(12) == 0) {
      return aboutGroups(true);
    }
    Query query = random.nextInt(12) == 0 ? recursive() : query(1);
    return random.nextInt(3) == 0 ? ordered(query) : query;
  }

  private int below(int bound) {
    return random.nextInt(bound);
  }

  private String alias() {
    return "t" + aliases++;
  }

  private RandomExpressions over(List<Column> scope) {
    return new RandomExpressions(random, scope);
  }

  private Query ordered(Query query) {
    List<Integer> places = new ArrayList<>(IntStream.range(0, query.kinds.size()).boxed().toList());
    Collections.shuffle(places, random);
    String keys =
        places.stream()
            .map(i -> "o.c" + i + new String[] {"", " DESC", " ASC NULLS FIRST"}[below(3)])
            .collect(joining(", "));
    String limit =
        switch (below(3)) {
          case 0 -> "";
          case 1 -> " LIMIT " + below(7);
          default -> " LIMIT " + below(20) + " OFFSET " + below(5);
        };
    Source whole = source(query, "o");
    Sql first = below(4) == 0 ? Sql.of("{0}, ", lookedUp(whole, Kind.LONG)) : Sql.same("");
    return new Query(
        Sql.of("SELECT * FROM {0} ORDER BY {1}" + keys + limit, whole.from, first),
        query.kinds,
        true);
  }

  private Query query(int depth) {
    return switch (below(depth > 0 ? 16 : 9)) {
      case 0, 1, 2, 3 -> plain(depth);
      case 4, 5 -> grouped(depth);
      case 6 -> groupingSets();
      case 7 -> windowed();
      case 8 -> distinct(depth);
      case 9, 10 -> setOperation(depth);
      case 11, 12 -> correlated(depth);
      case 13 -> byName();
      case 14 -> aboutGroups(false);
      default -> with(depth);
    };
  }

  /** Sub-queries about the rows of a projection, whose columns have other places below it. */
  private Query correlated(int depth) {
    Query projection = below(4) == 0 ? query(depth - 1) : projection();
    String name = "w" + aliases++;
    boolean isNamed = below(2) == 0;
    Source source = isNamed ? source(name, projection.kinds) : source(projection, alias());
    List<Kind> kinds = someKinds(source.columns);
    List<Sql> columns =
        kinds.stream()
            .map(k -> below(2) == 0 ? lookedUp(source, k) : over(source.columns).leaf(k))
            .toList();
    Sql select =
        Sql.of("SELECT {0} FROM {1}{2}", named(columns), source.from, where(source, depth));
    return new Query(
        isNamed ? Sql.of("WITH " + name + " AS ({0}) {1}", projection.sql, select) : select,
        kinds,
        false);
  }

  /** Some columns of a table in any order, and now and then an expression. */
  private Query projection() {
    Source table = table();
    List<Column> columns =
        new ArrayList<>(table.columns.stream().filter(c -> c.kind() != Kind.OTHER).toList());
    Collections.shuffle(columns, random);
    List<Column> taken = columns.subList(0, Math.min(columns.size(), 2 + below(4)));
    RandomExpressions expressions = over(table.columns);
    List<Sql> items =
        taken.stream().map(c -> below(6) == 0 ? expressions.of(c.kind(), 1) : c.sql()).toList();
    return new Query(
        Sql.of("SELECT {0} FROM {1}", named(items), table.from),
        taken.stream().map(Column::kind).toList(),
        false);
  }

  /** A value of a kind that a sub-query finds for each row. */
  private Sql lookedUp(Source outer, Kind kind) {
    Source inner = below(3) == 0 ? source(projection(), alias()) : table();
    Kind key = sharedKind(outer, inner);
    Sql mine = over(outer.columns).leaf(key);
    Sql theirs = over(inner.columns).leaf(key);
    Sql from = Sql.of("FROM {0} WHERE {1} = {2}", inner.from, theirs, mine);
    return switch (kind) {
      case LONG -> Sql.of("(SELECT COUNT(*) {0})", from);
      case BOOL ->
          below(2) == 0
              ? Sql.of("EXISTS (SELECT 1 {0})", from)
              : Sql.of("{0} IN (SELECT {1} {2})", mine, theirs, from);
      case INT, MONEY, DOUBLE, TEXT, DAY, TIME ->
          Sql.of(
              "(SELECT " + (below(2) == 0 ? "MIN" : "MAX") + "({0}) {1})",
              over(inner.columns).of(kind, 1),
              from);
      case HUGE, SINGLE, BYTES, TEXTS, LONGS, OTHER ->
          Sql.of(
              "CASE WHEN EXISTS (SELECT 1 {0}) THEN {1} ELSE {2} END",
              from, over(outer.columns).leaf(kind), over(outer.columns).leaf(kind));
    };
  }

  private Query with(int depth) {
    Query inner = query(depth - 1);
    String name = "w" + aliases++;
    Source source = source(name, inner.kinds);
    Source joined = below(2) == 0 ? source : crossed(source, source(name, inner.kinds));
    Query outer = select(joined, depth - 1, "");
    return new Query(
        Sql.of("WITH " + name + " AS ({0}) {1}", inner.sql, outer.sql), outer.kinds, false);
  }

  private static Source crossed(Source left, Source right) {
    List<Column> columns = new ArrayList<>(left.columns);
    columns.addAll(right.columns);
    Column first = left.columns.get(0);
    Column second = right.columns.get(0);
    return new Source(
        Sql.of("{0} JOIN {1} ON {2} = {3}", left.from, right.from, first.sql(), second.sql()),
        columns,
        List.of());
  }

  /** The rows of a query whose columns are {@code c0}, {@code c1} … */
  private Source source(String from, List<Kind> kinds) {
    return source(Sql.same(from), kinds, alias());
  }

  private static Source source(Query query, String alias) {
    return source(Sql.of("({0})", query.sql), query.kinds, alias);
  }

  private static Source source(Sql from, List<Kind> kinds, String alias) {
    List<Column> columns =
        IntStream.range(0, kinds.size())
            .mapToObj(i -> new Column(Sql.same(alias + ".c" + i), kinds.get(i)))
            .toList();
    return new Source(Sql.of("{0} AS " + alias, from), columns, List.of());
  }

  private Query setOperation(int depth) {
    Query left = select(from(depth - 1), depth - 1, "");
    String operator =
        new String[] {"UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL"}
            [below(6)];
    Query right = select(from(depth - 1), depth - 1, "", left.kinds);
    return new Query(Sql.of("{0} " + operator + " {1}", left.sql, right.sql), left.kinds, false);
  }

  private Query plain(int depth) {
    return select(from(depth), depth, "");
  }

  private Query distinct(int depth) {
    return select(from(depth), depth, "DISTINCT ");
  }

  private List<Kind> someKinds(List<Column> scope) {
    List<Kind> kinds = new ArrayList<>();
    int count = 1 + below(4);
    for (int i = 0; i < count; i++) {
      Kind kind = scope.get(below(scope.size())).kind();
      kinds.add(
          kind == Kind.OTHER || below(3) == 0
              ? over(scope).one(Kind.INT, Kind.TEXT, Kind.BOOL, Kind.DAY, Kind.MONEY, Kind.DOUBLE)
              : kind);
    }
    return kinds;
  }

  private Query select(Source source, int depth, String quantifier) {
    return select(source, depth, quantifier, someKinds(source.columns));
  }

  private Query select(Source source, int depth, String quantifier, List<Kind> kinds) {
    RandomExpressions expressions = over(source.columns);
    List<Sql> columns = kinds.stream().map(k -> expressions.of(k, DEPTH)).toList();
    return new Query(
        Sql.of(
            "SELECT " + quantifier + "{0} FROM {1}{2}",
            named(columns),
            source.from,
            where(source, depth)),
        kinds,
        false);
  }

  private static Sql named(List<Sql> columns) {
    return new Sql(
        IntStream.range(0, columns.size())
            .mapToObj(i -> columns.get(i).ours() + " AS c" + i)
            .collect(joining(", ")),
        IntStream.range(0, columns.size())
            .mapToObj(i -> columns.get(i).theirs() + " AS c" + i)
            .collect(joining(", ")));
  }

  private static Sql list(List<Sql> parts) {
    return new Sql(
        parts.stream().map(Sql::ours).collect(joining(", ")),
        parts.stream().map(Sql::theirs).collect(joining(", ")));
  }

  private Sql where(Source source, int depth) {
    RandomExpressions expressions = over(source.columns);
    return switch (below(5)) {
      case 0 -> Sql.same("");
      case 1 -> Sql.of(" WHERE {0}", withSubQuery(source, depth));
      case 2 ->
          Sql.of(
              " WHERE {0} " + (below(2) == 0 ? "AND" : "OR") + " {1}",
              expressions.of(Kind.BOOL, 2),
              withSubQuery(source, depth));
      default -> Sql.of(" WHERE {0}", expressions.of(Kind.BOOL, DEPTH));
    };
  }

  private Sql withSubQuery(Source outer, int depth) {
    if (depth <= 0) {
      return over(outer.columns).of(Kind.BOOL, DEPTH);
    }
    Source inner = table();
    Kind kind = sharedKind(outer, inner);
    Sql mine = over(outer.columns).leaf(kind);
    Sql theirs = over(inner.columns).leaf(kind);
    Sql condition = over(inner.columns).of(Kind.BOOL, 2);
    return switch (below(6)) {
      case 0 -> Sql.of("EXISTS (SELECT 1 FROM {0} WHERE {1} = {2})", inner.from, mine, theirs);
      case 1 ->
          Sql.of(
              "NOT EXISTS (SELECT 1 FROM {0} WHERE {1} = {2} AND {3})",
              inner.from, mine, theirs, condition);
      case 2 -> Sql.of("{0} IN (SELECT {1} FROM {2})", mine, theirs, inner.from);
      case 3 ->
          Sql.of("{0} NOT IN (SELECT {1} FROM {2} WHERE {3})", mine, theirs, inner.from, condition);
      case 4 ->
          Sql.of("{0} < (SELECT MAX({1}) FROM {2} WHERE {3})", mine, theirs, inner.from, condition);
      default ->
          Sql.of(
              "(SELECT COUNT(*) FROM {0} WHERE {1} <= {2}) > " + below(5),
              inner.from,
              theirs,
              mine);
    };
  }

  private Kind sharedKind(Source left, Source right) {
    List<Kind> shared =
        List.of(Kind.TEXT, Kind.INT, Kind.DAY, Kind.DOUBLE, Kind.TIME).stream()
            .filter(k -> over(left.columns).has(k) && over(right.columns).has(k))
            .toList();
    return shared.isEmpty() ? Kind.TEXT : shared.get(below(shared.size()));
  }

  private Source table() {
    Table table = tables.get(below(tables.size()));
    String alias = alias();
    List<Column> columns =
        table.columns().entrySet().stream()
            .map(e -> new Column(Sql.same(alias + "." + e.getKey()), e.getValue()))
            .toList();
    return new Source(
        Sql.same(table.from() + " AS " + alias), columns, List.of(Sql.same(alias + ".id")));
  }

  private Source from(int depth) {
    Source source = below(6) == 0 && depth > 0 ? derived(depth) : table();
    int form = below(12);
    if (form == 0) {
      return paired();
    }
    if (form == 1) {
      Common common = common(2 + below(3));
      return new Source(common.from, common.columns, List.of());
    }
    int joins = below(5) / 2;
    for (int i = 0; i < joins; i++) {
      source = joined(source, below(8) == 0 && depth > 0 ? derived(depth) : table());
    }
    return switch (below(12)) {
      case 0 -> lateral(source);
      case 1 -> unnested(source);
      default -> source;
    };
  }

  private Source derived(int depth) {
    if (below(3) == 0) {
      return values();
    }
    return source(query(depth - 1), alias());
  }

  private Source values() {
    RandomExpressions none = over(List.of());
    String alias = alias();
    List<Kind> kinds = List.of(Kind.INT, Kind.TEXT, none.one(Kind.DAY, Kind.MONEY, Kind.DOUBLE));
    List<Sql> rows = new ArrayList<>();
    for (int row = 0; row < 1 + below(4); row++) {
      rows.add(Sql.of("({0})", list(kinds.stream().map(none::literal).toList())));
    }
    List<Column> columns =
        IntStream.range(0, kinds.size())
            .mapToObj(i -> new Column(Sql.same(alias + ".c" + i), kinds.get(i)))
            .toList();
    return new Source(
        Sql.of("(VALUES {0}) AS " + alias + "(c0, c1, c2)", list(rows)), columns, List.of());
  }

  private Source joined(Source left, Source right) {
    List<Column> columns = new ArrayList<>(left.columns);
    columns.addAll(right.columns);
    List<Sql> key = new ArrayList<>();
    if (!left.key.isEmpty() && !right.key.isEmpty()) {
      key.addAll(left.key);
      key.addAll(right.key);
    }
    Kind kind = sharedKind(left, right);
    Sql equal = Sql.of("{0} = {1}", over(left.columns).leaf(kind), over(right.columns).leaf(kind));
    Sql condition =
        below(3) == 0 ? Sql.of("{0} AND {1}", equal, over(columns).of(Kind.BOOL, 2)) : equal;
    Sql from =
        switch (below(7)) {
          case 0, 1 -> Sql.of("{0} JOIN {1} ON {2}", left.from, right.from, condition);
          case 2, 3 -> Sql.of("{0} LEFT JOIN {1} ON {2}", left.from, right.from, condition);
          case 4 -> Sql.of("{0} RIGHT JOIN {1} ON {2}", left.from, right.from, condition);
          case 5 -> Sql.of("{0} FULL JOIN {1} ON {2}", left.from, right.from, equal);
          default -> Sql.of("{0} JOIN {1} ON {2}", left.from, right.from, condition);
        };
    return new Source(from, columns, key);
  }

  /** A table with another one by their ids, or all pairs of two. */
  private Source paired() {
    Source left = table();
    Source right = table();
    List<Column> columns = new ArrayList<>(left.columns);
    columns.addAll(right.columns);
    List<Sql> key = new ArrayList<>(left.key);
    key.addAll(right.key);
    String join =
        switch (below(4)) {
          case 0 -> "{0} JOIN {1} USING (id)";
          case 1 -> "{0} LEFT JOIN {1} USING (id)";
          case 2 -> "{0} CROSS JOIN {1}";
          default -> "{0}, {1}";
        };
    return new Source(Sql.of(join, left.from, right.from), columns, key);
  }

  /**
   * Tables joined by the name of a column, which for DuckDB is written out.
   *
   * @param key the column that they have in common
   */
  private record Common(Sql from, Sql key, List<Column> columns) {}

  /** All that tables give which are joined by the name of a column. */
  private Query byName() {
    Common common = common(3 + below(2));
    return new Query(
        Sql.of(
            "SELECT {0} FROM {1}",
            named(common.columns.stream().map(Column::sql).toList()), common.from),
        common.columns.stream().map(Column::kind).toList(),
        false);
  }

  private Common common(int tables) {
    if (tables == 1) {
      return keyed();
    }
    int ofRight = below(3) == 0 ? 1 + below(tables - 1) : 1;
    Common left = common(tables - ofRight);
    Common right = common(ofRight);
    String type = new String[] {"JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"}[below(4)];
    String second = ofRight > 1 ? "({1})" : "{1}";
    Sql from =
        Sql.of(
            below(2) == 0
                ? "{0} NATURAL " + type + " " + second
                : "{0} " + type + " " + second + " USING (k)",
            "{0} " + type + " " + second + " ON {2} = {3}",
            left.from,
            right.from,
            left.key,
            right.key);
    Sql key =
        switch (type) {
          case "RIGHT JOIN" -> right.key;
          case "FULL JOIN" -> Sql.of("k", "COALESCE({0}, {1})", left.key, right.key);
          default -> left.key;
        };
    List<Column> columns = new ArrayList<>(left.columns.subList(1, left.columns.size()));
    columns.addAll(right.columns.subList(1, right.columns.size()));
    columns.add(0, new Column(key, Kind.INT));
    return new Common(from, key, columns);
  }

  private Common keyed() {
    String alias = alias();
    String rows =
        IntStream.range(0, 1 + below(4))
            .mapToObj(
                i ->
                    "("
                        + new String[] {"1", "2", "3", "CAST(NULL AS INTEGER)"}[below(4)]
                        + ", '"
                        + alias
                        + i
                        + "')")
            .collect(joining(", "));
    Sql key = new Sql("k", alias + ".k");
    return new Common(
        Sql.same("(VALUES " + rows + ") AS " + alias + "(k, p" + alias + ")"),
        key,
        List.of(
            new Column(key, Kind.INT),
            new Column(Sql.same(alias + ".k"), Kind.INT),
            new Column(Sql.same(alias + ".p" + alias), Kind.TEXT)));
  }

  private Source lateral(Source source) {
    String alias = alias();
    Kind kind = over(source.columns).one(Kind.INT, Kind.TEXT, Kind.DAY);
    List<Column> columns = new ArrayList<>(source.columns);
    columns.add(new Column(Sql.same(alias + ".c0"), kind));
    return new Source(
        Sql.of(
            "{0} CROSS JOIN LATERAL (SELECT {1} AS c0) AS " + alias,
            source.from,
            over(source.columns).of(kind, 2)),
        columns,
        source.key);
  }

  private Source unnested(Source source) {
    String alias = alias();
    List<Column> columns = new ArrayList<>(source.columns);
    columns.add(new Column(Sql.same(alias + ".c0"), Kind.TEXT));
    return new Source(
        Sql.of(
            "{0} CROSS JOIN UNNEST({1}) AS " + alias + "(c0)",
            source.from,
            over(source.columns).leaf(Kind.TEXTS)),
        columns,
        List.of());
  }

  private record Aggregated(Sql sql, Kind kind) {}

  private Aggregated aggregate(RandomExpressions in) {
    Kind any = in.one(Kind.INT, Kind.TEXT, Kind.DAY, Kind.TIME, Kind.MONEY, Kind.LONG, Kind.DOUBLE);
    Sql x = in.of(any, 2);
    Sql whole = Sql.of("({0} % 1000)", in.of(Kind.INT, 2));
    Sql text = in.of(Kind.TEXT, 2);
    Aggregated made =
        switch (below(17)) {
          case 0 -> new Aggregated(Sql.same("COUNT(*)"), Kind.LONG);
          case 1 -> new Aggregated(Sql.of("COUNT({0})", x), Kind.LONG);
          case 2 -> new Aggregated(Sql.of("COUNT(DISTINCT {0})", x), Kind.LONG);
          case 3 ->
              new Aggregated(Sql.of("SUM({0})", "CAST(SUM({0}) AS BIGINT)", whole), Kind.LONG);
          case 4 ->
              new Aggregated(
                  Sql.of("SUM(DISTINCT {0})", "CAST(SUM(DISTINCT {0}) AS BIGINT)", whole),
                  Kind.LONG);
          case 5 -> new Aggregated(Sql.of("AVG({0})", whole), Kind.DOUBLE);
          case 6, 7 -> new Aggregated(Sql.of(in.one("MIN", "MAX") + "({0})", x), any);
          case 8 ->
              new Aggregated(
                  Sql.of(in.one("BOOL_AND", "BOOL_OR") + "({0})", in.of(Kind.BOOL, 2)), Kind.BOOL);
          case 9 -> new Aggregated(Sql.of("STRING_AGG({0}, ',' ORDER BY {0})", text), Kind.TEXT);
          case 10 ->
              new Aggregated(
                  Sql.of(
                      "LISTAGG({0}, ';') WITHIN GROUP (ORDER BY {0} DESC)",
                      "STRING_AGG({0}, ';' ORDER BY {0} DESC)", text),
                  Kind.TEXT);
          case 11 ->
              new Aggregated(
                  Sql.of("ARRAY_AGG({0} ORDER BY {0})", "list({0} ORDER BY {0})", text),
                  Kind.TEXTS);
          case 12 ->
              new Aggregated(
                  Sql.of(
                      in.one("STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP") + "({0})", whole),
                  Kind.DOUBLE);
          case 13 -> new Aggregated(Sql.of("MEDIAN({0})", whole), Kind.DOUBLE);
          case 14 -> {
            String p = in.one("0.25", "0.5", "0.9");
            yield new Aggregated(
                Sql.of(
                    "PERCENTILE_CONT(" + p + ") WITHIN GROUP (ORDER BY {0})",
                    "quantile_cont({0}, " + p + ")",
                    whole),
                Kind.DOUBLE);
          }
          case 15 -> {
            String p = in.one("0.25", "0.5", "0.9");
            yield new Aggregated(
                Sql.of(
                    "PERCENTILE_DISC(" + p + ") WITHIN GROUP (ORDER BY {0})",
                    "quantile_disc({0}, " + p + ")",
                    whole),
                Kind.INT);
          }
          default ->
              new Aggregated(
                  Sql.of(in.one("BIT_AND", "BIT_OR", "BIT_XOR") + "({0})", whole), Kind.INT);
        };
    boolean filtered = below(4) == 0;
    return filtered ? new Aggregated(filtered(made.sql, in.of(Kind.BOOL, 2)), made.kind) : made;
  }

  /** In DuckDB's text the filter stands inside the cast. */
  private static Sql filtered(Sql aggregate, Sql condition) {
    String filter = " FILTER (WHERE " + condition.theirs() + ")";
    String theirs = aggregate.theirs();
    String cast = " AS BIGINT)";
    return new Sql(
        aggregate.ours() + " FILTER (WHERE " + condition.ours() + ")",
        theirs.startsWith("CAST(SUM(") && theirs.endsWith(cast)
            ? theirs.substring(0, theirs.length() - cast.length()) + filter + cast
            : theirs + filter);
  }

  private List<Aggregated> aggregates(Source source) {
    RandomExpressions expressions = over(source.columns);
    return IntStream.range(0, 1 + below(3)).mapToObj(i -> aggregate(expressions)).toList();
  }

  private Query grouped(int depth) {
    Source source = from(depth);
    RandomExpressions expressions = over(source.columns);
    List<Kind> keyKinds = below(4) == 0 ? List.of() : someKinds(source.columns).subList(0, 1);
    List<Sql> keys = keyKinds.stream().map(k -> expressions.of(k, 2)).toList();
    List<Aggregated> aggregates = aggregates(source);
    return grouped(
        source,
        depth,
        keys,
        keyKinds,
        aggregates,
        keys.isEmpty() ? Sql.same("") : Sql.of(" GROUP BY {0}", list(keys)));
  }

  private Query grouped(
      Source source,
      int depth,
      List<Sql> keys,
      List<Kind> keyKinds,
      List<Aggregated> aggregates,
      Sql groupBy) {
    List<Sql> columns = new ArrayList<>(keys);
    List<Kind> kinds = new ArrayList<>(keyKinds);
    for (Aggregated aggregate : aggregates) {
      columns.add(aggregate.sql);
      kinds.add(aggregate.kind);
    }
    String having = below(4) == 0 ? " HAVING COUNT(*) > " + below(4) : "";
    return new Query(
        Sql.of(
            "SELECT {0} FROM {1}{2}{3}" + having,
            named(columns),
            source.from,
            where(source, depth),
            groupBy),
        kinds,
        false);
  }

  /**
   * Sub-queries about groups, whose keys have other places than in the tables. For DuckDB the
   * groups are a table of their own.
   */
  private Query aboutGroups(boolean ordered) {
    Source source = below(3) == 0 ? joined(table(), table()) : table();
    List<Column> usable =
        new ArrayList<>(source.columns.stream().filter(c -> c.kind() != Kind.OTHER).toList());
    Collections.shuffle(usable, random);
    List<Column> taken = usable.subList(0, Math.min(usable.size(), 2 + below(2)));
    String name = "g" + aliases++;
    List<Column> keys =
        IntStream.range(0, taken.size())
            .mapToObj(
                i ->
                    new Column(
                        new Sql(taken.get(i).sql().ours(), name + ".c" + i), taken.get(i).kind()))
            .toList();
    List<Sql> columns = taken.stream().map(Column::sql).toList();
    Sql groups =
        Sql.of(
            "{0}{1} GROUP BY " + new String[] {"{2}", "{2}", "ROLLUP({2})", "CUBE({2})"}[below(4)],
            source.from,
            where(source, 0),
            list(columns));
    Sql table =
        new Sql(
            groups.ours(),
            Sql.of("(SELECT {0} FROM {1}) AS " + name, named(columns), groups).theirs());
    List<Kind> kinds =
        IntStream.range(0, 1 + below(3))
            .mapToObj(i -> keys.get(below(keys.size())).kind())
            .toList();
    List<Kind> all = new ArrayList<>(kinds);
    all.addAll(keys.stream().map(Column::kind).toList());
    List<Sql> items = new ArrayList<>(kinds.stream().map(k -> aboutGroup(keys, k)).toList());
    items.addAll(keys.stream().map(Column::sql).toList());
    Sql condition =
        switch (below(3)) {
          case 0 -> Sql.same("");
          case 1 -> Sql.of(" HAVING {0}", " WHERE {0}", aboutGroup(keys, Kind.BOOL));
          default -> {
            String both = "{0} " + (below(2) == 0 ? "AND" : "OR") + " {1}";
            yield Sql.of(
                " HAVING " + both,
                " WHERE " + both,
                aboutGroup(keys, Kind.BOOL),
                aboutGroup(keys, Kind.BOOL));
          }
        };
    Sql order =
        ordered
            ? Sql.of(
                " ORDER BY {0}, "
                    + IntStream.rangeClosed(1, items.size())
                        .mapToObj(String::valueOf)
                        .collect(joining(", ")),
                aboutGroup(keys, keys.get(below(keys.size())).kind()))
            : Sql.same("");
    return new Query(
        Sql.of("SELECT {0} FROM {1}{2}{3}", named(items), table, condition, order), all, ordered);
  }

  /** A value of a kind that a sub-query finds for each group. */
  private Sql aboutGroup(List<Column> keys, Kind kind) {
    Sql value = over(keys).of(kind, 2);
    if (below(3) == 0) {
      return Sql.of("(SELECT {0})", value);
    }
    Source inner = table();
    Sql from = Sql.of("FROM {0} WHERE {1}", inner.from, about(keys, inner, 1));
    return switch (kind) {
      case LONG -> Sql.of("(SELECT COUNT(*) {0})", from);
      case BOOL -> Sql.of((below(3) == 0 ? "NOT " : "") + "EXISTS (SELECT 1 {0})", from);
      default -> Sql.of("CASE WHEN EXISTS (SELECT 1 {0}) THEN {1} END", from, value);
    };
  }

  /** A condition about a row of a sub-query and the group that this is about. */
  private Sql about(List<Column> keys, Source inner, int depth) {
    Source groups = new Source(Sql.same(""), keys, List.of());
    Kind kind = sharedKind(groups, inner);
    Sql equal = Sql.of("{0} = {1}", over(inner.columns).leaf(kind), over(keys).leaf(kind));
    List<Column> both = new ArrayList<>(keys);
    both.addAll(inner.columns);
    return switch (below(4)) {
      case 0 -> equal;
      case 1, 2 ->
          Sql.of(
              "{0} " + (below(2) == 0 ? "AND" : "OR") + " {1}",
              equal,
              over(below(2) == 0 ? keys : both).of(Kind.BOOL, 2));
      default -> {
        if (depth == 0) {
          yield over(both).of(Kind.BOOL, 2);
        }
        Source innermost = table();
        yield Sql.of(
            "{0} AND EXISTS (SELECT 1 FROM {1} WHERE {2})",
            equal, innermost.from, about(below(2) == 0 ? keys : both, innermost, 0));
      }
    };
  }

  private Query groupingSets() {
    Source source = table();
    List<Column> usable =
        source.columns.stream().filter(c -> c.kind() != Kind.OTHER).limit(6).toList();
    List<Sql> keys = new ArrayList<>();
    List<Kind> kinds = new ArrayList<>();
    Map<Sql, Kind> chosen = new LinkedHashMap<>();
    while (chosen.size() < 2) {
      Column column = usable.get(below(usable.size()));
      chosen.put(column.sql(), column.kind());
    }
    chosen.forEach(
        (key, kind) -> {
          keys.add(key);
          kinds.add(kind);
        });
    String form =
        new String[] {"ROLLUP({0}, {1})", "CUBE({0}, {1})", "GROUPING SETS (({0}, {1}), ({1}), ())"}
            [below(3)];
    List<Aggregated> aggregates = new ArrayList<>(aggregates(source));
    aggregates.add(
        new Aggregated(Sql.of("GROUPING({0}, {1})", keys.get(0), keys.get(1)), Kind.LONG));
    return grouped(
        source, 0, keys, kinds, aggregates, Sql.of(" GROUP BY " + form, keys.get(0), keys.get(1)));
  }

  private Query windowed() {
    Source source = table();
    source = below(3) == 0 ? joined(source, table()) : source;
    RandomExpressions in = over(source.columns);
    Sql whole = Sql.of("({0} % 1000)", in.of(Kind.INT, 2));
    Sql text = in.of(Kind.TEXT, 1);
    String partition = below(2) == 0 ? "" : "PARTITION BY {1} ";
    Kind partitionKind = in.one(Kind.TEXT, Kind.BOOL, Kind.DAY, Kind.INT);
    Sql parted = in.of(partitionKind, 1);
    Sql unique = Sql.of("{0}, {1}", in.of(in.one(Kind.TEXT, Kind.INT), 1), list(source.key));
    String frame =
        in.one(
            "",
            " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
            " ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING",
            " ROWS BETWEEN 3 PRECEDING AND 2 PRECEDING",
            " RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW");
    String over = " OVER (" + partition + "ORDER BY {2}" + frame + ")";
    String plainOver = " OVER (" + partition + "ORDER BY {2})";
    List<Aggregated> columns = new ArrayList<>();
    for (int i = 0; i < 1 + below(3); i++) {
      columns.add(
          switch (below(11)) {
            case 0 -> window("ROW_NUMBER()" + plainOver, whole, parted, unique, Kind.LONG);
            case 1 ->
                window(
                    in.one("RANK()", "DENSE_RANK()") + plainOver, whole, parted, text, Kind.LONG);
            case 2 ->
                window(
                    in.one("PERCENT_RANK()", "CUME_DIST()") + plainOver,
                    whole,
                    parted,
                    text,
                    Kind.DOUBLE);
            case 3 -> window("NTILE(3)" + plainOver, whole, parted, unique, Kind.LONG);
            case 4 ->
                window(
                    in.one("LAG", "LEAD") + "({0}" + in.one("", ", 2", ", 1, 0") + ")" + plainOver,
                    whole,
                    parted,
                    unique,
                    Kind.INT);
            case 5 ->
                window(
                    in.one("FIRST_VALUE({0})", "LAST_VALUE({0})", "NTH_VALUE({0}, 2)") + over,
                    text,
                    parted,
                    unique,
                    Kind.TEXT);
            case 6 -> {
              String function = in.one("FIRST_VALUE", "LAST_VALUE");
              yield new Aggregated(
                  Sql.of(
                      function + "({0}) IGNORE NULLS" + over,
                      function + "({0} IGNORE NULLS)" + over,
                      text,
                      parted,
                      unique),
                  Kind.TEXT);
            }
            case 7 ->
                new Aggregated(
                    Sql.of(
                        "SUM({0})" + over,
                        "CAST(SUM({0})" + over + " AS BIGINT)",
                        whole,
                        parted,
                        unique),
                    Kind.LONG);
            case 8 -> window("COUNT({0})" + over, text, parted, unique, Kind.LONG);
            case 9 ->
                window(in.one("MIN", "MAX") + "({0})" + over, text, parted, unique, Kind.TEXT);
            default -> window("AVG({0})" + over, whole, parted, unique, Kind.DOUBLE);
          });
    }
    columns.add(new Aggregated(source.key.get(0), Kind.TEXT));
    String qualify =
        below(4) == 0 ? " QUALIFY ROW_NUMBER() OVER (" + partition + "ORDER BY {2}) <= 2" : "";
    return new Query(
        Sql.of(
            "SELECT {0} FROM {1}{2}{3}",
            named(columns.stream().map(Aggregated::sql).toList()),
            source.from,
            where(source, 0),
            Sql.of(qualify, whole, parted, unique)),
        columns.stream().map(Aggregated::kind).toList(),
        false);
  }

  private static Aggregated window(
      String template, Sql argument, Sql partition, Sql order, Kind kind) {
    return new Aggregated(Sql.of(template, argument, partition, order), kind);
  }

  private Query recursive() {
    Source source = table();
    Sql text = over(source.columns).of(Kind.TEXT, 2);
    int steps = 2 + below(4);
    String operator = below(2) == 0 ? "UNION ALL" : "UNION";
    return new Query(
        Sql.of(
            "WITH RECURSIVE r(c0, c1) AS (SELECT 1, CAST({0} AS VARCHAR) FROM {1} "
                + operator
                + " SELECT r.c0 + 1, CAST(LEFT(r.c1, 3) AS VARCHAR) FROM r WHERE r.c0 < "
                + steps
                + ") SELECT c0, c1 FROM r",
            text,
            source.from),
        List.of(Kind.INT, Kind.TEXT),
        false);
  }
}

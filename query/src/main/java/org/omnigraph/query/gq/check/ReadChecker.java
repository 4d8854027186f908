package org.omnigraph.query.gq.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.AggregateFunction;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Position;
import org.omnigraph.query.gq.parse.Query;

/** Checks a read: match, return, order, then the rules about limits and groups. */
final class ReadChecker {
  private final String name;
  private final Query.Read read;
  private final Parameters parameters;
  private final TermChecker terms;
  private final Scope scope = Scope.outermost();
  private final List<Checked.Column> columns = new ArrayList<>();
  private final List<Checked.SortKey> order = new ArrayList<>();

  private ReadChecker(String name, Query.Read read, Parameters parameters) {
    this.name = name;
    this.read = read;
    this.parameters = parameters;
    this.terms = new TermChecker(parameters);
  }

  static Checked.Read check(
      AcceptedSchema schema, String name, Query.Read read, Parameters parameters) {
    return new ReadChecker(name, read, parameters).read(schema);
  }

  private Checked.Read read(AcceptedSchema schema) {
    Block match = BlockChecker.check(schema, terms, scope, read.match());
    read.projections().forEach(p -> columns.add(column(p)));
    requireGroups();
    requireLimit();
    read.order().forEach(k -> order.add(sortKey(k)));
    return new Checked.Read(
        name, parameters.declared(), match, columns, order, read.limit(), terms.search());
  }

  private Checked.Column column(Query.Projection projection) {
    Expression expression = projection.expression();
    if (expression instanceof Expression.Aggregate aggregate) {
      String plain = columnName(aggregate.argument());
      return new Checked.Column(
          projection.alias().map(a -> a.text()).orElse(plain),
          Optional.of(aggregate.function()),
          argument(aggregate));
    }
    return new Checked.Column(
        projection.alias().map(a -> a.text()).orElse(columnName(expression)),
        Optional.empty(),
        terms.term(expression, scope));
  }

  private static String columnName(Expression expression) {
    if (expression instanceof Expression.Property property) {
      return property.variable().text() + "." + property.name();
    }
    if (expression instanceof Expression.Variable variable) {
      return variable.name().text();
    }
    if (expression instanceof Expression.Now) {
      return "now";
    }
    return expression instanceof Expression.Constant ? "literal" : "score";
  }

  private Term argument(Expression.Aggregate aggregate) {
    Term argument = terms.term(aggregate.argument(), scope);
    PropertyType type = argument.type();
    boolean number = !type.list() && Types.isNumber(type);
    boolean fits =
        switch (aggregate.function()) {
          case COUNT -> true;
          case SUM, AVG -> number && !(argument instanceof Term.Id);
          case MIN, MAX -> (number || Types.isText(type)) && !(argument instanceof Term.Id);
        };
    if (!fits) {
      throw TypeErrors.refuse(
          "T8",
          aggregate.position(),
          aggregate.function().text()
              + " takes "
              + taken(aggregate.function())
              + ", not "
              + (argument instanceof Term.Id ? "a node" : type.displayName()));
    }
    return argument;
  }

  private static String taken(AggregateFunction function) {
    return switch (function) {
      case COUNT -> "anything";
      case SUM, AVG -> "numbers";
      case MIN, MAX -> "numbers or Strings";
    };
  }

  private void requireGroups() {
    if (columns.stream().noneMatch(c -> c.function().isPresent())) {
      return;
    }
    for (Query.Projection projection : read.projections()) {
      Expression expression = projection.expression();
      boolean key =
          expression instanceof Expression.Aggregate
              || expression instanceof Expression.Property
              || expression instanceof Expression.Variable;
      if (!key) {
        throw TypeErrors.refuse(
            "T9",
            expression.position(),
            "beside an aggregate a column is a property or a variable, which rows are grouped by");
      }
    }
  }

  private void requireLimit() {
    boolean nearest = false;
    boolean alias = false;
    for (Query.OrderKey key : read.order()) {
      Expression ranked = ranked(key.expression());
      nearest |= key.expression() instanceof Expression.Nearest;
      alias |= key.expression() instanceof Expression.Word;
      if (read.limit() == null && ranked instanceof Expression.Nearest) {
        throw TypeErrors.refuse(
            "T17", ranked.position(), "ordering by nearest needs a limit; add 'limit 10'");
      }
      if (read.limit() == null && ranked instanceof Expression.Fusion) {
        throw TypeErrors.refuse(
            "T21", ranked.position(), "ordering by rrf needs a limit; add 'limit 10'");
      }
    }
    if (nearest && alias) {
      throw TypeErrors.refuse(
          "T18",
          read.order().get(0).expression().position(),
          "nearest decides the order alone; leave the alias out");
    }
  }

  /** What an order key stands for: that of its alias, or itself. */
  private Expression ranked(Expression key) {
    if (key instanceof Expression.Word word) {
      for (Query.Projection projection : read.projections()) {
        if (projection.alias().map(a -> a.text()).equals(Optional.of(word.name().text()))) {
          return projection.expression();
        }
      }
    }
    return key;
  }

  private Checked.SortKey sortKey(Query.OrderKey key) {
    Expression expression = key.expression();
    if (expression instanceof Expression.Word word) {
      int column = columnNamed(word.name().text(), word.position());
      return new Checked.SortKey(
          Optional.of(column), columns.get(column).value(), key.descending());
    }
    boolean ranks =
        expression instanceof Expression.Nearest
            || expression instanceof Expression.Bm25
            || expression instanceof Expression.Fusion;
    if (!ranks && !(expression instanceof Expression.Property)) {
      throw TypeErrors.refuse(
          expression.position(), "an order key is a property, an alias or a column of the result");
    }
    Term term = terms.term(expression, scope);
    Optional<Integer> column = ranks ? Optional.empty() : columnOf(term);
    if (column.isEmpty() && columns.stream().anyMatch(c -> c.function().isPresent())) {
      throw TypeErrors.refuse(
          "T9",
          expression.position(),
          "grouped rows are ordered by their columns; return "
              + columnName(expression)
              + " too, or order by an alias");
    }
    return new Checked.SortKey(column, term, key.descending());
  }

  private int columnNamed(String wanted, Position position) {
    for (int i = columns.size() - 1; i >= 0; i--) {
      if (columns.get(i).name().equals(wanted)) {
        return i;
      }
    }
    throw TypeErrors.refuse(
        position,
        "the result has no column '"
            + wanted
            + "'; it has "
            + columns.stream().map(Checked.Column::name).toList());
  }

  private Optional<Integer> columnOf(Term term) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).function().isEmpty() && columns.get(i).value().equals(term)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}

package org.omnigraph.query.gq.check;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Name;
import org.omnigraph.query.gq.parse.Position;

/** Gives the expressions of a read their types. */
final class TermChecker {
  private final Parameters parameters;
  private @Nullable Position search;

  TermChecker(Parameters parameters) {
    this.parameters = parameters;
  }

  /** Where the query first searches text or ranks. */
  Optional<Position> search() {
    return Optional.ofNullable(search);
  }

  /** Notes a search or ranking at a place. */
  void searches(Position position) {
    search = search == null ? position : search;
  }

  /** The value of an expression that is no aggregate. */
  Term term(Expression expression, Scope scope) {
    if (expression instanceof Expression.Property property) {
      return property(property, scope);
    }
    if (expression instanceof Expression.Variable variable) {
      return variable(variable.name(), scope);
    }
    if (expression instanceof Expression.Constant constant) {
      return new Term.Constant(
          constant.literal(), Types.of(constant.literal(), constant.position()));
    }
    if (expression instanceof Expression.Now) {
      return new Term.Now();
    }
    if (expression instanceof Expression.Word word) {
      throw TypeErrors.refuse(
          "T6",
          word.position(),
          "'"
              + word.name().text()
              + "' is no value here; write $variable.property, or quotes around a text");
    }
    if (expression instanceof Expression.Aggregate aggregate) {
      throw TypeErrors.refuse(
          "T8",
          aggregate.position(),
          aggregate.function().text() + "(…) can only be a whole column of return { … }");
    }
    return new SearchChecker(this, scope).term(expression);
  }

  private Term property(Expression.Property property, Scope scope) {
    Variable variable = bound(property.variable(), scope);
    PropertyType type =
        variable
            .type()
            .property(property.name())
            .map(Property::type)
            .orElseThrow(() -> unknown(property, variable));
    if (Types.isBlob(type)) {
      throw TypeErrors.refuse(
          "T24",
          property.position(),
          "$"
              + variable.name()
              + "."
              + property.name()
              + " is a Blob, which a query does not return or compare; read it by its node's id");
    }
    return new Term.Property(
        variable, property.name(), scope.isOptional(variable) ? Types.nullable(type) : type);
  }

  private static RuntimeException unknown(Expression.Property property, Variable variable) {
    String remedy =
        property.name().equals("id") && variable instanceof Variable.Node
            ? "; the id is $" + variable.name() + " alone"
            : "; it has " + variable.type().properties().stream().map(Property::name).toList();
    return TypeErrors.refuse(
        "T6",
        property.position(),
        "type '" + variable.type().name() + "' has no property '" + property.name() + "'" + remedy);
  }

  /** The variable of a name that must be bound. */
  Variable bound(Name name, Scope scope) {
    return scope
        .find(name.text())
        .orElseThrow(
            () ->
                TypeErrors.refuse(
                    "T6",
                    name.position(),
                    "$"
                        + name.text()
                        + (scope.isExpected(name.text())
                            ? " is bound by an 'optional' block; put the condition into that block"
                            : " is not bound; bind it in match, or declare it")));
  }

  /** A parameter wins over what the match binds under the same name. */
  private Term variable(Name name, Scope scope) {
    Optional<Term.Argument> argument = parameters.find(name.text());
    if (argument.isPresent()) {
      return argument(name, argument.get());
    }
    Variable variable = bound(name, scope);
    if (variable instanceof Variable.Node node) {
      return new Term.Id(node, scope.isOptional(node));
    }
    throw TypeErrors.refuse(
        "T23",
        name.position(),
        "the edge $" + name.text() + " has no value of its own; name a property of it");
  }

  private static Term argument(Name name, Term.Argument argument) {
    if (Types.isBlob(argument.type())) {
      throw TypeErrors.refuse(
          "T24", name.position(), "the Blob $" + name.text() + " is no value of a read");
    }
    return argument;
  }

  /** The parameter that a value names, where only literals, parameters and now() stand. */
  Term value(Expression expression, String code) {
    if (expression instanceof Expression.Variable variable) {
      Name name = variable.name();
      return parameters
          .find(name.text())
          .orElseThrow(
              () ->
                  TypeErrors.refuse(
                      code,
                      name.position(),
                      "$" + name.text() + " is no declared parameter; declare it after the name"));
    }
    if (expression instanceof Expression.Now) {
      return new Term.Now();
    }
    Expression.Constant constant = (Expression.Constant) expression;
    return new Term.Constant(constant.literal(), Types.of(constant.literal(), constant.position()));
  }
}

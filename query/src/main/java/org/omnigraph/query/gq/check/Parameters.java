package org.omnigraph.query.gq.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.Query;

/** The declared parameters of a query. */
final class Parameters {
  /** The instant of the query travels under this name. */
  private static final String RESERVED = "__nanograph_now";

  private static final String TYPES =
      "String, Bool, I32, I64, U32, U64, F32, F64, Date, DateTime, Blob, Vector(n) and lists such"
          + " as [String]";

  private final Map<String, Term.Argument> arguments = new LinkedHashMap<>();

  private Parameters() {}

  static Parameters of(List<Query.Parameter> declared) {
    Parameters parameters = new Parameters();
    declared.forEach(parameters::declare);
    return parameters;
  }

  private void declare(Query.Parameter parameter) {
    String name = parameter.name().text();
    if (name.equals(RESERVED)) {
      throw TypeErrors.refuse(
          parameter.name().position(),
          "the parameter name $" + name + " is reserved; choose another");
    }
    if (arguments.containsKey(name)) {
      throw TypeErrors.refuse(
          parameter.name().position(), "parameter $" + name + " is declared twice; keep one");
    }
    arguments.put(name, new Term.Argument(arguments.size(), name, type(parameter)));
  }

  private static PropertyType type(Query.Parameter parameter) {
    Query.TypeText text = parameter.type();
    for (Scalar scalar : Scalar.values()) {
      if (scalar.text().equals(text.base())
          && (scalar == Scalar.VECTOR) == (text.size() != null)
          && !(text.list() && scalar == Scalar.BLOB)) {
        return new PropertyType(
            scalar, dimension(parameter), text.list(), List.of(), parameter.nullable());
      }
    }
    throw unknown(parameter);
  }

  private static int dimension(Query.Parameter parameter) {
    String size = parameter.type().size();
    if (size == null) {
      return 0;
    }
    try {
      int dimension = Integer.parseInt(size);
      if (dimension > 0) {
        return dimension;
      }
    } catch (NumberFormatException e) {
      throw unknown(parameter);
    }
    throw unknown(parameter);
  }

  private static org.omnigraph.engine.error.InvalidRequest unknown(Query.Parameter parameter) {
    return TypeErrors.refuse(
        parameter.type().position(),
        "unknown parameter type `"
            + parameter.type()
            + "` for `$"
            + parameter.name().text()
            + "`; the types are "
            + TYPES);
  }

  Optional<Term.Argument> find(String name) {
    return Optional.ofNullable(arguments.get(name));
  }

  List<Checked.Parameter> declared() {
    List<Checked.Parameter> declared = new ArrayList<>();
    arguments.values().forEach(a -> declared.add(new Checked.Parameter(a.name(), a.type())));
    return declared;
  }
}

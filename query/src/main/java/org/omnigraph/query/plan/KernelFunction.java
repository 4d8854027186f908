package org.omnigraph.query.plan;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.omnigraph.query.type.SqlTypes;

/** A function that is one expression of DuckDB. */
public final class KernelFunction extends SqlFunction {
  private static final Pattern PLACE = Pattern.compile("\\{(\\d|\\*)}");

  private final String template;

  /**
   * @param template DuckDB SQL, in which {@code {0}}, {@code {1}} … are the arguments and {@code
   *     {*}} all of them, with commas
   */
  KernelFunction(
      String name, SqlReturnTypeInference type, SqlOperandTypeChecker arguments, String template) {
    this(name, type, InferTypes.FIRST_KNOWN, arguments, template);
  }

  private KernelFunction(
      String name,
      SqlReturnTypeInference type,
      SqlOperandTypeInference open,
      SqlOperandTypeChecker arguments,
      String template) {
    super(name, SqlKind.OTHER_FUNCTION, type, open, arguments, SqlFunctionCategory.SYSTEM);
    this.template = template;
  }

  /** A function of arguments of these families. */
  static KernelFunction of(
      String name, SqlReturnTypeInference type, String template, SqlTypeFamily... arguments) {
    return new KernelFunction(
        name,
        type,
        new OpenArguments(List.of(arguments)),
        arguments.length == 0 ? OperandTypes.NILADIC : OperandTypes.family(arguments),
        template);
  }

  /** A function of a text, which an argument is that says no type. */
  static KernelFunction ofText(String name, SqlReturnTypeInference type, String template) {
    return new KernelFunction(
        name,
        type,
        InferTypes.explicit(List.of(SqlTypes.text())),
        OperandTypes.CHARACTER,
        template);
  }

  /** The call as DuckDB SQL; its type is DuckDB's until it is cast. */
  public String sql(List<String> arguments) {
    Matcher places = PLACE.matcher(template);
    return places.replaceAll(
        place ->
            Matcher.quoteReplacement(
                place.group(1).equals("*")
                    ? String.join(", ", arguments)
                    : arguments.get(Integer.parseInt(place.group(1)))));
  }
}

package org.omnigraph.query.plan;

import static org.apache.calcite.sql.type.SqlTypeFamily.BINARY;
import static org.apache.calcite.sql.type.SqlTypeFamily.CHARACTER;
import static org.apache.calcite.sql.type.SqlTypeFamily.INTEGER;

import java.util.List;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of text and of regular expressions, in the syntax of RE2. */
final class TextFunctions {
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference PERHAPS_TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlReturnTypeInference BYTES =
      ReturnTypes.explicit(SqlTypeName.VARBINARY).andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference TEXTS =
      TEXT.andThen(ListFunctions.LIST_OF_IT).andThen(SqlTypeTransforms.TO_NULLABLE);

  /** The place of a count of characters in a template, until it is bounded. */
  private static final String COUNT = "{count}";

  /** The first part of a text that matches. */
  static final KernelFunction REGEXP_SUBSTR =
      part("REGEXP_SUBSTR", "regexp_extract({0}, {1})", CHARACTER, CHARACTER);

  static final List<SqlOperator> ALL =
      List.of(
          text("REVERSE", "reverse({0})", CHARACTER),
          text("BTRIM", "trim({0})", CHARACTER),
          text("BTRIM", "trim({0}, {1})", CHARACTER, CHARACTER),
          text("LTRIM", "ltrim({0})", CHARACTER),
          text("LTRIM", "ltrim({0}, {1})", CHARACTER, CHARACTER),
          text("RTRIM", "rtrim({0})", CHARACTER),
          text("RTRIM", "rtrim({0}, {1})", CHARACTER, CHARACTER),
          padded("LPAD", "lpad({0}, " + COUNT + ", ' ')", CHARACTER, INTEGER),
          padded("LPAD", filled("lpad"), CHARACTER, INTEGER, CHARACTER),
          padded("RPAD", "rpad({0}, " + COUNT + ", ' ')", CHARACTER, INTEGER),
          padded("RPAD", filled("rpad"), CHARACTER, INTEGER, CHARACTER),
          text("LCASE", "lower({0})", CHARACTER),
          text("UCASE", "upper({0})", CHARACTER),
          truth("ENDS_WITH", "ends_with({0}, {1})", CHARACTER, CHARACTER),
          truth("CONTAINS", "contains({0}, {1})", CHARACTER, CHARACTER),
          SqlBasicFunction.create(
              "LENGTH",
              ReturnTypes.INTEGER_NULLABLE,
              OperandTypes.or(OperandTypes.family(CHARACTER), OperandTypes.family(BINARY))),
          whole("INSTR", "strpos({0}, {1})", CHARACTER, CHARACTER),
          whole("LOCATE", "strpos({1}, {0})", CHARACTER, CHARACTER),
          whole("BIT_LENGTH", "(strlen({0}) * 8)", CHARACTER),
          whole("UNICODE", "unicode({0})", CHARACTER),
          whole(
              "LEVENSHTEIN",
              WorkBound.distance("LEVENSHTEIN", "levenshtein", "{0}", "{1}"),
              CHARACTER,
              CHARACTER),
          hex("TO_HEX", "lower(hex({0}))"),
          hex("HEX", "hex({0})"),
          text("TO_BASE64", "base64({0})", BINARY),
          KernelFunction.of("FROM_BASE64", BYTES, "from_base64({0})", CHARACTER),
          KernelFunction.of("FROM_HEX", BYTES, "unhex({0})", CHARACTER),
          KernelFunction.of("UNHEX", BYTES, "unhex({0})", CHARACTER),
          truth("REGEXP_MATCHES", "regexp_matches({0}, {1})", CHARACTER, CHARACTER),
          truth("REGEXP_FULL_MATCH", "regexp_full_match({0}, {1})", CHARACTER, CHARACTER),
          REGEXP_SUBSTR,
          part("REGEXP_EXTRACT", "regexp_extract({0}, {1})", CHARACTER, CHARACTER),
          part("REGEXP_EXTRACT", "regexp_extract({0}, {1}, {2})", CHARACTER, CHARACTER, INTEGER),
          whole("REGEXP_COUNT", "len(regexp_extract_all({0}, {1}))", CHARACTER, CHARACTER),
          texts("REGEXP_EXTRACT_ALL", "regexp_extract_all({0}, {1})"),
          texts("REGEXP_SPLIT_TO_ARRAY", "string_split_regex({0}, {1})"),
          texts("STRING_SPLIT", "string_split({0}, {1})"),
          texts("SPLIT", "string_split({0}, {1})"));

  private TextFunctions() {}

  private static KernelFunction text(String name, String template, SqlTypeFamily... arguments) {
    return KernelFunction.of(name, TEXT, template, arguments);
  }

  private static KernelFunction padded(String name, String template, SqlTypeFamily... arguments) {
    return text(name, template.replace(COUNT, TextBound.padding("{1}")), arguments);
  }

  /** Nothing fills up with the empty text, which DuckDB refuses. */
  private static String filled(String name) {
    return "CASE WHEN {2} = '' THEN left({0}, greatest({1}, 0)) ELSE "
        + name
        + "({0}, "
        + COUNT
        + ", {2}) END";
  }

  private static KernelFunction hex(String name, String template) {
    return new KernelFunction(
        name,
        TEXT,
        OperandTypes.or(OperandTypes.family(BINARY), OperandTypes.family(INTEGER)),
        template);
  }

  private static KernelFunction truth(String name, String template, SqlTypeFamily... arguments) {
    return KernelFunction.of(name, ReturnTypes.BOOLEAN_NULLABLE, template, arguments);
  }

  private static KernelFunction whole(String name, String template, SqlTypeFamily... arguments) {
    return KernelFunction.of(name, ReturnTypes.INTEGER_NULLABLE, template, arguments);
  }

  private static KernelFunction texts(String name, String template) {
    return KernelFunction.of(name, TEXTS, template, CHARACTER, CHARACTER);
  }

  /** Null where nothing matches; DuckDB says the empty text. */
  private static KernelFunction part(String name, String template, SqlTypeFamily... arguments) {
    return KernelFunction.of(
        name,
        PERHAPS_TEXT,
        "CASE WHEN regexp_matches({0}, {1}) THEN " + template + " END",
        arguments);
  }
}

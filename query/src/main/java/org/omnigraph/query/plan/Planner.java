package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.type.SqlTypes;

/** From the text of a statement to a plan. */
public final class Planner {
  static final SqlParser.Config PARSER =
      SqlParser.config()
          .withParserFactory(SqlBabelParserImpl.FACTORY)
          .withQuoting(Quoting.DOUBLE_QUOTE)
          .withUnquotedCasing(Casing.UNCHANGED)
          .withQuotedCasing(Casing.UNCHANGED)
          .withIdentifierMaxLength(1024)
          .withConformance(Dialect.INSTANCE);

  private static final SqlValidator.Config VALIDATOR =
      SqlValidator.Config.DEFAULT
          .withDefaultNullCollation(NullCollation.HIGH)
          .withIdentifierExpansion(true)
          .withConformance(Dialect.INSTANCE);

  /** Longer lists become tables: simplifying a list takes time that grows as its square. */
  private static final int LONGEST_LIST = 200;

  private static final SqlToRelConverter.Config CONVERTER =
      SqlToRelConverter.config()
          .withExpand(false)
          .withTrimUnusedFields(false)
          .withInSubQueryThreshold(LONGEST_LIST)
          .withRemoveSortInSubQuery(true);

  private final SqlCatalog catalog;

  /**
   * @param catalog what the statement can name; used for one statement
   */
  public Planner(SqlCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Plans a statement.
   *
   * @throws InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when it is SQL that is not done here, by name
   */
  public Plan plan(String sql) {
    Statement statement = Statement.of(sql, catalog.current());
    Validated validated = validated(statement.text());
    try {
      return convert(validated, statement.explain());
    } catch (RuntimeException e) {
      throw SqlErrors.invalid(e, catalog, Operators.all());
    }
  }

  private record Validated(SqlNode node, SqlValidator validator, NamesReader reader) {}

  /** Every name exactly as written if that is possible, otherwise without regard to case. */
  private Validated validated(String sql) {
    try {
      return validated(sql, true);
    } catch (CalciteContextException exact) {
      try {
        return validated(sql, false);
      } catch (RuntimeException e) {
        throw SqlErrors.invalid(e, catalog, Operators.all());
      }
    } catch (RuntimeException e) {
      throw SqlErrors.invalid(e, catalog, Operators.all());
    }
  }

  private Validated validated(String sql, boolean caseSensitive) {
    SqlNode parsed = parse(sql);
    NamesReader reader = new NamesReader(catalog, caseSensitive);
    SqlValidator validator =
        SqlValidatorUtil.newValidator(Operators.table(), reader, SqlTypes.factory(), VALIDATOR);
    return new Validated(validator.validate(parsed), validator, reader);
  }

  private static SqlNode parse(String sql) {
    Nesting.require(sql);
    SqlNodeList statements;
    try {
      statements = statements(sql);
    } catch (SqlParseException e) {
      statements = withWordColumns(sql).orElseThrow(() -> SqlErrors.parse(e));
    }
    if (statements.size() != 1) {
      throw new InvalidRequest(
          "one statement at a time: these are " + statements.size() + " statements");
    }
    Nesting.require(statements);
    return Objects.requireNonNull(statements.get(0).accept(new OwnFunctions()));
  }

  private static SqlNodeList statements(String sql) throws SqlParseException {
    return SqlParser.create(sql, PARSER).parseStmtList();
  }

  private static Optional<SqlNodeList> withWordColumns(String sql) {
    String quoted = WordColumns.quote(sql);
    try {
      return quoted.equals(sql) ? Optional.empty() : Optional.of(statements(quoted));
    } catch (SqlParseException e) {
      // The statement's own error, with its own positions, is the one to show.
      return Optional.empty();
    }
  }

  private Plan convert(Validated validated, boolean explain) {
    RelOptCluster cluster = PlanBuilder.newCluster();
    SqlToRelConverter converter =
        new SqlToRelConverter(
            (rowType, text, path, viewPath) -> {
              throw new IllegalStateException("there are no views");
            },
            validated.validator(),
            validated.reader(),
            cluster,
            Convertlets.INSTANCE,
            CONVERTER);
    RelRoot root = converter.convertQuery(validated.node(), false, true);
    RelNode fresh = SessionValues.resolve(root.project(), catalog.current());
    List<RelDataType> parameterTypes = explain ? List.of() : parameterTypes(validated);
    return new Plan(
        Rewrites.rewrite(fresh),
        schema(root, fresh),
        parameterTypes,
        parameters(parameterTypes),
        !root.collation.getFieldCollations().isEmpty(),
        explain,
        reads());
  }

  private static List<RelDataType> parameterTypes(Validated validated) {
    return validated.validator().getParameterRowType(validated.node()).getFieldList().stream()
        .map(RelDataTypeField::getType)
        .toList();
  }

  private static Schema schema(RelRoot root, RelNode plan) {
    List<Field> fields = new ArrayList<>();
    List<RelDataTypeField> columns = plan.getRowType().getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      fields.add(SqlTypes.wireField(root.fields.get(i).getValue(), columns.get(i).getType()));
    }
    return new Schema(fields);
  }

  private static Schema parameters(List<RelDataType> types) {
    List<Field> fields = new ArrayList<>();
    for (RelDataType type : types) {
      fields.add(SqlTypes.parameterField("parameter_" + (fields.size() + 1), type));
    }
    return new Schema(fields);
  }

  private List<SchemaRef> reads() {
    return catalog.named().stream().map(t -> t.schema()).distinct().collect(Collectors.toList());
  }
}

package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.Hook;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;
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
          .withTypeCoercionFactory(ColumnCoercion::new)
          .withConformance(Dialect.INSTANCE);

  /** Longer lists become tables: simplifying a list takes time that grows as its square. */
  private static final int LONGEST_LIST = 200;

  /** A value that never merges projections, for the converter. */
  private static final int NO_MERGE = -1;

  private static final SqlToRelConverter.Config CONVERTER =
      SqlToRelConverter.config()
          .withAddJsonTypeOperatorEnabled(false)
          .withExpand(false)
          .withTrimUnusedFields(false)
          .withInSubQueryThreshold(LONGEST_LIST)
          .withRemoveSortInSubQuery(true);

  private final SqlCatalog catalog;
  private final List<@Nullable RelDataType> given;

  /**
   * @param catalog what the statement can name; used for one statement
   * @param given the types of arguments, null for those not known: parameters take them whose type
   *     the statement does not say
   */
  public Planner(SqlCatalog catalog, List<@Nullable RelDataType> given) {
    this.catalog = catalog;
    this.given = given;
  }

  /**
   * Plans a statement.
   *
   * @throws InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when it is SQL that is not done here, by name
   */
  public Plan plan(String sql) {
    Statement statement = Statement.of(sql, catalog.current());
    statement.table().ifPresent(this::requireTable);
    statement.schema().ifPresent(catalog::requireSchema);
    return planned(
        () -> parse(statement.text()), tree -> convert(validated(tree), statement.explain()));
  }

  /**
   * The plan of a statement whose parameters have the types of their places; where those do not go
   * with what is bound, the one in which they have the types of their arguments.
   */
  private Plan planned(Supplier<SqlNode> tree, Function<Supplier<SqlNode>, Plan> plan) {
    try {
      return planned(() -> plan.apply(tree));
    } catch (InvalidRequest | IllegalStateException e) {
      if (e.getCause() == null || given.stream().allMatch(Objects::isNull)) {
        throw e;
      }
      try {
        return planned(() -> plan.apply(() -> ArgumentTypes.cast(tree.get(), given)));
      } catch (InvalidRequest | IllegalStateException cast) {
        e.addSuppressed(cast);
        throw e;
      }
    }
  }

  /**
   * What is planned; without Calcite's simplification of expressions where that fails, as it does
   * of comparisons that turn out to be ones with null.
   */
  private Plan planned(Supplier<Plan> plan) {
    try {
      return plan.get();
    } catch (RuntimeException e) {
      throw SqlErrors.invalid(e, catalog, Operators.all());
    } catch (AssertionError e) {
      return plannedAsWritten(plan);
    }
  }

  private Plan plannedAsWritten(Supplier<Plan> plan) {
    Hook.Closeable asWritten = Hook.REL_BUILDER_SIMPLIFY.addThread(Hook.propertyJ(false));
    try {
      return plan.get();
    } catch (RuntimeException e) {
      throw SqlErrors.invalid(e, catalog, Operators.all());
    } catch (AssertionError e) {
      throw SqlErrors.unplanned(e);
    } finally {
      asWritten.close();
    }
  }

  /** Whether a statement changes rows, told from its first word. */
  public static boolean isChange(String sql) {
    return Statement.isChange(sql);
  }

  /**
   * The statement that changes rows whose plan is asked for.
   *
   * @param explain what of it is shown
   */
  public record ExplainedChange(String sql, Explain explain) {}

  /** What a statement explains, if that is a statement that changes rows. */
  public static Optional<ExplainedChange> explainedChange(String sql) {
    return Statement.explainedChange(sql);
  }

  /** The text of a statement for {@link #tree}; positions in it are positions in the statement. */
  public static String text(String sql) {
    return Statement.bare(sql);
  }

  /**
   * A statement as the parser reads it, made anew by each call.
   *
   * @throws InvalidRequest with line, column and what is wrong
   */
  public static SqlNode tree(String text) {
    return parse(text);
  }

  /**
   * Plans the query that gives a statement which changes rows its rows.
   *
   * @param query makes the tree of the query anew: its validation changes it
   * @param target says for messages what takes the rows
   * @param columns what each column of the query is assigned to; gives it its name
   * @throws InvalidRequest also when a column cannot be assigned
   */
  public Plan source(Supplier<SqlNode> query, String target, List<Column> columns) {
    int before = catalog.named().size();
    return planned(query, tree -> convertSource(validated(tree), target, columns, before));
  }

  /**
   * The table of a name.
   *
   * @throws InvalidRequest when there is none
   */
  public GraphTable table(SqlIdentifier name) {
    Validated all = validated(() -> everythingOf(name));
    RelOptTable table = all.reader().getTable(name.names);
    GraphTable found = table == null ? null : table.unwrap(GraphTable.class);
    if (found == null) {
      throw new InvalidRequest(name + " is a table of the system, which nobody can write");
    }
    return found;
  }

  /** Refuses the name of no table, with the nearest names. */
  private void requireTable(SqlIdentifier name) {
    validated(() -> everythingOf(name));
  }

  private static SqlNode everythingOf(SqlIdentifier table) {
    return select(SqlNodeList.of(SqlIdentifier.star(table.getParserPosition())), table, null);
  }

  /** {@code SELECT what FROM from WHERE where}. */
  public static SqlSelect select(SqlNodeList what, SqlNode from, @Nullable SqlNode where) {
    return new SqlSelect(
        from.getParserPosition(),
        null,
        what,
        from,
        where,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Whether a word is no name without quotes. */
  static boolean isReserved(String word) {
    return SqlParser.create("", PARSER).getMetadata().isReservedWord(word.toUpperCase(Locale.ROOT));
  }

  /**
   * @param moments the numbers of the parameters that choose snapshots, which the tree has no more
   */
  private record Validated(
      SqlNode node, ParameterValidator validator, NamesReader reader, Set<Integer> moments) {}

  /** Every name exactly as written if that is possible, otherwise without regard to case. */
  private Validated validated(Supplier<SqlNode> tree) {
    try {
      return validated(tree, true);
    } catch (CalciteContextException exact) {
      try {
        return validated(tree, false);
      } catch (RuntimeException e) {
        throw SqlErrors.invalid(e, catalog, Operators.all(), tree);
      }
    } catch (RuntimeException e) {
      throw SqlErrors.invalid(e, catalog, Operators.all(), tree);
    }
  }

  private Validated validated(Supplier<SqlNode> tree, boolean caseSensitive) {
    RecursiveTypes types = new RecursiveTypes();
    Validated validated;
    do {
      validated = validated(tree, caseSensitive, types);
    } while (types.grow(validated.node(), validated.validator()));
    return validated;
  }

  private Validated validated(
      Supplier<SqlNode> tree, boolean caseSensitive, RecursiveTypes recursive) {
    SqlNode comparing = Objects.requireNonNull(tree.get().accept(new GroupedOrder()));
    SqlNode own = Objects.requireNonNull(comparing.accept(new OwnFunctions()));
    History history = new History(catalog);
    SqlNode parsed = Objects.requireNonNull(own.accept(history));
    recursive.apply(parsed);
    NamesReader reader = new NamesReader(catalog, caseSensitive);
    ParameterValidator validator =
        new ParameterValidator(Operators.table(), reader, VALIDATOR, given);
    return new Validated(validator.validate(parsed), validator, reader, history.parameters());
  }

  private static SqlNode parse(String sql) {
    Nesting.require(sql);
    SqlNodeList statements;
    try {
      statements = statements(sql);
    } catch (SqlParseException e) {
      statements = withWordColumns(sql).orElseThrow(() -> SqlErrors.parse(e, sql));
    }
    if (statements.size() != 1) {
      throw new InvalidRequest(
          "one statement at a time: these are " + statements.size() + " statements");
    }
    Nesting.require(statements);
    return statements.get(0);
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

  private Plan convert(Validated validated, Explain explain) {
    RelRoot root = relations(validated);
    RelNode fresh = SessionValues.resolve(root.project(), catalog);
    List<RelDataType> parameterTypes =
        explain == Explain.NOTHING ? parameterTypes(validated) : List.of();
    return new Plan(
        Rewrites.rewrite(fresh),
        schema(root, fresh),
        parameterTypes,
        validated.validator().guessed(),
        parameters(parameterTypes),
        !root.collation.getFieldCollations().isEmpty(),
        explain,
        reads(0),
        fresh);
  }

  /** Whether the plan of a statement may depend on who asks. */
  public static boolean dependsOnUser(String sql) {
    return SessionValues.mayNameUser(sql);
  }

  /**
   * @param before how many names of tables the catalog had been asked for before this query's
   */
  private Plan convertSource(Validated validated, String target, List<Column> columns, int before) {
    RelNode fresh = SessionValues.resolve(relations(validated).project(), catalog);
    RelNode assigned = Assignment.of(fresh, target, columns);
    List<RelDataType> parameterTypes = parameterTypes(validated);
    return new Plan(
        Rewrites.rewrite(assigned),
        SqlTypes.wireSchema(assigned.getRowType()),
        parameterTypes,
        validated.validator().guessed(),
        parameters(parameterTypes),
        false,
        Explain.NOTHING,
        reads(before),
        assigned);
  }

  private static RelRoot relations(Validated validated) {
    RelOptCluster cluster = PlanBuilder.newCluster();
    SqlToRelConverter.Config config = converter(validated.node());
    GroupConverter converter =
        new GroupConverter(
            validated.validator(),
            validated.reader(),
            cluster,
            Convertlets.INSTANCE,
            ParameterLists.areLong(validated.node(), LONGEST_LIST)
                ? config.withInSubQueryThreshold(Integer.MAX_VALUE)
                : config);
    return converter.converted(validated.node());
  }

  /**
   * Where expressions hold sub-queries, projections are merged by {@link Rewrites} only: where the
   * converter merges one that holds a correlated sub-query into its input, it puts the result over
   * the same input once more, whose columns are others.
   */
  private static SqlToRelConverter.Config converter(SqlNode statement) {
    return InnerQueries.areIn(statement)
        ? CONVERTER.withRelBuilderConfigTransform(builder -> builder.withBloat(NO_MERGE))
        : CONVERTER;
  }

  /**
   * By number, which counts over the whole statement; unknown for those that stand elsewhere. A
   * parameter that a rewritten COALESCE has twice has the type of the branch; one that chooses a
   * snapshot is a text.
   */
  private static List<RelDataType> parameterTypes(Validated validated) {
    List<RelDataType> types = new ArrayList<>();
    validated
        .node()
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlDynamicParam parameter) {
                setType(
                    types,
                    parameter.getIndex(),
                    validated.validator().getValidatedNodeType(parameter));
                return null;
              }
            });
    validated.moments().forEach(index -> setType(types, index, SqlTypes.text()));
    return types;
  }

  private static void setType(List<RelDataType> types, int index, RelDataType type) {
    while (types.size() <= index) {
      types.add(SqlTypes.factory().createUnknownType());
    }
    types.set(index, type);
  }

  private static Schema schema(RelRoot root, RelNode plan) {
    List<Field> fields = new ArrayList<>();
    List<RelDataTypeField> columns = plan.getRowType().getFieldList();
    for (int i = 0; i < columns.size(); i++) {
      fields.add(SqlTypes.wireField(root.fields.get(i).getValue(), columns.get(i).getType()));
    }
    return new Schema(fields);
  }

  /** The parameters of a statement as nullable fields. */
  public static Schema parameters(List<RelDataType> types) {
    List<Field> fields = new ArrayList<>();
    for (RelDataType type : types) {
      fields.add(SqlTypes.parameterField("parameter_" + (fields.size() + 1), type));
    }
    return new Schema(fields);
  }

  private List<SchemaRef> reads(int from) {
    return catalog.named().stream()
        .skip(from)
        .map(GraphTable::schema)
        .distinct()
        .collect(Collectors.toList());
  }
}

package org.omnigraph.query.dml;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.lance.Arguments;
import org.omnigraph.query.lance.Cells;
import org.omnigraph.query.plan.Plan;
import org.omnigraph.query.type.LiteralNumber;

/**
 * The rows of a source that holds nothing but literals and parameters: they need no query, so that
 * an insert of many bound rows is one batch.
 */
public final class ConstantRows {
  /** One value of a row. */
  private sealed interface Cell {
    record Given(@Nullable Object value) implements Cell {}

    record Parameter(int index) implements Cell {}
  }

  private final Schema schema;
  private final List<List<Cell>> rows;

  private ConstantRows(Schema schema, List<List<Cell>> rows) {
    this.schema = schema;
    this.rows = rows;
  }

  /** The rows of a plan, if they are of this kind. */
  public static Optional<ConstantRows> of(Plan plan) {
    return expressions(plan.root())
        .flatMap(ConstantRows::cells)
        .map(rows -> new ConstantRows(plan.schema(), rows));
  }

  /** Rows of one run. */
  public int size() {
    return rows.size();
  }

  /** The column of ids, if the rows have one. */
  List<String> idColumn() {
    return schema.getFields().stream().map(Field::getName).filter("id"::equals).toList();
  }

  /** The values of some columns in each row of a run. */
  List<List<@Nullable Object>> values(Arguments run, List<String> columns) {
    List<Integer> places =
        columns.stream().map(name -> schema.getFields().indexOf(schema.findField(name))).toList();
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (List<Cell> row : rows) {
      List<@Nullable Object> some = new ArrayList<>();
      places.forEach(place -> some.add(value(row.get(place), run)));
      values.add(some);
    }
    return values;
  }

  /** The rows of some runs, one after the other; the caller owns them. */
  VectorSchemaRoot of(List<Arguments> runs, BufferAllocator allocator) {
    VectorSchemaRoot made = VectorSchemaRoot.create(schema, allocator);
    try {
      made.allocateNew();
      int at = 0;
      for (Arguments arguments : runs) {
        for (List<Cell> row : rows) {
          for (int i = 0; i < row.size(); i++) {
            Cells.set(made.getVector(i), at, value(row.get(i), arguments));
          }
          at++;
        }
      }
      made.setRowCount(at);
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  private static @Nullable Object value(Cell cell, Arguments arguments) {
    return cell instanceof Cell.Parameter parameter
        ? arguments.value(parameter.index())
        : ((Cell.Given) cell).value();
  }

  private static Optional<List<List<RexNode>>> expressions(RelNode node) {
    if (node instanceof Values values) {
      List<List<RexNode>> rows = new ArrayList<>();
      values.getTuples().forEach(tuple -> rows.add(List.copyOf(tuple)));
      return Optional.of(rows);
    }
    if (node instanceof Project project && !project.containsOver()) {
      return expressions(project.getInput()).map(rows -> projected(project, rows));
    }
    if (node instanceof Union union && union.all) {
      List<List<RexNode>> rows = new ArrayList<>();
      for (RelNode input : union.getInputs()) {
        Optional<List<List<RexNode>>> some = expressions(input);
        if (some.isEmpty()) {
          return Optional.empty();
        }
        rows.addAll(some.get());
      }
      return Optional.of(rows);
    }
    return Optional.empty();
  }

  private static List<List<RexNode>> projected(Project project, List<List<RexNode>> rows) {
    List<List<RexNode>> made = new ArrayList<>();
    for (List<RexNode> row : rows) {
      RexShuttle inlined =
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return row.get(ref.getIndex());
            }
          };
      made.add(project.getProjects().stream().map(e -> e.accept(inlined)).toList());
    }
    return made;
  }

  private static Optional<List<List<Cell>>> cells(List<List<RexNode>> rows) {
    List<List<Cell>> made = new ArrayList<>();
    for (List<RexNode> row : rows) {
      List<Cell> cells = new ArrayList<>();
      for (RexNode expression : row) {
        Optional<Cell> cell = cell(expression);
        if (cell.isEmpty()) {
          return Optional.empty();
        }
        cells.add(cell.get());
      }
      made.add(cells);
    }
    return made.isEmpty() ? Optional.empty() : Optional.of(made);
  }

  private static Optional<Cell> cell(RexNode expression) {
    if (expression instanceof RexDynamicParam parameter) {
      return Optional.of(new Cell.Parameter(parameter.getIndex()));
    }
    if (expression instanceof RexLiteral literal) {
      return literal(literal);
    }
    if (expression.isA(SqlKind.CAST)) {
      RexNode inner = ((RexCall) expression).getOperands().get(0);
      boolean isNull = inner instanceof RexLiteral literal && literal.isNull();
      boolean isSame = inner instanceof RexDynamicParam && same(inner.getType(), expression);
      return isNull || isSame ? cell(inner) : Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean same(RelDataType type, RexNode cast) {
    return type.getSqlTypeName() == cast.getType().getSqlTypeName()
        && type.getPrecision() == cast.getType().getPrecision()
        && type.getScale() == cast.getType().getScale()
        && type.getSqlTypeName() != SqlTypeName.ARRAY;
  }

  /** The value in the Java type of an argument of its type. */
  private static Optional<Cell> literal(RexLiteral literal) {
    if (literal.isNull()) {
      return Optional.of(new Cell.Given(null));
    }
    RelDataType type = literal.getType();
    Object value =
        switch (type.getSqlTypeName()) {
          case VARCHAR -> literal.getValueAs(String.class);
          case BOOLEAN -> literal.getValueAs(Boolean.class);
          case TINYINT, SMALLINT, INTEGER, BIGINT -> number(literal).longValueExact();
          case DECIMAL -> number(literal).setScale(type.getScale());
          case DOUBLE -> number(literal).doubleValue();
          case DATE ->
              LocalDate.ofEpochDay(Objects.requireNonNull(literal.getValueAs(Integer.class)));
          default -> null;
        };
    return Optional.ofNullable(value).map(Cell.Given::new);
  }

  private static BigDecimal number(RexLiteral literal) {
    return Objects.requireNonNull(LiteralNumber.of(literal));
  }
}

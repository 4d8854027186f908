package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.type.SqlTypes;

/**
 * The types of the columns of recursive queries. Calcite gives them those of the first part, which
 * the rows of the second need not fit; here the first part is cast to a type that holds both, which
 * is looked for by validating the statement until nothing grows.
 */
final class RecursiveTypes {
  /** What still grows after as many rounds grows for ever. */
  private static final int MOST_ROUNDS = 4;

  /** By the place of the query. */
  private final Map<SqlParserPos, List<Typed>> columns = new HashMap<>();

  private int rounds;

  /** Casts the first parts in a tree that is not validated yet. */
  void apply(SqlNode tree) {
    forEachUnion(
        tree,
        (item, union) -> {
          List<Typed> wanted = columns.get(item.getParserPosition());
          if (wanted != null) {
            union.setOperand(0, cast(union.operand(0), wanted));
          }
        });
  }

  /**
   * Takes over the types of a validated tree.
   *
   * @return whether the statement has to be validated again, with {@link #apply}
   * @throws InvalidRequest when a column grows without end
   */
  boolean grow(SqlNode validated, SqlValidator validator) {
    boolean[] grown = {false};
    forEachUnion(
        validated,
        (item, union) -> {
          RelDataType row = validator.getValidatedNodeTypeIfKnown(union);
          if (row != null) {
            grown[0] |= grow(item, row);
          }
        });
    rounds++;
    return grown[0];
  }

  private boolean grow(SqlWithItem item, RelDataType row) {
    List<Typed> before = columns.get(item.getParserPosition());
    List<Typed> now = new ArrayList<>();
    for (RelDataTypeField field : row.getFieldList()) {
      RelDataType type = field.getType();
      RelDataType old = before == null ? type : before.get(now.size()).type();
      if (!same(old, type) && (rounds >= MOST_ROUNDS || losesDigits(old, type))) {
        throw endless(item, old, field);
      }
      now.add(new Typed(field.getName(), same(old, type) ? old : widest(type)));
    }
    columns.put(item.getParserPosition(), now);
    return !now.equals(before);
  }

  private static boolean same(RelDataType before, RelDataType type) {
    return SqlTypeUtil.equalSansNullability(SqlTypes.factory(), before, type);
  }

  /** A scale that has grown once grows at every step, as that of a product does. */
  private static boolean losesDigits(RelDataType before, RelDataType type) {
    return SqlTypeUtil.isDecimal(before)
        && SqlTypeUtil.isDecimal(type)
        && type.getScale() > before.getScale();
  }

  private static RelDataType widest(RelDataType type) {
    RelDataType item = type.getComponentType();
    RelDataType widest =
        switch (type.getSqlTypeName()) {
          case ARRAY -> item == null ? type : SqlTypes.factory().createArrayType(widest(item), -1);
          case CHAR, VARCHAR -> SqlTypes.text();
          case DECIMAL ->
              SqlTypes.factory()
                  .createSqlType(
                      SqlTypeName.DECIMAL,
                      SqlTypes.factory().getTypeSystem().getMaxPrecision(SqlTypeName.DECIMAL),
                      type.getScale());
          default -> type;
        };
    return SqlTypes.nullable(widest, type.isNullable());
  }

  private static InvalidRequest endless(
      SqlWithItem item, RelDataType before, RelDataTypeField now) {
    SqlNodeList names = item.columnList;
    String name = names == null ? now.getName() : names.get(now.getIndex()).toString();
    return new InvalidRequest(
        SqlErrors.place(item.getParserPosition())
            + "column '"
            + name
            + "' of the recursive query '"
            + item.name
            + "' needs a wider type at every step ("
            + before
            + ", then "
            + now.getType()
            + "); give it one with CAST(… AS …) in the part that refers to '"
            + item.name
            + "'");
  }

  private static SqlNode cast(SqlNode part, List<Typed> wanted) {
    SqlParserPos at = part.getParserPosition();
    List<SqlNode> alias = new ArrayList<>(List.of(part, new SqlIdentifier("first_part", at)));
    SqlNodeList cast = new SqlNodeList(at);
    for (Typed column : wanted) {
      SqlIdentifier plain = new SqlIdentifier("c" + cast.size(), at);
      alias.add(plain);
      cast.add(as(cast(plain, column.type()), column.name()));
    }
    return Planner.select(cast, SqlStdOperatorTable.AS.createCall(at, alias), null);
  }

  private static SqlNode as(SqlNode value, String name) {
    SqlParserPos at = value.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(at, value, new SqlIdentifier(name, at));
  }

  private static SqlNode cast(SqlIdentifier column, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.NULL || SqlTypeUtil.isInterval(type)
        ? column
        : SqlStdOperatorTable.CAST.createCall(
            column.getParserPosition(), column, SqlTypeUtil.convertTypeToSpec(type));
  }

  /** Recursive queries of two parts; others are refused later. */
  private static void forEachUnion(SqlNode tree, BiConsumer<SqlWithItem, SqlBasicCall> action) {
    tree.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item
                && item.recursive.booleanValue()
                && item.query instanceof SqlBasicCall union
                && union.getKind() == SqlKind.UNION) {
              action.accept(item, union);
            }
            return super.visit(call);
          }
        });
  }

  private record Typed(String name, RelDataType type) {}
}

package org.omnigraph.query.lance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.Sarg;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.type.LiteralCasts;
import org.omnigraph.query.type.LiteralNumber;
import org.omnigraph.query.type.SqlTypes;

/**
 * Turns a condition into a predicate that a table evaluates itself, only where both mean exactly
 * the same for every value and null. What does not translate stays in the plan.
 */
final class RexToPredicate {
  /** Longer lists take the table longer to plan than the kernel to evaluate. */
  private static final int LONGEST_LIST = 100;

  private static final Set<SqlKind> LOGICAL = Set.of(SqlKind.AND, SqlKind.OR, SqlKind.NOT);

  /** Keeps no row. */
  private static final Predicate FALSE = new Predicate.Or(List.of());

  private static final BigDecimal LARGEST_U32 = BigDecimal.valueOf(0xFFFF_FFFFL);
  private static final BigDecimal LARGEST_U64 =
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE));

  private final GraphType type;
  private final List<Column> columns;
  private final RexBuilder rexBuilder = new RexBuilder(SqlTypes.factory());

  RexToPredicate(GraphType type, List<Column> columns) {
    this.type = type;
    this.columns = columns;
  }

  /**
   * How many comparisons a condition has. The table's parser nests them, and refuses what is nested
   * too deeply.
   */
  static int terms(RexNode condition) {
    return condition instanceof RexCall call && call.isA(LOGICAL)
        ? call.getOperands().stream().mapToInt(RexToPredicate::terms).sum()
        : 1;
  }

  /** How deep the logical operators of a condition are nested. */
  static int depth(RexNode condition) {
    return condition instanceof RexCall call && call.isA(LOGICAL)
        ? 1 + call.getOperands().stream().mapToInt(RexToPredicate::depth).max().orElse(0)
        : 0;
  }

  /** Whether the table can evaluate the condition, whatever the arguments. */
  boolean translates(RexNode condition) {
    return translate(condition, null, true).isPresent();
  }

  /** The predicate of a condition that {@link #translates}. */
  Predicate bind(RexNode condition, Arguments arguments) {
    return translate(condition, arguments, true)
        .orElseThrow(() -> new IllegalStateException("not a table's predicate: " + condition));
  }

  /**
   * @param arguments null while planning
   * @param positive whether unknown may stand for false here: no NOT is above
   */
  private Optional<Predicate> translate(
      RexNode node, @Nullable Arguments arguments, boolean positive) {
    if (node instanceof RexInputRef ref) {
      return compare(ref, Predicate.Operator.EQUAL, Optional.of(new Literal.Bool(true)))
          .filter(p -> scalar(ref).equals(Optional.of(Scalar.BOOL)));
    }
    if (!(node instanceof RexCall call)) {
      return Optional.empty();
    }
    return switch (call.getKind()) {
      case AND -> all(call, arguments, positive).map(RexToPredicate::and);
      case OR -> all(call, arguments, positive).map(RexToPredicate::or);
      case NOT -> translate(call.getOperands().get(0), arguments, false).map(Predicate.Not::new);
      case IS_NULL -> nullable(call.getOperands().get(0)).map(Predicate.IsNull::new);
      case IS_NOT_NULL ->
          nullable(call.getOperands().get(0))
              .map(column -> new Predicate.Not(new Predicate.IsNull(column)));
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(call, arguments, positive);
      case LIKE -> like(call);
      case SEARCH -> search(call, arguments, positive);
      default -> Optional.empty();
    };
  }

  private Optional<List<Predicate>> all(
      RexCall call, @Nullable Arguments arguments, boolean positive) {
    List<Predicate> parts = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      Optional<Predicate> part = translate(operand, arguments, positive);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      parts.add(part.get());
    }
    return Optional.of(parts);
  }

  private static Predicate and(List<Predicate> parts) {
    return parts.contains(FALSE) ? FALSE : new Predicate.And(parts);
  }

  private static Predicate or(List<Predicate> parts) {
    List<Predicate> possible = parts.stream().filter(p -> !p.equals(FALSE)).toList();
    return possible.size() == 1 ? possible.get(0) : new Predicate.Or(possible);
  }

  static boolean isFalse(Predicate predicate) {
    return predicate.equals(FALSE);
  }

  private Optional<Predicate> comparison(
      RexCall call, @Nullable Arguments arguments, boolean positive) {
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    if (left instanceof RexInputRef ref) {
      return comparison(ref, call.getKind(), right, arguments, positive);
    }
    return right instanceof RexInputRef ref
        ? comparison(ref, call.getKind().reverse(), left, arguments, positive)
        : Optional.empty();
  }

  private Optional<Predicate> comparison(
      RexInputRef ref,
      SqlKind kind,
      RexNode value,
      @Nullable Arguments arguments,
      boolean positive) {
    Predicate.Operator operator = operator(kind);
    Optional<RexNode> plain = LiteralCasts.reduce(rexBuilder, value);
    if (plain.isPresent()) {
      return comparison(ref, kind, plain.get(), arguments, positive);
    }
    if (value instanceof RexLiteral literal && !literal.isNull()) {
      return compare(ref, operator, literal(ref, literal));
    }
    if (value instanceof RexDynamicParam parameter && positive && isComparable(ref, parameter)) {
      return arguments == null
          ? Optional.of(Predicate.TRUE)
          : Optional.of(compareArgument(ref, operator, arguments.value(parameter.getIndex())));
    }
    return Optional.empty();
  }

  private static Predicate.Operator operator(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> Predicate.Operator.EQUAL;
      case NOT_EQUALS -> Predicate.Operator.NOT_EQUAL;
      case LESS_THAN -> Predicate.Operator.LESS;
      case LESS_THAN_OR_EQUAL -> Predicate.Operator.LESS_OR_EQUAL;
      case GREATER_THAN -> Predicate.Operator.GREATER;
      case GREATER_THAN_OR_EQUAL -> Predicate.Operator.GREATER_OR_EQUAL;
      default -> throw new IllegalArgumentException("not a comparison: " + kind);
    };
  }

  private Optional<Predicate> compare(
      RexInputRef ref, Predicate.Operator operator, Optional<Literal> literal) {
    return literal.map(value -> new Predicate.Compare(name(ref), operator, value));
  }

  /** Parameters of types whose every value can be compared by the table. */
  private boolean isComparable(RexInputRef ref, RexDynamicParam parameter) {
    SqlTypeName given = parameter.getType().getSqlTypeName();
    return scalar(ref)
        .map(
            scalar ->
                switch (scalar) {
                  case STRING -> given == SqlTypeName.VARCHAR;
                  case BOOL -> given == SqlTypeName.BOOLEAN;
                  case I32 -> given == SqlTypeName.INTEGER;
                  case I64 -> given == SqlTypeName.BIGINT || given == SqlTypeName.INTEGER;
                  case DATE -> given == SqlTypeName.DATE;
                  case DATE_TIME ->
                      given == SqlTypeName.TIMESTAMP && parameter.getType().getPrecision() <= 3;
                  case U32, U64, F32, F64, VECTOR, BLOB -> false;
                })
        .orElse(false);
  }

  private Predicate compareArgument(
      RexInputRef ref, Predicate.Operator operator, @Nullable Object value) {
    if (value == null) {
      return FALSE;
    }
    Literal literal;
    if (value instanceof String text) {
      literal = new Literal.Text(text);
    } else if (value instanceof Boolean bool) {
      literal = new Literal.Bool(bool);
    } else if (value instanceof Long number) {
      literal = new Literal.Int64(number);
    } else if (value instanceof LocalDate date) {
      literal = new Literal.Date(Math.toIntExact(date.toEpochDay()));
    } else if (value instanceof LocalDateTime timestamp) {
      literal = new Literal.DateTime(timestamp.toInstant(ZoneOffset.UTC).toEpochMilli());
    } else {
      throw new IllegalStateException("no literal of " + value.getClass());
    }
    return new Predicate.Compare(name(ref), operator, literal);
  }

  private Optional<Predicate> like(RexCall call) {
    if (call.getOperands().size() == 2
        && call.getOperator().getName().equals("LIKE")
        && call.getOperands().get(0) instanceof RexInputRef ref
        && scalar(ref).equals(Optional.of(Scalar.STRING))
        && call.getOperands().get(1) instanceof RexLiteral literal) {
      return Optional.ofNullable(literal.getValueAs(String.class))
          .map(pattern -> new Predicate.Like(name(ref), pattern));
    }
    return Optional.empty();
  }

  private Optional<Predicate> search(
      RexCall call, @Nullable Arguments arguments, boolean positive) {
    RexLiteral right = (RexLiteral) call.getOperands().get(1);
    Sarg<?> sarg = right.getValueAs(Sarg.class);
    if (sarg == null || sarg.rangeSet.asRanges().size() > LONGEST_LIST) {
      return Optional.empty();
    }
    if (call.getOperands().get(0) instanceof RexInputRef ref) {
      Optional<Predicate> list = list(ref, sarg, right.getType());
      if (list.isPresent()) {
        return list;
      }
    }
    RexNode expanded = RexUtil.expandSearch(rexBuilder, null, call);
    return expanded.isA(SqlKind.SEARCH)
        ? Optional.empty()
        : translate(expanded, arguments, positive);
  }

  private Optional<Predicate> list(RexInputRef ref, Sarg<?> sarg, RelDataType valueType) {
    if (sarg.isPoints()) {
      return points(ref, sarg, valueType);
    }
    return sarg.isComplementedPoints()
        ? points(ref, sarg.negate(), valueType).map(Predicate.Not::new)
        : Optional.empty();
  }

  private Optional<Predicate> points(RexInputRef ref, Sarg<?> sarg, RelDataType valueType) {
    if (sarg.nullAs != org.apache.calcite.rex.RexUnknownAs.UNKNOWN || sarg.pointCount == 1) {
      return Optional.empty();
    }
    List<Literal> values = new ArrayList<>();
    for (var range : sarg.rangeSet.asRanges()) {
      RexNode value = rexBuilder.makeLiteral(range.lowerEndpoint(), valueType, true, false);
      Optional<Literal> literal =
          value instanceof RexLiteral plain ? literal(ref, plain) : Optional.empty();
      if (literal.isEmpty()) {
        return Optional.empty();
      }
      values.add(literal.get());
    }
    return Optional.of(new Predicate.In(name(ref), values));
  }

  /** The literal as a value of the column's own type; empty when it is none. */
  private Optional<Literal> literal(RexInputRef ref, RexLiteral literal) {
    return scalar(ref).flatMap(scalar -> literal(scalar, literal));
  }

  private static Optional<Literal> literal(Scalar scalar, RexLiteral literal) {
    return switch (scalar) {
      case STRING ->
          literal.getType().getSqlTypeName() == SqlTypeName.VARCHAR
              ? Optional.ofNullable(literal.getValueAs(String.class)).map(Literal.Text::new)
              : Optional.empty();
      case BOOL -> Optional.ofNullable(literal.getValueAs(Boolean.class)).map(Literal.Bool::new);
      case I32 ->
          integer(
              literal,
              BigDecimal.valueOf(Integer.MIN_VALUE),
              BigDecimal.valueOf(Integer.MAX_VALUE));
      case I64 ->
          integer(literal, BigDecimal.valueOf(Long.MIN_VALUE), BigDecimal.valueOf(Long.MAX_VALUE));
      case U32 -> integer(literal, BigDecimal.ZERO, LARGEST_U32);
      case U64 ->
          exact(literal, BigDecimal.ZERO, LARGEST_U64)
              .map(n -> new Literal.Unsigned(n.toBigIntegerExact().longValue()));
      case F64 -> number(literal).map(n -> new Literal.Float64(n.doubleValue()));
      case DATE ->
          literal.getType().getSqlTypeName() == SqlTypeName.DATE
              ? Optional.ofNullable(literal.getValueAs(DateString.class))
                  .map(d -> new Literal.Date(d.getDaysSinceEpoch()))
              : Optional.empty();
      case DATE_TIME -> dateTime(literal);
      case F32, VECTOR, BLOB -> Optional.empty();
    };
  }

  private static Optional<Literal> dateTime(RexLiteral literal) {
    if (literal.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP) {
      return Optional.empty();
    }
    return Optional.ofNullable(literal.getValueAs(TimestampString.class))
        .filter(t -> t.equals(t.round(3)))
        .map(t -> new Literal.DateTime(t.getMillisSinceEpoch()));
  }

  private static Optional<Literal> integer(RexLiteral literal, BigDecimal from, BigDecimal to) {
    return exact(literal, from, to).map(n -> new Literal.Int64(n.longValueExact()));
  }

  private static Optional<BigDecimal> exact(RexLiteral literal, BigDecimal from, BigDecimal to) {
    return number(literal)
        .filter(n -> n.stripTrailingZeros().scale() <= 0)
        .filter(n -> n.compareTo(from) >= 0 && n.compareTo(to) <= 0);
  }

  private static Optional<BigDecimal> number(RexLiteral literal) {
    return SqlTypeName.NUMERIC_TYPES.contains(literal.getType().getSqlTypeName())
        ? Optional.ofNullable(LiteralNumber.of(literal))
        : Optional.empty();
  }

  private String name(RexInputRef ref) {
    return columns.get(ref.getIndex()).name();
  }

  private Optional<String> nullable(RexNode node) {
    return node instanceof RexInputRef ref && scalar(ref).isPresent()
        ? Optional.of(name(ref))
        : Optional.empty();
  }

  /** The base type of a column that is neither list, vector nor blob. */
  private Optional<Scalar> scalar(RexInputRef ref) {
    int properties = columns.size() - type.properties().size();
    if (ref.getIndex() < properties) {
      return Optional.of(Scalar.STRING);
    }
    PropertyType property = type.properties().get(ref.getIndex() - properties).type();
    boolean flat =
        !property.list() && property.scalar() != Scalar.VECTOR && property.scalar() != Scalar.BLOB;
    return flat ? Optional.of(property.scalar()) : Optional.empty();
  }
}

package org.omnigraph.query.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.prepare.Prepare;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.AggregatingSelectScope;
import org.apache.calcite.sql.validate.SqlQualified;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Converts sub-queries about groups. They name a group's keys by the columns of the tables that are
 * grouped. Calcite gives the first such name in a sub-query the place of its key, but not further
 * ones nor those in sub-queries below, so each is a {@link GroupKey} until all is converted.
 */
final class GroupConverter extends SqlToRelConverter {
  private final SqlValidator names;

  private boolean hasKeys;

  /** The groups of the selects that are being converted, when their aggregate is there. */
  private final Map<SqlValidatorScope, Groups> open = new HashMap<>();

  GroupConverter(
      SqlValidator validator,
      Prepare.CatalogReader reader,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      Config config) {
    super(
        (rowType, text, path, viewPath) -> {
          throw new IllegalStateException("there are no views");
        },
        validator,
        reader,
        cluster,
        convertlets,
        config);
    this.names = validator;
  }

  /** The keys of one grouped query. */
  private static final class Groups {
    /** The place of a key by that of its column in the tables that are grouped. */
    private final Map<Integer, Integer> places;

    private final Set<CorrelationId> variables = new HashSet<>();
    private @Nullable RelDataType row;

    Groups(Map<Integer, Integer> places) {
      this.places = places;
    }
  }

  /** The plan of a query. */
  RelRoot converted(SqlNode query) {
    RelRoot root = convertQuery(query, false, true);
    return hasKeys ? root.withRel(GroupKey.resolved(root.rel)) : root;
  }

  @Override
  protected void convertAgg(
      Blackboard bb, SqlSelect select, List<SqlNode> orders, List<SqlNode> extra) {
    AggregatingSelectScope groups =
        (AggregatingSelectScope) Objects.requireNonNull(names.getSelectScope(select));
    Groups found = new Groups(groups.resolved.get().groupExprProjection);
    SqlNode having = select.getHaving();
    boolean hasQuery = having != null && InnerQueries.areIn(having);
    List<SqlNode> columns = new ArrayList<>(extra);
    if (hasQuery) {
      // So that there is a projection over the filter, which the converter takes for granted.
      columns.add(SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    }
    open.put(bb.scope, found);
    super.convertAgg(bb, select, orders, columns);
    open.remove(bb.scope);
    if (hasQuery) {
      bb.setRoot(withoutLast(bb.root(), found), false);
    }
  }

  /** A plan without its last column, over a filter that knows all variables of its groups. */
  private RelNode withoutLast(RelNode plan, Groups groups) {
    int columns = plan.getRowType().getFieldCount() - 1;
    List<String> named = plan.getRowType().getFieldNames().subList(0, columns);
    if (!(plan instanceof LogicalProject project)) {
      List<RexNode> kept = getRexBuilder().identityProjects(plan.getRowType()).subList(0, columns);
      return LogicalProject.create(plan, List.of(), kept, named, Set.of());
    }
    RelNode input = project.getInput();
    return LogicalProject.create(
        input instanceof LogicalFilter filter ? bound(filter, groups) : input,
        project.getHints(),
        project.getProjects().subList(0, columns),
        named,
        project.getVariablesSet());
  }

  private static RelNode bound(LogicalFilter filter, Groups groups) {
    Set<CorrelationId> used = new LinkedHashSet<>();
    filter
        .getCondition()
        .accept(
            new RexShuttle() {
              @Override
              public RexNode visitSubQuery(RexSubQuery subQuery) {
                used.addAll(RelOptUtil.getVariablesUsed(subQuery.rel));
                return super.visitSubQuery(subQuery);
              }
            });
    used.retainAll(groups.variables);
    return LogicalFilter.create(
        filter.getInput(), filter.getCondition(), ImmutableSet.copyOf(used));
  }

  @Override
  protected RelNode createAggregate(
      Blackboard bb,
      ImmutableBitSet groupSet,
      ImmutableList<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    RelNode aggregate = super.createAggregate(bb, groupSet, groupSets, calls);
    Groups groups = open.get(bb.scope);
    if (groups != null) {
      groups.row = aggregate.getRowType();
    }
    return aggregate;
  }

  @Override
  protected @Nullable RexNode convertExtendedExpression(SqlNode node, Blackboard bb) {
    if (!(node instanceof SqlIdentifier name) || open.isEmpty()) {
      return super.convertExtendedExpression(node, bb);
    }
    Groups groups = around(name, bb);
    return groups == null || groups.row == null ? null : keyed(name.accept(bb), groups, groups.row);
  }

  /** The groups that a name is about in a sub-query. */
  private @Nullable Groups around(SqlIdentifier name, Blackboard bb) {
    if (bb.scope == null || names.makeNullaryCall(name) != null) {
      return null;
    }
    SqlQualified qualified = bb.scope.fullyQualify(name);
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    bb.scope.resolve(qualified.prefix(), names.getCatalogReader().nameMatcher(), false, resolved);
    if (resolved.count() != 1) {
      return null;
    }
    SqlValidatorScope scope = resolved.only().scope;
    return scope.equals(bb.scope) ? null : open.get(scope);
  }

  private RexNode keyed(RexNode access, Groups groups, RelDataType row) {
    if (!(access instanceof RexFieldAccess field)) {
      return access;
    }
    if (!(field.getReferenceExpr() instanceof RexCorrelVariable variable)) {
      RexNode of = keyed(field.getReferenceExpr(), groups, row);
      return getRexBuilder().makeFieldAccess(of, field.getField().getIndex());
    }
    hasKeys = true;
    groups.variables.add(variable.id);
    Integer place = groups.places.get(field.getField().getIndex());
    // The converter refuses one that is no key.
    return place == null ? access : GroupKey.of(getRexBuilder(), field, row, place);
  }
}

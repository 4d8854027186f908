package org.omnigraph.query.dml;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlMerge;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change.Effect;
import org.omnigraph.query.dml.Change.Step;
import org.omnigraph.query.plan.Plan;
import org.omnigraph.query.plan.Planner;
import org.omnigraph.query.plan.SqlErrors;

/**
 * From the text of a statement that changes rows to the queries that give the rows. An {@code
 * UPDATE} is a query for the ids that match and their new values, a {@code DELETE} one for the ids,
 * a {@code MERGE} one for the rows that match and one for those that do not.
 */
public final class DmlPlanner {
  /** The parser takes the word for a name. */
  private static final Pattern UPSERT =
      Pattern.compile("\\A(\\s*)UPSERT\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern MERGE_THAT_DELETES =
      Pattern.compile("\\AMERGE\\b.*\\bMATCHED\\b.*\\bTHEN\\s+DELETE\\b.*", Pattern.DOTALL);

  private final Planner planner;

  /**
   * @param catalog what the statement can name; used for one statement
   * @param given as for {@link Planner}
   */
  public DmlPlanner(SqlCatalog catalog, List<@Nullable RelDataType> given) {
    this.planner = new Planner(catalog, given);
  }

  /**
   * Plans a statement.
   *
   * @throws InvalidRequest with the thing and the remedy
   * @throws Unsupported when it is SQL that is not done here, by name
   */
  public Change plan(String sql) {
    String text = Planner.text(sql);
    refuseMergeThatDeletes(text);
    Matcher upsert = UPSERT.matcher(text);
    boolean isUpsert = upsert.find();
    if (isUpsert) {
      text = upsert.group(1) + "INSERT" + text.substring(upsert.end());
    }
    SqlNode statement = Planner.tree(text);
    if (statement instanceof SqlInsert insert) {
      return insert(insert, text, isUpsert ? Effect.UPSERT : Effect.INSERT);
    }
    if (statement instanceof SqlUpdate update) {
      return update(update, text);
    }
    if (statement instanceof SqlDelete delete) {
      return delete(delete, text);
    }
    if (statement instanceof SqlMerge merge) {
      return merge(merge, text);
    }
    throw new InvalidRequest("this statement changes no rows; run it as a query");
  }

  private static void refuseMergeThatDeletes(String text) {
    if (MERGE_THAT_DELETES.matcher(text.strip().toUpperCase(Locale.ROOT)).matches()) {
      throw new InvalidRequest(
          "MERGE ... THEN DELETE mixes deletes with inserts and updates, which one transaction"
              + " cannot; split it: MERGE without it, COMMIT, then DELETE");
    }
  }

  // ---- the statements

  private Change insert(SqlInsert insert, String text, Effect effect) {
    GraphTable target = target(insert.getTargetTable());
    List<Column> columns = columns(target, insert.getTargetColumnList());
    Plan rows =
        planner.source(
            () -> {
              SqlInsert fresh = (SqlInsert) Planner.tree(text);
              return Values.assigned(fresh.getSource(), name(target), columns);
            },
            name(target),
            columns);
    return change(target, List.of(new Step(effect, rows)));
  }

  private Change update(SqlUpdate update, String text) {
    GraphTable target = target(update.getTargetTable());
    List<Column> set = settable(target, update.getTargetColumnList());
    Plan rows =
        planner.source(
            () -> {
              SqlUpdate fresh = (SqlUpdate) Planner.tree(text);
              SqlIdentifier alias = alias(fresh.getTargetTable(), fresh.getAlias());
              return Planner.select(
                  newValues(alias, fresh, set),
                  as(fresh.getTargetTable(), alias),
                  fresh.getCondition());
            },
            name(target),
            withId(target, set));
    return change(target, List.of(new Step(Effect.UPDATE, rows)));
  }

  private Change delete(SqlDelete delete, String text) {
    GraphTable target = target(delete.getTargetTable());
    Plan rows =
        planner.source(
            () -> {
              SqlDelete fresh = (SqlDelete) Planner.tree(text);
              SqlIdentifier alias = alias(fresh.getTargetTable(), fresh.getAlias());
              return Planner.select(
                  SqlNodeList.of(idOf(alias)),
                  as(fresh.getTargetTable(), alias),
                  fresh.getCondition());
            },
            name(target),
            withId(target, List.of()));
    return change(target, List.of(new Step(Effect.DELETE, rows)));
  }

  private Change merge(SqlMerge merge, String text) {
    GraphTable target = target(merge.getTargetTable());
    List<Step> steps = new ArrayList<>();
    if (merge.getUpdateCall() != null) {
      List<Column> set = settable(target, merge.getUpdateCall().getTargetColumnList());
      Plan matched =
          planner.source(
              () -> {
                SqlMerge fresh = (SqlMerge) Planner.tree(text);
                SqlIdentifier alias = alias(fresh.getTargetTable(), fresh.getAlias());
                return Planner.select(
                    newValues(alias, Objects.requireNonNull(fresh.getUpdateCall()), set),
                    joined(as(fresh.getTargetTable(), alias), fresh),
                    null);
              },
              name(target),
              withId(target, set));
      steps.add(new Step(Effect.UPDATE, matched));
    }
    if (merge.getInsertCall() != null) {
      List<Column> columns = columns(target, merge.getInsertCall().getTargetColumnList());
      Plan unmatched =
          planner.source(
              () -> unmatched((SqlMerge) Planner.tree(text), target, columns),
              name(target),
              columns);
      steps.add(new Step(Effect.INSERT, unmatched));
    }
    return change(target, steps);
  }

  private static SqlNode joined(SqlNode target, SqlMerge merge) {
    SqlParserPos at = merge.getParserPosition();
    return new SqlJoin(
        at,
        target,
        SqlLiteral.createBoolean(false, at),
        JoinType.INNER.symbol(at),
        merge.getSourceTableRef(),
        JoinConditionType.ON.symbol(at),
        merge.getCondition());
  }

  /** The rows of the source that no row of the target matches, as they are inserted. */
  private static SqlNode unmatched(SqlMerge merge, GraphTable target, List<Column> columns) {
    SqlParserPos at = merge.getParserPosition();
    SqlIdentifier alias = alias(merge.getTargetTable(), merge.getAlias());
    SqlNode matching =
        Planner.select(
            SqlNodeList.of(SqlLiteral.createExactNumeric("1", at)),
            as(merge.getTargetTable(), alias),
            merge.getCondition());
    SqlNode none =
        SqlStdOperatorTable.NOT.createCall(at, SqlStdOperatorTable.EXISTS.createCall(at, matching));
    SqlNode values = Objects.requireNonNull(merge.getInsertCall()).getSource();
    return Planner.select(
        Values.row(values, name(target), columns), merge.getSourceTableRef(), none);
  }

  // ---- parts of trees

  private static SqlNodeList newValues(SqlIdentifier alias, SqlUpdate update, List<Column> set) {
    SqlNodeList selected = new SqlNodeList(update.getParserPosition());
    selected.add(idOf(alias));
    for (int i = 0; i < set.size(); i++) {
      selected.add(Values.assigned(update.getSourceExpressionList().get(i), set.get(i)));
    }
    return selected;
  }

  private static SqlNode idOf(SqlIdentifier alias) {
    return alias.plus("id", alias.getParserPosition());
  }

  private static SqlIdentifier alias(SqlNode table, @Nullable SqlIdentifier given) {
    if (given != null) {
      return given;
    }
    SqlIdentifier name = (SqlIdentifier) table;
    return new SqlIdentifier(name.names.get(name.names.size() - 1), name.getParserPosition());
  }

  private static SqlNode as(SqlNode table, SqlIdentifier alias) {
    return SqlStdOperatorTable.AS.createCall(table.getParserPosition(), table, alias);
  }

  // ---- names

  private GraphTable target(SqlNode table) {
    if (!(table instanceof SqlIdentifier name)) {
      throw new Unsupported("only a table can be changed, not " + table.getKind());
    }
    GraphTable found = planner.table(name);
    if (found.schema().schema().indexOf('@') >= 0) {
      throw new InvalidRequest(
          "'" + found.schema().schema() + "' is a snapshot, which nobody can write; name a branch");
    }
    return found;
  }

  private static String name(GraphTable target) {
    return target.name();
  }

  private static List<Column> columns(GraphTable target, @Nullable SqlNodeList given) {
    if (given == null || given.isEmpty()) {
      return target.columns();
    }
    List<Column> columns = new ArrayList<>();
    for (SqlNode column : given) {
      Column found = column(target, (SqlIdentifier) column);
      if (columns.contains(found)) {
        throw new InvalidRequest(
            SqlErrors.place(column.getParserPosition())
                + "column '"
                + found.name()
                + "' of "
                + target.name()
                + " is named twice");
      }
      columns.add(found);
    }
    return columns;
  }

  /** Columns that an update may set: a row keeps its id, its key and its ends for its life. */
  private static List<Column> settable(GraphTable target, SqlNodeList given) {
    List<Column> columns = columns(target, given);
    GraphType type = target.type();
    for (int i = 0; i < columns.size(); i++) {
      String name = columns.get(i).name();
      boolean end = type instanceof EdgeType && (name.equals("src") || name.equals("dst"));
      boolean key = type.keyColumns().contains(name);
      if (end || key || name.equals("id")) {
        throw new InvalidRequest(
            SqlErrors.place(given.get(i).getParserPosition())
                + "cannot update "
                + (key ? "@key property '" : "'")
                + name
                + "' of "
                + target.name()
                + "; delete the row and insert a new one instead, each in a transaction of its"
                + " own");
      }
    }
    return columns;
  }

  private static Column column(GraphTable target, SqlIdentifier given) {
    String name = given.names.get(given.names.size() - 1);
    for (Column column : target.columns()) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    List<Column> alike =
        target.columns().stream().filter(c -> c.name().equalsIgnoreCase(name)).toList();
    if (alike.size() == 1) {
      return alike.get(0);
    }
    String all = String.join(", ", target.columns().stream().map(Column::name).toList());
    throw new InvalidRequest(
        SqlErrors.place(given.getParserPosition())
            + (alike.isEmpty()
                ? "there is no column '" + name + "' of "
                : "'" + name + "' names several columns of ")
            + target.name()
            + "; its columns are "
            + all);
  }

  private static List<Column> withId(GraphTable target, List<Column> set) {
    List<Column> columns = new ArrayList<>();
    columns.add(target.columns().get(0));
    columns.addAll(set);
    return columns;
  }

  private Change change(GraphTable target, List<Step> steps) {
    List<RelDataType> types = new ArrayList<>();
    for (Step step : steps) {
      List<RelDataType> own = step.source().parameterTypes();
      for (int i = 0; i < own.size(); i++) {
        if (types.size() <= i) {
          types.add(own.get(i));
        } else if (types.get(i).getSqlTypeName() == SqlTypeName.UNKNOWN) {
          types.set(i, own.get(i));
        }
      }
    }
    return new Change(
        target.schema(),
        target.type().key(),
        target.type().keyColumns(),
        steps,
        types,
        Planner.parameters(types));
  }
}

package org.omnigraph.query.gq.lint;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.check.Checker;
import org.omnigraph.query.gq.lint.LintReport.Finding;
import org.omnigraph.query.gq.lint.LintReport.Result;
import org.omnigraph.query.gq.lint.LintReport.Severity;
import org.omnigraph.query.gq.parse.Query;
import org.omnigraph.query.gq.parse.QueryFile;

/** Looks through query files. */
public final class Lint {
  private static final String HARDCODED =
      "mutation declares no params; hardcoded mutations are easy to miss";

  private final AcceptedSchema schema;
  private final List<Result> results = new ArrayList<>();
  private final List<Checked.Mutation> mutations = new ArrayList<>();

  private Lint(AcceptedSchema schema) {
    this.schema = schema;
  }

  /** What is wrong or unwise in a text; errors in it are no errors of this method. */
  public static LintReport of(AcceptedSchema schema, String source) {
    QueryFile file;
    try {
      file = QueryFile.parse(source);
    } catch (InvalidRequest e) {
      return new LintReport(
          List.of(),
          List.of(
              new Finding(
                  Severity.ERROR,
                  "Q000",
                  e.getMessage(),
                  Optional.empty(),
                  Optional.empty(),
                  List.of())));
    }
    return new Lint(schema).report(file);
  }

  private LintReport report(QueryFile file) {
    file.queries().forEach(query -> results.add(result(query)));
    List<Finding> findings = new ArrayList<>();
    for (String name : updated()) {
      schema.node(name).ifPresent(type -> findings.addAll(neverSet(type)));
    }
    findings.sort(
        Comparator.comparing(Finding::severity)
            .thenComparing(f -> f.typeName().orElse(""))
            .thenComparing(f -> f.property().orElse(""))
            .thenComparing(Finding::message));
    return new LintReport(results, findings);
  }

  private Result result(Query query) {
    String name = query.name().text();
    List<String> warnings =
        query.isMutation() && query.parameters().isEmpty() ? List.of(HARDCODED) : List.of();
    try {
      Checked checked = new Checker(schema).check(query);
      if (checked instanceof Checked.Mutation mutation) {
        mutations.add(mutation);
      }
      return new Result(
          name,
          query.isMutation(),
          warnings,
          Optional.empty(),
          Optional.of(Operation.of(checked, schema)));
    } catch (InvalidRequest e) {
      return new Result(
          name, query.isMutation(), warnings, Optional.of(e.getMessage()), Optional.empty());
    }
  }

  private Set<String> updated() {
    Set<String> types = new HashSet<>();
    updates(update -> types.add(update.type().name()));
    return types;
  }

  private void updates(java.util.function.Consumer<Checked.Change.Update> action) {
    for (Checked.Mutation mutation : mutations) {
      for (Checked.Change change : mutation.changes()) {
        if (change instanceof Checked.Change.Update update) {
          action.accept(update);
        }
      }
    }
  }

  private List<Finding> neverSet(NodeType type) {
    Set<String> set = new HashSet<>(type.keyColumns());
    updates(
        update -> {
          if (update.type().name().equals(type.name())) {
            update.assignments().forEach(a -> set.add(a.property()));
          }
        });
    List<String> queries = queriesThatUpdate(type);
    return type.properties().stream()
        .filter(p -> p.type().nullable() && !p.embedded() && !set.contains(p.name()))
        .map(p -> neverSet(type, p, queries))
        .toList();
  }

  private List<String> queriesThatUpdate(NodeType type) {
    return mutations.stream()
        .filter(
            m ->
                m.changes().stream()
                    .anyMatch(
                        c ->
                            c instanceof Checked.Change.Update
                                && c.type().name().equals(type.name())))
        .map(Checked.Mutation::name)
        .toList();
  }

  private static Finding neverSet(NodeType type, Property property, List<String> queries) {
    return new Finding(
        Severity.WARNING,
        "L201",
        type.name() + "." + property.name() + " exists in schema but no update query sets it",
        Optional.of(type.name()),
        Optional.of(property.name()),
        queries);
  }
}

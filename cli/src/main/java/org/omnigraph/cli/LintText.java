package org.omnigraph.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.query.gq.lint.LintReport;
import org.omnigraph.query.gq.lint.Operation;

/** A lint report in the words of the JSON interface, and in lines for people. */
record LintText(LintReport report, String path) {
  Map<String, @Nullable Object> document(Map<String, String> schemaSource) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("status", status(report.hasErrors()));
    document.put("schema_source", new TreeMap<>(schemaSource));
    document.put("query_path", path);
    document.put("queries_processed", report.results().size());
    document.put("errors", report.errors());
    document.put("warnings", report.warnings());
    document.put("infos", report.infos());
    document.put("results", report.results().stream().map(LintText::result).toList());
    document.put("findings", report.findings().stream().map(LintText::finding).toList());
    return document;
  }

  private static String status(boolean error) {
    return error ? "error" : "ok";
  }

  private static Map<String, Object> result(LintReport.Result result) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", result.name());
    document.put("kind", result.mutation() ? "mutation" : "read");
    document.put("status", status(result.error().isPresent()));
    if (!result.warnings().isEmpty()) {
      document.put("warnings", result.warnings());
    }
    result.error().ifPresent(error -> document.put("error", error));
    result.operation().ifPresent(operation -> document.put("operation", operation(operation)));
    return document;
  }

  private static Map<String, Object> operation(Operation operation) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("result", operation.result().stream().map(LintText::column).toList());
    document.put("reads", types(operation.reads()));
    document.put("writes", types(operation.writes()));
    return document;
  }

  private static Map<String, Object> column(Operation.Column column) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", column.name());
    document.put("kind", column.kind());
    column.itemKind().ifPresent(kind -> document.put("item_kind", kind));
    column.dimension().ifPresent(dimension -> document.put("vector_dim", dimension));
    document.put("nullable", column.nullable());
    return document;
  }

  private static List<Map<String, Object>> types(Collection<TypeKey> types) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (TypeKey type : types) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("kind", type.kind().prefix());
      document.put("type_name", type.name());
      documents.add(document);
    }
    return documents;
  }

  private static Map<String, Object> finding(LintReport.Finding finding) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("severity", WordConverter.word(finding.severity()));
    document.put("code", finding.code());
    document.put("message", finding.message());
    finding.typeName().ifPresent(name -> document.put("type_name", name));
    finding.property().ifPresent(name -> document.put("property", name));
    if (!finding.queries().isEmpty()) {
      document.put("query_names", finding.queries());
    }
    return document;
  }

  /** What is wrong, a line each, then how much. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (LintReport.Result result : report.results()) {
      result.error().ifPresent(error -> lines.add("error: " + result.name() + ": " + error));
      result.warnings().forEach(w -> lines.add("warning: " + result.name() + ": " + w));
    }
    for (LintReport.Finding finding : report.findings()) {
      lines.add(
          WordConverter.word(finding.severity())
              + ": "
              + finding.code()
              + ": "
              + finding.message());
    }
    lines.add(
        path
            + ": "
            + counted(report.results().size(), "quer", "y", "ies")
            + ", "
            + counted(report.errors(), "error", "", "s")
            + ", "
            + counted(report.warnings(), "warning", "", "s"));
    return lines;
  }

  private static String counted(long count, String word, String one, String several) {
    return count + " " + word + (count == 1 ? one : several);
  }
}

package org.omnigraph.query.gq.lint;

import java.util.List;
import java.util.Optional;

/**
 * What was found in a query file.
 *
 * @param results one for each query, in the order of the text; none when the text is no query file
 * @param findings what is not about one query alone, the gravest first
 */
public record LintReport(List<Result> results, List<Finding> findings) {
  public LintReport {
    results = List.copyOf(results);
    findings = List.copyOf(findings);
  }

  /** How grave something is. */
  public enum Severity {
    ERROR,
    WARNING,
    INFO
  }

  /**
   * One query.
   *
   * @param error why it means nothing, if so
   * @param operation what it does, if it means something
   */
  public record Result(
      String name,
      boolean mutation,
      List<String> warnings,
      Optional<String> error,
      Optional<Operation> operation) {
    public Result {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * One thing that was found.
   *
   * @param typeName the type it is about
   * @param property the property it is about
   * @param queries the queries it is about
   */
  public record Finding(
      Severity severity,
      String code,
      String message,
      Optional<String> typeName,
      Optional<String> property,
      List<String> queries) {
    public Finding {
      queries = List.copyOf(queries);
    }
  }

  public boolean hasErrors() {
    return errors() > 0;
  }

  public long errors() {
    return results.stream().filter(r -> r.error().isPresent()).count() + count(Severity.ERROR);
  }

  public long warnings() {
    return results.stream().mapToLong(r -> r.warnings().size()).sum() + count(Severity.WARNING);
  }

  public long infos() {
    return count(Severity.INFO);
  }

  private long count(Severity severity) {
    return findings.stream().filter(f -> f.severity() == severity).count();
  }
}

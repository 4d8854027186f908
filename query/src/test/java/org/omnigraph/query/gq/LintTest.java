package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.query.gq.lint.Lint;
import org.omnigraph.query.gq.lint.LintReport;
import org.omnigraph.query.gq.lint.LintReport.Finding;
import org.omnigraph.query.gq.lint.LintReport.Severity;

class LintTest {
  private static final AcceptedSchema SCHEMA =
      SchemaCompiler.accept(
              """
              node Doc {
                slug: String @key
                title: String?
                body: String?
                pages: I32
                tags: [String]?
                embedding: Vector(3)? @embed("body")
              }
              node Person { name: String @key  age: I32? }
              edge Wrote: Person -> Doc { since: Date? }
              """,
              "01ARZ3NDEKTSV4RRFFQ69G5FAV")
          .accepted();

  private static LintReport lint(String source) {
    return Lint.of(SCHEMA, source);
  }

  private static List<String> unset(LintReport report) {
    return report.findings().stream().map(Finding::message).toList();
  }

  @Test
  void anOptionalPropertyThatNoUpdateSetsIsFound() {
    LintReport report =
        lint(
            "query a($s: String) { update Doc set { title: \"x\" } where slug = $s }\n"
                + "query b($s: String) { update Doc set { pages: 3 } where slug = $s }\n"
                + "query c($n: String) { insert Person { name: $n } }");

    assertThat(unset(report))
        .containsExactly(
            "Doc.body exists in schema but no update query sets it",
            "Doc.tags exists in schema but no update query sets it");
    assertThat(report.findings())
        .allSatisfy(
            f -> {
              assertThat(f.code()).isEqualTo("L201");
              assertThat(f.severity()).isEqualTo(Severity.WARNING);
              assertThat(f.queries()).containsExactly("a", "b");
            });
    assertThat(report.hasErrors()).isFalse();
    assertThat(report.warnings()).isEqualTo(2);
  }

  @Test
  void anUpdateThatMeansNothingSetsNothing() {
    LintReport report =
        lint(
            "query a($s: String) { update Person set { age: \"x\" } where name = $s }\n"
                + "query b($s: String) { update Person set { ages: 1 } where name = $s }");

    assertThat(report.findings()).isEmpty();
    assertThat(report.errors()).isEqualTo(2);
    assertThat(report.results().get(0).error().orElseThrow()).startsWith("type error: T7: ");
    assertThat(report.results().get(1).error().orElseThrow()).startsWith("type error: T11: ");
    assertThat(report.results()).allSatisfy(r -> assertThat(r.operation()).isEmpty());
  }

  @Test
  void findingsAreSortedByTypeThenProperty() {
    LintReport report =
        lint(
            "query p($s: String) { update Person set { name: $s } where name = $s }\n"
                + "query q($s: String) { update Doc set { pages: 1 } where slug = $s\n"
                + " update Person set { age: 1 } where name = $s }");

    assertThat(report.results().get(0).error().orElseThrow()).contains("@key property 'name'");
    assertThat(unset(report))
        .extracting(m -> m.substring(0, m.indexOf(' ')))
        .containsExactly("Doc.body", "Doc.tags", "Doc.title");
  }

  @Test
  void aMutationWithoutParametersIsAWarning() {
    LintReport report =
        lint(
            "query a() { delete Doc where pages > 3 } query b() { match { $d: Doc } return { $d } }");

    assertThat(report.results().get(0).warnings())
        .containsExactly("mutation declares no params; hardcoded mutations are easy to miss");
    assertThat(report.results().get(1).warnings()).isEmpty();
    assertThat(report.warnings()).isEqualTo(1);
  }

  @Test
  void whatDoesNotParseHasNoResults() {
    LintReport report = lint("query a() { match }");

    assertThat(report.results()).isEmpty();
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.code()).isEqualTo("Q000");
              assertThat(f.severity()).isEqualTo(Severity.ERROR);
            });
    assertThat(lint("").findings()).isEmpty();
  }

  @Test
  void anOperationSaysWhatIsReadAndWritten() {
    LintReport report =
        lint(
            "query a($n: String) { insert Wrote { from: $n, to: \"x\" } }\n"
                + "query b($n: String) { delete Person where name = $n }\n"
                + "query c() { match { $p: Person not { $p wrote{1,1} $_ } } return { count($p) } }\n"
                + "query d($q: Vector(3)) { match { $d: Doc search($d.body, \"x\") } return { $d.tags,"
                + " $d.embedding as e } order { nearest($d.embedding, $q) } limit 3 }");

    assertThat(report.hasErrors()).isFalse();
    assertThat(report.results().get(0).operation().orElseThrow().reads())
        .containsExactlyInAnyOrder(TypeKey.node("Doc"), TypeKey.node("Person"));
    assertThat(report.results().get(0).operation().orElseThrow().writes())
        .containsExactly(TypeKey.edge("Wrote"));
    assertThat(report.results().get(1).operation().orElseThrow().reads())
        .containsExactlyInAnyOrder(TypeKey.edge("Wrote"), TypeKey.node("Person"));
    assertThat(report.results().get(2).operation().orElseThrow().reads())
        .containsExactlyInAnyOrder(
            TypeKey.edge("Wrote"), TypeKey.node("Doc"), TypeKey.node("Person"));
    assertThat(report.results().get(2).operation().orElseThrow().result().get(0).kind())
        .isEqualTo("bigint");
    assertThat(report.results().get(3).operation().orElseThrow().result())
        .extracting(
            c -> c.name() + ":" + c.kind() + c.itemKind().orElse("") + c.dimension().orElse(0))
        .containsExactly("d.tags:liststring0", "e:vector3");
  }
}

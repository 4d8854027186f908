package org.omnigraph.query;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

class QueryArchitectureTest {
  private static final JavaClasses QUERY =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.omnigraph.query");

  @Test
  void onlyTheKernelTouchesDuckDb() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("..query.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.duckdb..");
    rule.check(QUERY);
  }

  @Test
  void packagesAreFreeOfCycles() {
    ArchRule rule = slices().matching("org.omnigraph.query.(*)..").should().beFreeOfCycles();
    rule.check(QUERY);
  }

  @Test
  void lanceAndFlightStayOutside() {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.lance..", "org.apache.arrow.flight..", "org.omnigraph.flight..");
    rule.check(QUERY);
  }
}

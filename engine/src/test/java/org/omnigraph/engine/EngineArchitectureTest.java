package org.omnigraph.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.GraphException;

class EngineArchitectureTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.omnigraph.engine");

  @Test
  @Tag("G-001")
  void onlyTheAdapterTouchesLance() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackage("..table.lance..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.lance..");
    rule.check(ENGINE);
  }

  @Test
  void onlyTheFrontDoorChoosesTheAdapter() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackages("..table.lance..", "org.omnigraph.engine")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..table.lance..");
    rule.check(ENGINE);
  }

  @Test
  void packagesAreFreeOfCycles() {
    ArchRule rule =
        slices()
            .matching("org.omnigraph.engine.(*)..")
            .should()
            .beFreeOfCycles()
            // One layer: an error names values, and a value refuses wrong text with an error.
            .ignoreDependency(
                resideInAPackage("..engine.id.."), resideInAPackage("..engine.error.."));
    rule.check(ENGINE);
  }

  @Test
  void theEngineKnowsNoSqlAndNoWire() {
    ArchRule rule =
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "org.apache.calcite..", "org.apache.arrow.flight..", "org.duckdb..", "io.grpc..");
    rule.check(ENGINE);
  }

  @Test
  void nothingBelowKnowsTheFrontDoor() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("org.omnigraph.engine.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.omnigraph.engine");
    rule.check(ENGINE);
  }

  @Test
  void everyErrorIsOfTheSealedFamily() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("..engine.error..")
            .and()
            .areAssignableTo(Throwable.class)
            .should()
            .beAssignableTo(GraphException.class);
    rule.check(ENGINE);
  }

  @Test
  void arrowsPointDown() {
    ArchRule rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("values")
            .definedBy("..engine.id..", "..engine.error..", "..engine.failpoint..")
            .layer("storage")
            .definedBy(
                "..engine.schema..", "..engine.table..", "..engine.object..", "..engine.blob..")
            .layer("state")
            .definedBy("..engine.manifest..", "..engine.pending..")
            .layer("protocol")
            .definedBy(
                "..engine.authority..",
                "..engine.gate..",
                "..engine.validate..",
                "..engine.sidecar..",
                "..engine.load..")
            .layer("recovery")
            .definedBy("..engine.recovery..")
            .layer("write")
            .definedBy(
                "..engine.write..",
                "..engine.branch..",
                "..engine.init..",
                "..engine.maintenance..")
            .layer("door")
            .definedBy("org.omnigraph.engine")
            .whereLayer("door")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("write")
            .mayOnlyBeAccessedByLayers("door")
            .whereLayer("recovery")
            .mayOnlyBeAccessedByLayers("write", "door")
            .whereLayer("protocol")
            .mayOnlyBeAccessedByLayers("recovery", "write", "door")
            .whereLayer("state")
            .mayOnlyBeAccessedByLayers("protocol", "recovery", "write", "door")
            .whereLayer("storage")
            .mayOnlyBeAccessedByLayers("state", "protocol", "recovery", "write", "door");
    rule.check(ENGINE);
  }
}

package org.omnigraph.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulation finds an engine that was made wrong on purpose. */
@Tag("G-013")
class PlantedFaultTest {
  private static final Path SOURCES = Path.of("../engine/src/main/java/org/omnigraph/engine");

  enum Fault {
    NO_LOOK_AT_THE_VERSION_AFTER_A_COMMIT(
        "table/lance/LanceTransaction.java",
        1,
        "if (version != base.version() + 1) {",
        "if (version < 0) {"),
    PUBLISH_BEFORE_CONFIRMING(
        "write/Writer.java",
        0,
        "    parts.sidecars().confirm(confirmed);",
        """
            parts.manifest()
                .publish(Recovery.publication(confirmed.plan(), confirmed.versions()));
            parts.sidecars().confirm(confirmed);
        """,
        "parts.manifest().publish(Recovery.publication(plan, confirmed.sidecar().versions()));",
        "parts.manifest().state(plan.token().branch()).snapshot().manifestVersion();"),
    FORGET_A_TABLE_IN_A_ROLLBACK(
        "recovery/Settlement.java",
        0,
        "for (ObservedTable table : decision.owned()) {\n      TableEntry",
        "for (ObservedTable table : decision.owned().subList(0, 1)) {\n      TableEntry"),
    HEAL_BY_COMPENSATING(
        "recovery/Decision.java",
        0,
        "!(this instanceof RollBack || this instanceof Leave)",
        "!(this instanceof Leave)");

    private final String file;
    private final int strangers;
    private final List<String> changes;

    Fault(String file, int strangers, String... changes) {
      this.file = file;
      this.strangers = strangers;
      this.changes = List.of(changes);
    }
  }

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Fault.class)
  void isFound(Fault fault) throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    compile(changed(fault), classes);
    Path output = directory.resolve("output");
    int exit = simulate(fault, classes, output);
    assertThat(exit).as(Files.readString(output)).isEqualTo(SimulationMain.FOUND);
  }

  private Path changed(Fault fault) throws IOException {
    String source = Files.readString(SOURCES.resolve(fault.file));
    for (int i = 0; i < fault.changes.size(); i += 2) {
      assertThat(source).contains(fault.changes.get(i));
      source = source.replace(fault.changes.get(i), fault.changes.get(i + 1));
    }
    Path changed = directory.resolve(Path.of(fault.file).getFileName());
    return Files.writeString(changed, source);
  }

  private static void compile(Path source, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(
            null,
            null,
            null,
            "-nowarn",
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString(),
            source.toString());
    assertThat(result).isZero();
  }

  private int simulate(Fault fault, Path classes, Path output) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-Xmx1g");
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(directory.resolve("tmp")));
    command.add("-cp");
    command.add(classes + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(SimulationMain.class.getName());
    command.add(Files.createDirectories(directory.resolve("graphs")).toString());
    command.add(Integer.toString(fault.strangers));
    command.addAll(fault.strangers == 0 ? List.of("25", "10") : List.of("0", "0"));
    command.addAll(List.of("1", "40"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return process.waitFor();
  }
}

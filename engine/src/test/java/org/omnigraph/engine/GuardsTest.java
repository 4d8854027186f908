package org.omnigraph.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.sidecar.SidecarStore;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedTransaction;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.write.Writer;

/** Registries of what may change a graph; whoever adds a way to do so has to add it here. */
class GuardsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** What is shipped. */
  private static final List<String> MODULES =
      List.of("lance-native", "engine", "query", "flight-server", "jdbc-driver", "cli");

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.omnigraph.engine");

  private static Map<Path, String> sources(List<String> modules) throws IOException {
    Map<Path, String> sources = new TreeMap<>();
    for (String module : modules) {
      Path folder = ROOT.resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.put(ROOT.relativize(file), Files.readString(file));
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    return sources;
  }

  private static List<String> filesWith(Pattern text, List<String> modules) throws IOException {
    return sources(modules).entrySet().stream()
        .filter(source -> text.matcher(source.getValue()).find())
        .map(source -> source.getKey().toString())
        .toList();
  }

  @Test
  @Tag("G-001")
  void noShippedSourceOutsideTheAdapterNamesLance() throws IOException {
    assertThat(filesWith(Pattern.compile("\\borg\\.lance\\."), MODULES))
        .isNotEmpty()
        .allMatch(
            file -> file.startsWith("engine/src/main/java/org/omnigraph/engine/table/lance/"));
  }

  /** The methods that make something durable that others may see. */
  private static boolean isDurable(JavaMethodCall call) {
    JavaClass owner = call.getTargetOwner();
    String name = call.getName();
    if (owner.isAssignableTo(TableStore.class)) {
      return Set.of("create", "mergeByKey", "compact").contains(name) || name.endsWith("Branch");
    }
    if (owner.isAssignableTo(ObjectStore.class)) {
      return Set.of("write", "writeIfAbsent", "delete").contains(name);
    }
    if (owner.isAssignableTo(StagedTransaction.class)) {
      return name.equals("commit");
    }
    if (owner.isEquivalentTo(SidecarStore.class)) {
      return Set.of("arm", "confirm", "rollBack", "delete").contains(name);
    }
    return owner.isEquivalentTo(Manifest.class)
        && Set.of("publish", "create", "compactWhenFragmented").contains(name);
  }

  @Test
  @Tag("G-004")
  void everyDurableCallIsKnown() {
    Map<String, Long> calls =
        ENGINE.stream()
            .filter(type -> !type.getPackageName().endsWith(".table.lance"))
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(GuardsTest::isDurable)
            .collect(
                Collectors.groupingBy(
                    call ->
                        call.getOriginOwner().getSimpleName()
                            + ": "
                            + call.getTargetOwner().getSimpleName()
                            + "."
                            + call.getName(),
                    TreeMap::new,
                    Collectors.counting()));
    assertThat(calls)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("AuditLog: StagedTransaction.commit", 1L),
                Map.entry("AuditLog: TableStore.create", 1L),
                Map.entry("BranchControl: TableStore.createBranch", 1L),
                Map.entry("BranchControl: TableStore.deleteBranch", 2L),
                Map.entry("BranchControl: TableStore.reclaimBranch", 1L),
                Map.entry("Forks: TableStore.createBranch", 1L),
                Map.entry("Forks: TableStore.deleteBranch", 2L),
                Map.entry("Forks: TableStore.reclaimBranch", 1L),
                Map.entry("Initialization: Manifest.create", 1L),
                Map.entry("Initialization: ObjectStore.delete", 2L),
                Map.entry("Initialization: ObjectStore.writeIfAbsent", 2L),
                Map.entry("Initialization: TableStore.create", 1L),
                Map.entry("Manifest: TableStore.compact", 1L),
                Map.entry("Manifest: TableStore.create", 1L),
                Map.entry("OwnForks: TableStore.deleteBranch", 1L),
                Map.entry("OwnForks: TableStore.reclaimBranch", 1L),
                Map.entry("Publisher: StagedTransaction.commit", 1L),
                Map.entry("Publisher: TableStore.mergeByKey", 1L),
                Map.entry("Repair: Manifest.publish", 1L),
                Map.entry("Settlement: Manifest.publish", 3L),
                Map.entry("Settlement: SidecarStore.delete", 2L),
                Map.entry("Settlement: SidecarStore.rollBack", 1L),
                Map.entry("Settlement: StagedTransaction.commit", 1L),
                Map.entry("SidecarStore: ObjectStore.delete", 1L),
                Map.entry("SidecarStore: ObjectStore.write", 3L),
                Map.entry("Storage: ObjectStore.delete", 2L),
                Map.entry("Storage: ObjectStore.writeIfAbsent", 2L),
                Map.entry("Writer: Manifest.compactWhenFragmented", 1L),
                Map.entry("Writer: Manifest.publish", 2L),
                Map.entry("Writer: SidecarStore.arm", 1L),
                Map.entry("Writer: SidecarStore.confirm", 1L),
                Map.entry("Writer: SidecarStore.delete", 2L),
                Map.entry("Writer: StagedTransaction.commit", 1L)));
  }

  private static Set<String> publicMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !method.isSynthetic())
        .map(Method::getName)
        .collect(Collectors.toSet());
  }

  @Test
  @Tag("G-005")
  void everyMethodOfTheFrontDoorIsAReaderOrAWriter() {
    Set<String> writers =
        Set.of(
            "init",
            "commit",
            "load",
            "loadBulk",
            "mutate",
            "createBranch",
            "deleteBranch",
            "refresh",
            "repair");
    Set<String> opensAndMayRecover = Set.of("open");
    Set<String> readers =
        Set.of(
            "uri",
            "schema",
            "allocator",
            "branches",
            "snapshot",
            "snapshotAt",
            "recoveries",
            "unfinished",
            "commits",
            "begin",
            "beginBulk",
            "previewRepair",
            "export",
            "close");
    Set<String> all = new HashSet<>(writers);
    all.addAll(readers);
    all.addAll(opensAndMayRecover);
    assertThat(publicMethods(Graph.class)).isEqualTo(all);
  }

  /** Every type of ours that public methods lead to. */
  private static Set<Class<?>> reachable(Class<?>... from) {
    Set<Class<?>> seen = new HashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      Class<?> type = open.remove();
      if (type.getName().startsWith("org.") && seen.add(type)) {
        for (Method method : type.getMethods()) {
          addTypes(method.getGenericReturnType(), open);
        }
      }
    }
    return seen;
  }

  private static void addTypes(Type type, Deque<Class<?>> open) {
    if (type instanceof Class<?> plain) {
      open.add(plain);
    } else if (type instanceof ParameterizedType generic) {
      addTypes(generic.getRawType(), open);
      for (Type argument : generic.getActualTypeArguments()) {
        addTypes(argument, open);
      }
    }
  }

  @Test
  @Tag("G-003")
  void aSnapshotLeadsToNothingThatWrites() {
    Set<Class<?>> reachable = reachable(Snapshot.class, TableSnapshot.class);
    assertThat(reachable)
        .contains(Snapshot.class, TableSnapshot.class)
        .doesNotContain(
            TableStore.class,
            StagedTransaction.class,
            FragmentSink.class,
            Manifest.class,
            ObjectStore.class,
            SidecarStore.class,
            Writer.class,
            Graph.class)
        .noneMatch(type -> type.getName().startsWith("org.lance."));
  }

  @Test
  @Tag("G-006")
  void thereAreNoRuns() throws IOException {
    Pattern runs = Pattern.compile("_graph_runs|__run__|RunRecord|\"run\"|\"/runs");
    assertThat(filesWith(runs, MODULES)).isEmpty();
  }

  @Test
  @Tag("G-008")
  void everyPlaceOfTheCatalogueIsPassedSomewhere() throws IOException {
    String all = String.join("\n", sources(List.of("engine")).values());
    for (Failpoint place : EnumSet.allOf(Failpoint.class)) {
      assertThat(all).contains("reached(Failpoint." + place + ")");
    }
    Pattern unnamed = Pattern.compile("\\breached\\((?!Failpoint[ .])");
    assertThat(filesWith(unnamed, MODULES))
        .as("hands on what its transactions pass")
        .containsExactly(
            "engine/src/main/java/org/omnigraph/engine/table/lance/LanceTableStore.java");
  }

  /** The places are objects that are handed in, and shipped programs hand in none. */
  @Test
  void noShippedProgramOutsideTheEngineKnowsFailpoints() throws IOException {
    List<String> outside = MODULES.stream().filter(module -> !module.equals("engine")).toList();
    assertThat(filesWith(Pattern.compile("(?i)failpoint"), outside)).isEmpty();
  }

  @Test
  @Tag("G-010")
  void logsNameWhatHappenedAndNoPhases() throws IOException {
    Pattern phase = Pattern.compile("(?i)LOG\\.\\w+\\([^;]*\\bphase\\b");
    assertThat(filesWith(phase, MODULES)).isEmpty();
  }
}

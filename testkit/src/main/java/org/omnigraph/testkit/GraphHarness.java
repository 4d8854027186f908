package org.omnigraph.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/**
 * A graph in a temporary directory for each test. Afterwards it is closed, which fails when Arrow
 * memory is left, and removed.
 */
public final class GraphHarness implements BeforeEachCallback, AfterEachCallback {
  private final String schema;
  private @Nullable Path root;
  private @Nullable Graph graph;

  private GraphHarness(String schema) {
    this.schema = schema;
  }

  /** An empty graph of a schema. */
  public static GraphHarness onDisk(String schema) {
    return new GraphHarness(schema);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    Path made = Files.createTempDirectory("graph");
    root = made;
    graph = Graph.init(made.resolve("g").toString(), schema, GraphConfig.defaults());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    close();
    Path made = root;
    if (made != null) {
      try (Stream<Path> files = Files.walk(made)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Closes the graph, so that its files can be changed by hand; reopen it before the next use. */
  public void close() {
    Graph open = graph;
    graph = null;
    if (open != null) {
      long left = open.allocator().getAllocatedMemory();
      open.close();
      if (left != 0) {
        throw new AssertionError(left + " bytes of Arrow memory are left");
      }
    }
  }

  /** The open graph. */
  public Graph graph() {
    Graph open = graph;
    if (open == null) {
      throw new IllegalStateException("no graph is open");
    }
    return open;
  }

  /** The graph's own directory. */
  public Path directory() {
    Path made = root;
    if (made == null) {
      throw new IllegalStateException("there is no graph");
    }
    return made.resolve("g");
  }

  /** Closes the graph and opens it again, as another process would see it. */
  public Graph reopen() {
    return reopen(Failpoints.NONE);
  }

  /** As {@link #reopen()}, with a script of interruptions. */
  public Graph reopen(Failpoints failpoints) {
    return reopen(GraphConfig.defaults(), failpoints);
  }

  /** As {@link #reopen()}, opened in another way. */
  public Graph reopen(GraphConfig config) {
    return reopen(config, Failpoints.NONE);
  }

  private Graph reopen(GraphConfig config, Failpoints failpoints) {
    String uri = directory().toString();
    close();
    Graph opened = Graph.open(uri, config, failpoints);
    graph = opened;
    return opened;
  }

  /** Rows of a type that a test writes. */
  public record Write(TypeKey type, WriteMode mode, List<Map<String, @Nullable Object>> rows) {}

  /** One commit of some writes on main. */
  public Receipt write(Write... writes) {
    return write(graph(), writes);
  }

  /** One commit of some writes on a branch. */
  public Receipt write(BranchName branch, Write... writes) {
    return write(graph(), branch, writes);
  }

  /** One commit of some writes on main of any open graph. */
  public static Receipt write(Graph graph, Write... writes) {
    return write(graph, BranchName.MAIN, writes);
  }

  /** One commit of some writes on a branch of any open graph. */
  public static Receipt write(Graph graph, BranchName branch, Write... writes) {
    try (MutationStaging staging = graph.begin(branch, Budget.KEYED)) {
      stage(graph, staging, writes);
      return graph.commit(staging, CommitOptions.ANONYMOUS);
    }
  }

  /** One commit of some writes on any branch of any open graph, by an actor. */
  public static Receipt write(Graph graph, BranchName branch, String actor, Write... writes) {
    try (MutationStaging staging = graph.begin(branch, Budget.KEYED)) {
      stage(graph, staging, writes);
      return graph.commit(staging, CommitOptions.by(actor));
    }
  }

  /** Adds writes to a staging. */
  public static void stage(Graph graph, MutationStaging staging, Write... writes) {
    for (Write write : writes) {
      RowBatch.add(graph, staging, write);
    }
  }

  /** All rows of a type on main, by id. */
  public SortedMap<String, Map<String, @Nullable Object>> rows(TypeKey type) {
    return rows(BranchName.MAIN, type);
  }

  /** All rows of a type on a branch, by id. */
  public SortedMap<String, Map<String, @Nullable Object>> rows(BranchName branch, TypeKey type) {
    return RowReader.rows(graph(), graph().snapshot(branch), type);
  }

  /** The names of the recovery intents that are left. */
  public List<String> sidecars() {
    Path directory = directory().resolve("__recovery");
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

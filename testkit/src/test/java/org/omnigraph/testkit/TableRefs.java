package org.omnigraph.testkit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.lance.LanceTableStore;

/** Looks at, and meddles with, the branches of tables behind the back of a graph. */
final class TableRefs {
  private final String root;

  TableRefs(Graph graph) {
    this.root = graph.uri();
  }

  /** The branches that a table has in storage. */
  List<TableBranch> of(String path) {
    return with(tables -> tables.branches(path));
  }

  Optional<TableBranch> of(String path, BranchName name) {
    return with(tables -> tables.branch(path, name));
  }

  TableBranch make(TableRef from, BranchName name) {
    return with(tables -> tables.createBranch(from, name));
  }

  void delete(String path, TableBranch branch) {
    with(
        tables -> {
          tables.deleteBranch(path, branch);
          return branch;
        });
  }

  private <T> T with(Function<TableStore, T> use) {
    try (BufferAllocator allocator = new RootAllocator();
        TableStore tables = new LanceTableStore(Storage.at(root, Map.of()), allocator)) {
      return use.apply(tables);
    }
  }

  /** The path of a type's table below the root. */
  static String path(Graph graph, TypeKey type) {
    return graph.schema().type(type).orElseThrow().path();
  }
}

package org.omnigraph.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.FragmentCount;
import org.omnigraph.engine.write.Receipt;

/** What is known of a graph, in the words of the JSON interface. */
final class Documents {
  private Documents() {}

  /** {@code created_at} is in microseconds since 1970; a commit on main has no branch. */
  static Map<String, @Nullable Object> commit(GraphCommit commit) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("graph_commit_id", commit.id().value());
    document.put("graph_branch", commit.branch().isMain() ? null : commit.branch().value());
    document.put("graph_manifest_version", commit.manifestVersion());
    document.put("parent_commit_id", commit.parent().map(CommitId::value).orElse(null));
    document.put(
        "merged_parent_commit_id", commit.mergedParent().map(CommitId::value).orElse(null));
    document.put("actor_id", commit.actor().orElse(null));
    document.put("created_at", ChronoUnit.MICROS.between(Instant.EPOCH, commit.createdAt()));
    return document;
  }

  /** The commit that a write to a branch published, if it made one. */
  static Optional<GraphCommit> published(Graph graph, BranchName branch, Receipt receipt) {
    return receipt
        .commit()
        .flatMap(
            id ->
                graph.commits(branch).stream()
                    .filter(commit -> commit.id().equals(id))
                    .findFirst());
  }

  static Map<String, @Nullable Object> snapshot(
      Snapshot snapshot, Function<TableEntry, FragmentCount> fragments) {
    List<Map<String, @Nullable Object>> datasets = new ArrayList<>();
    snapshot
        .tables()
        .values()
        .forEach(table -> datasets.add(dataset(table, fragments.apply(table))));
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("graph_branch", snapshot.branch().value());
    document.put("graph_manifest_version", snapshot.manifestVersion());
    document.put("internal_schema_version", Version.INTERNAL_SCHEMA);
    document.put("datasets", datasets);
    return document;
  }

  private static Map<String, @Nullable Object> dataset(TableEntry table, FragmentCount fragments) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("entity_kind", table.key().kind().prefix());
    document.put("type_name", table.key().name());
    document.put("dataset_path", table.path());
    document.put("published_dataset_version", table.version());
    document.put("native_dataset_branch", table.branch().map(BranchName::value).orElse(null));
    document.put("entity_count", table.rowCount());
    document.put("fragment_count", fragments.all());
    document.put("small_fragment_count", fragments.small());
    return document;
  }

  static Map<String, @Nullable Object> repair(
      String uri, boolean confirm, boolean force, RepairReport report) {
    List<Map<String, @Nullable Object>> datasets = new ArrayList<>();
    for (RepairReport.TableRepair table : report.tables()) {
      Map<String, @Nullable Object> document = new LinkedHashMap<>();
      document.put("type_key", table.key().toString());
      document.put("published_dataset_version", table.shown());
      document.put("lance_head_version", table.newest());
      document.put("classification", table.classification().text());
      document.put("action", table.action().text());
      document.put("operations", table.operations());
      document.put("error", null);
      datasets.add(document);
    }
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("uri", uri);
    document.put("confirm", confirm);
    document.put("force", force);
    document.put("graph_manifest_version", report.manifestVersion());
    document.put("datasets", datasets);
    return document;
  }
}

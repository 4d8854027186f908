package org.omnigraph.engine.manifest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.table.VersionMetadata;

/** The compact JSON in the metadata column, with its keys in their fixed order. */
final class RowMetadata {
  private static final ObjectMapper JSON = new ObjectMapper();

  private RowMetadata() {}

  static String version(VersionMetadata metadata) {
    return VersionJson.write(metadata).toString();
  }

  static VersionMetadata version(ManifestRow row) {
    return VersionJson.read(parse(row))
        .orElseThrow(() -> row.corrupt("its metadata has no manifest_path"));
  }

  static String commit(GraphCommit commit) {
    ObjectNode node = JSON.createObjectNode();
    commit.parent().ifPresent(id -> node.put("parent_commit_id", id.value()));
    commit.mergedParent().ifPresent(id -> node.put("merged_parent_commit_id", id.value()));
    commit.actor().ifPresent(actor -> node.put("actor_id", actor));
    node.put("created_at", micros(commit.createdAt()));
    return node.toString();
  }

  static GraphCommit commit(ManifestRow row) {
    JsonNode node = parse(row);
    if (!node.path("created_at").isIntegralNumber()) {
      throw row.corrupt("its metadata has no created_at");
    }
    return new GraphCommit(
        new CommitId(row.objectId()),
        row.branch().map(BranchName::of).orElse(BranchName.MAIN),
        row.version(),
        optional(node, "parent_commit_id").map(CommitId::new),
        optional(node, "merged_parent_commit_id").map(CommitId::new),
        optional(node, "actor_id"),
        Instant.EPOCH.plus(node.path("created_at").longValue(), ChronoUnit.MICROS));
  }

  static String head(CommitId head, Optional<CommitId> parent) {
    ObjectNode node = JSON.createObjectNode();
    node.put("head_commit_id", head.value());
    parent.ifPresent(id -> node.put("parent_commit_id", id.value()));
    return node.toString();
  }

  static CommitId head(ManifestRow row) {
    return new CommitId(required(row, parse(row), "head_commit_id"));
  }

  /** Microseconds since the epoch. */
  static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static JsonNode parse(ManifestRow row) {
    try {
      return JSON.readTree(row.requiredMetadata());
    } catch (JsonProcessingException e) {
      throw row.corrupt("its metadata is no JSON");
    }
  }

  private static String required(ManifestRow row, JsonNode node, String key) {
    return optional(node, key).orElseThrow(() -> row.corrupt("its metadata has no " + key));
  }

  private static Optional<String> optional(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }
}

package org.omnigraph.engine.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.manifest.VersionJson;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TransactionId;

/** Spells the intents of mutations and loads in the file format of generation 9. */
final class SidecarWriter {
  /** The generation of the format. */
  static final int GENERATION = 9;

  private static final int IDENTITY_VERSION = 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String root;

  /**
   * A writer.
   *
   * @param root the graph root as spelled; the file names tables by it
   */
  SidecarWriter(String root) {
    this.root = root;
  }

  String write(Sidecar.OfWrite sidecar) {
    WritePlan plan = sidecar.plan();
    List<CommittedVersion> achieved = sidecar.achieved().orElse(List.of());
    ObjectNode node = JSON.createObjectNode();
    node.put("schema_version", GENERATION);
    node.put("operation_id", plan.operation().value());
    node.put("started_at", Long.toString(micros(plan.startedAt())));
    putBranch(node, "branch", plan.token().branch());
    node.put("actor_id", plan.actor().orElse(null));
    node.put("writer_kind", plan.kind().text());
    ArrayNode pins = node.putArray("tables");
    for (int i = 0; i < plan.tables().size(); i++) {
      pins.add(pin(plan.tables().get(i), at(achieved, i)));
    }
    node.put("schema_apply_manifest_published", false);
    node.set("protocol_v3", protocol(plan, achieved, sidecar.outcomes()));
    return pretty(node);
  }

  private ObjectNode pin(TablePlan table, Optional<CommittedVersion> achieved) {
    ObjectNode node = JSON.createObjectNode();
    node.set("identity", identity(table.identity()));
    node.put("table_key", table.key().toString());
    node.put("table_path", root + "/" + table.base().path());
    node.put("expected_version", table.base().version());
    node.put("post_commit_pin", table.base().version() + 1);
    achieved.ifPresent(version -> node.put("confirmed_version", version.table().version()));
    table.base().branch().ifPresent(branch -> node.put("table_branch", branch.value()));
    return node;
  }

  private static ObjectNode protocol(
      WritePlan plan, List<CommittedVersion> achieved, Optional<List<TableOutcome>> outcomes) {
    ObjectNode node = JSON.createObjectNode();
    node.set("authority", authority(plan.token()));
    node.set("lineage", lineage(plan));
    node.put("rollback_graph_commit_id", plan.rollbackCommit().value());
    outcomes.ifPresent(planned -> node.set("rollback_audit_outcomes", OutcomeJson.write(planned)));
    node.put("effect_phase", achieved.isEmpty() ? "Armed" : "EffectsConfirmed");
    ArrayNode effects = node.putArray("effects");
    ArrayNode slots = node.putObject("intended_delta").putArray("table_updates");
    for (int i = 0; i < plan.tables().size(); i++) {
      effects.add(effect(plan.tables().get(i), at(achieved, i)));
      slots.add(slot(plan.tables().get(i), at(achieved, i)));
    }
    return node;
  }

  private static ObjectNode authority(AuthorityToken token) {
    ObjectNode node = JSON.createObjectNode();
    ArrayNode mapping = node.putObject("branch_identifier").putArray("version_mapping");
    token.identifier().cuts().forEach(cut -> mapping.addArray().add(cut.version()).add(cut.uuid()));
    node.put("graph_head", token.ownHead().map(CommitId::value).orElse(null));
    node.put("schema_identity_domain", token.schemaDomain());
    node.put("schema_ir_hash", token.irHash());
    node.put("schema_identity_version", IDENTITY_VERSION);
    return node;
  }

  private static ObjectNode lineage(WritePlan plan) {
    ObjectNode node = JSON.createObjectNode();
    node.put("graph_commit_id", plan.commit().value());
    putBranch(node, "branch", plan.token().branch());
    node.put("actor_id", plan.actor().orElse(null));
    node.putNull("merged_parent_commit_id");
    node.put("created_at", micros(plan.createdAt()));
    return node;
  }

  private static ObjectNode effect(TablePlan table, Optional<CommittedVersion> achieved) {
    ObjectNode node = JSON.createObjectNode();
    node.set("identity", identity(table.identity()));
    node.put("table_key", table.key().toString());
    node.set("planned_transaction", transaction(table.transaction()));
    achieved.ifPresent(v -> node.set("confirmed_transaction", transaction(table.transaction())));
    return node;
  }

  private static ObjectNode slot(TablePlan table, Optional<CommittedVersion> achieved) {
    ObjectNode node = JSON.createObjectNode();
    node.set("identity", identity(table.identity()));
    node.put("table_key", table.key().toString());
    node.put("expected_version", table.base().version());
    String branch = table.base().branch().map(BranchName::value).orElse(null);
    node.put("table_branch", branch);
    achieved.ifPresent(
        version -> {
          ObjectNode confirmed = node.putObject("confirmed");
          confirmed.put("table_version", version.table().version());
          confirmed.put("table_branch", branch);
          confirmed.put("row_count", version.rowCount());
          confirmed.set("version_metadata", VersionJson.write(version.metadata()));
        });
    return node;
  }

  private static ObjectNode identity(TableIdentity identity) {
    return JSON.createObjectNode()
        .put("stable_table_id", identity.stableTableId())
        .put("table_incarnation_id", identity.incarnationId());
  }

  private static ObjectNode transaction(TransactionId id) {
    return JSON.createObjectNode().put("read_version", id.readVersion()).put("uuid", id.uuid());
  }

  private static void putBranch(ObjectNode node, String key, BranchName branch) {
    node.put(key, branch.isMain() ? null : branch.value());
  }

  private static Optional<CommittedVersion> at(List<CommittedVersion> achieved, int i) {
    return achieved.isEmpty() ? Optional.empty() : Optional.of(achieved.get(i));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static String pretty(JsonNode node) {
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(lines);
    printer.indentArraysWith(lines);
    try {
      return JSON.writer(printer).writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.VersionJson;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableBranch.Cut;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TransactionId;

/** The file format of generation 9, for mutations and loads. */
final class SidecarJson {
  private static final int GENERATION = 9;
  private static final int IDENTITY_VERSION = 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String root;

  /**
   * A codec.
   *
   * @param root the graph root as spelled; the file names tables by it
   */
  SidecarJson(String root) {
    this.root = root;
  }

  // ---- writing

  String write(Sidecar.Armed armed) {
    return write(armed.plan(), List.of());
  }

  String write(Sidecar.Confirmed confirmed) {
    return write(confirmed.plan(), confirmed.achieved());
  }

  private String write(WritePlan plan, List<CommittedVersion> achieved) {
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
    node.set("protocol_v3", protocol(plan, achieved));
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

  private static ObjectNode protocol(WritePlan plan, List<CommittedVersion> achieved) {
    ObjectNode node = JSON.createObjectNode();
    node.set("authority", authority(plan.token()));
    node.set("lineage", lineage(plan));
    node.put("rollback_graph_commit_id", plan.rollbackCommit().value());
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

  // ---- reading

  /**
   * Reads a file.
   *
   * @throws CorruptState when it is no sidecar of generation 9
   */
  Sidecar read(String name, String text) {
    return new Reading(root, name, parse(name, text)).sidecar();
  }

  private static JsonNode parse(String name, String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new CorruptState("recovery intent " + name + " is no JSON", e);
    }
  }

  /** One file being read. */
  private record Reading(String root, String name, JsonNode file) {
    Sidecar sidecar() {
      long generation = number(file, "schema_version");
      if (generation != GENERATION) {
        throw wrong("it is of generation " + generation + ", and only 9 is served");
      }
      String kind = text(file, "writer_kind");
      JsonNode protocol = file.path("protocol_v3");
      for (WritePlan.Kind known : WritePlan.Kind.values()) {
        if (known.text().equals(kind) && !protocol.has("rollback_audit_outcomes")) {
          return mutation(known, protocol);
        }
      }
      return new Sidecar.Other(operation(), branch(file), kind);
    }

    private OperationId operation() {
      return new OperationId(text(file, "operation_id"));
    }

    private Sidecar mutation(WritePlan.Kind kind, JsonNode protocol) {
      JsonNode lineage = protocol.path("lineage");
      WritePlan plan =
          new WritePlan(
              operation(),
              kind,
              instant(Long.parseLong(text(file, "started_at"))),
              token(protocol.path("authority")),
              optional(lineage, "actor_id"),
              new CommitId(text(lineage, "graph_commit_id")),
              new CommitId(text(protocol, "rollback_graph_commit_id")),
              instant(number(lineage, "created_at")),
              tables(protocol));
      if (text(protocol, "effect_phase").equals("Armed")) {
        return new Sidecar.Armed(plan);
      }
      List<CommittedVersion> achieved = new ArrayList<>();
      for (int i = 0; i < plan.tables().size(); i++) {
        achieved.add(achieved(plan.tables().get(i), slots(protocol).get(i).path("confirmed")));
      }
      return new Sidecar.Confirmed(plan, achieved);
    }

    private AuthorityToken token(JsonNode node) {
      List<Cut> cuts = new ArrayList<>();
      for (JsonNode cut : node.path("branch_identifier").path("version_mapping")) {
        cuts.add(new Cut(cut.path(0).longValue(), cut.path(1).asText()));
      }
      return new AuthorityToken(
          branch(file),
          new BranchIdentifier(cuts),
          optional(node, "graph_head").map(CommitId::new),
          text(node, "schema_identity_domain"),
          text(node, "schema_ir_hash"));
    }

    private List<TablePlan> tables(JsonNode protocol) {
      List<TablePlan> tables = new ArrayList<>();
      JsonNode effects = protocol.path("effects");
      JsonNode pins = file.path("tables");
      if (effects.size() != pins.size() || slots(protocol).size() != pins.size()) {
        throw wrong("its pins, effects and slots differ in number");
      }
      for (int i = 0; i < effects.size(); i++) {
        tables.add(table(effects.get(i), pins.get(i), slots(protocol).get(i)));
      }
      return tables;
    }

    private TablePlan table(JsonNode effect, JsonNode pin, JsonNode slot) {
      if (!effect.path("identity").equals(pin.path("identity"))
          || !effect.path("identity").equals(slot.path("identity"))) {
        throw wrong("its pins, effects and slots differ in order");
      }
      JsonNode identity = effect.path("identity");
      TypeKey key = TypeKey.parse(text(effect, "table_key"));
      TableIdentity table =
          new TableIdentity(
              number(identity, "stable_table_id"), number(identity, "table_incarnation_id"));
      JsonNode planned = effect.path("planned_transaction");
      String path = key.kind().directory() + "/" + table.hex("-");
      if (!text(pin, "table_path").equals(root + "/" + path)) {
        throw wrong(
            "it names the table "
                + text(pin, "table_path")
                + ", which is not in the graph as it is opened; open it as it was spelled then");
      }
      return new TablePlan(
          key,
          table,
          new TableRef(
              path,
              optional(pin, "table_branch").map(BranchName::of),
              number(pin, "expected_version")),
          new TransactionId(number(planned, "read_version"), text(planned, "uuid")));
    }

    private CommittedVersion achieved(TablePlan table, JsonNode confirmed) {
      return new CommittedVersion(
          new TableRef(
              table.base().path(), table.base().branch(), number(confirmed, "table_version")),
          number(confirmed, "row_count"),
          VersionJson.read(confirmed.path("version_metadata"))
              .orElseThrow(() -> wrong("a confirmed slot has no manifest_path")));
    }

    private static JsonNode slots(JsonNode protocol) {
      return protocol.path("intended_delta").path("table_updates");
    }

    private static BranchName branch(JsonNode node) {
      return optional(node, "branch").map(BranchName::of).orElse(BranchName.MAIN);
    }

    private String text(JsonNode node, String key) {
      return optional(node, key).orElseThrow(() -> wrong("it has no " + key));
    }

    private static Optional<String> optional(JsonNode node, String key) {
      JsonNode value = node.path(key);
      return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private long number(JsonNode node, String key) {
      JsonNode value = node.path(key);
      if (!value.isIntegralNumber()) {
        throw wrong("it has no " + key);
      }
      return value.longValue();
    }

    private static Instant instant(long micros) {
      return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    private CorruptState wrong(String why) {
      return new CorruptState("recovery intent " + name + " is wrong: " + why);
    }
  }
}

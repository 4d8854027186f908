package org.omnigraph.engine.sidecar;

import static org.omnigraph.engine.sidecar.SidecarReader.branch;
import static org.omnigraph.engine.sidecar.SidecarReader.identity;
import static org.omnigraph.engine.sidecar.SidecarReader.instant;
import static org.omnigraph.engine.sidecar.SidecarReader.require;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.VersionJson;
import org.omnigraph.engine.sidecar.Claim.ClaimedTable;
import org.omnigraph.engine.sidecar.SidecarReader.Node;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableBranch.Cut;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TransactionId;

/** Reads the part of an intent that only mutations and loads have. */
final class WriteReader {
  private static final int IDENTITY_VERSION = 2;

  private final Node protocol;
  private final Claim claim;
  private final WritePlan.Kind kind;
  private final Instant startedAt;
  private final boolean confirmed;
  private final List<Node> pins;
  private final List<Node> effects;
  private final List<Node> slots;

  WriteReader(Node file, Claim claim, WritePlan.Kind kind, Instant startedAt) {
    this.protocol = file.at("protocol_v3");
    this.claim = claim;
    this.kind = kind;
    this.startedAt = startedAt;
    this.confirmed = isConfirmed(protocol.text("effect_phase"));
    this.pins = file.list("tables");
    this.effects = protocol.list("effects");
    this.slots = protocol.at("intended_delta").list("table_updates");
  }

  private static boolean isConfirmed(String phase) {
    require(
        phase.equals("Armed") || phase.equals("EffectsConfirmed"),
        "the phase '" + phase + "' is not known");
    return phase.equals("EffectsConfirmed");
  }

  Sidecar sidecar() {
    WritePlan plan = plan();
    Optional<List<CommittedVersion>> achieved =
        confirmed ? Optional.of(achieved(plan)) : Optional.empty();
    if (protocol.has("rollback_audit_outcomes")) {
      return new Sidecar.RollingBack(plan, achieved, outcomes());
    }
    return achieved
        .<Sidecar>map(versions -> new Sidecar.Confirmed(plan, versions))
        .orElseGet(() -> new Sidecar.Armed(plan));
  }

  private WritePlan plan() {
    Node lineage = protocol.at("lineage");
    require(branch(lineage).equals(claim.branch()), "its lineage is of another branch");
    require(lineage.optional("actor_id").equals(claim.actor()), "its lineage is of another actor");
    require(
        lineage.optional("merged_parent_commit_id").isEmpty(), "its lineage has a second parent");
    for (String other : List.of("registrations", "renames", "tombstones")) {
      require(!protocol.at("intended_delta").has(other), "its delta has " + other);
    }
    CommitId commit = new CommitId(lineage.text("graph_commit_id"));
    CommitId rollback = new CommitId(protocol.text("rollback_graph_commit_id"));
    require(!commit.equals(rollback), "its two commit ids are one");
    return new WritePlan(
        claim.operation(),
        kind,
        startedAt,
        token(protocol.at("authority")),
        claim.actor(),
        commit,
        rollback,
        instant(lineage.number("created_at")),
        tables());
  }

  private AuthorityToken token(Node node) {
    require(
        node.number("schema_identity_version") == IDENTITY_VERSION,
        "its schema identity is not of version " + IDENTITY_VERSION);
    List<Cut> cuts = new ArrayList<>();
    JsonNode mapping = node.at("branch_identifier").json().path("version_mapping");
    require(mapping.isArray(), "its branch identifier has no version_mapping");
    for (JsonNode cut : mapping) {
      require(cut.path(0).isIntegralNumber() && cut.path(1).isTextual(), "a cut is no pair");
      cuts.add(new Cut(cut.path(0).longValue(), cut.path(1).textValue()));
    }
    return new AuthorityToken(
        claim.branch(),
        new BranchIdentifier(cuts),
        node.optional("graph_head").map(CommitId::new),
        node.text("schema_identity_domain"),
        node.text("schema_ir_hash"));
  }

  private List<TablePlan> tables() {
    require(
        effects.size() == pins.size() && slots.size() == pins.size(),
        "it has "
            + pins.size()
            + " tables, "
            + effects.size()
            + " effects and "
            + slots.size()
            + " slots");
    List<TablePlan> tables = new ArrayList<>();
    Set<String> uuids = new HashSet<>();
    for (int i = 0; i < pins.size(); i++) {
      TablePlan table = table(claim.tables().get(i), pins.get(i), effects.get(i), slots.get(i));
      require(uuids.add(table.transaction().uuid()), "two effects have one uuid");
      tables.add(table);
    }
    return tables;
  }

  private TablePlan table(ClaimedTable claimed, Node pin, Node effect, Node slot) {
    TypeKey key = claimed.key();
    for (Node part : List.of(effect, slot)) {
      require(
          identity(part).equals(claimed.identity())
              && part.text("table_key").equals(key.toString()),
          "its tables, effects and slots differ at " + key);
    }
    long base = pin.number("expected_version");
    TransactionId planned = transaction(effect.at("planned_transaction"));
    require(
        planned.readVersion() == base
            && slot.number("expected_version") == base
            && pin.number("post_commit_pin") == base + 1,
        "the versions of " + key + " differ");
    require(!planned.uuid().isEmpty(), "the transaction of " + key + " has no uuid");
    require(
        slot.optional("table_branch").map(BranchName::of).equals(claimed.branch()),
        "the branches of " + key + " differ");
    requireConfirmation(key, pin, effect, slot);
    return new TablePlan(
        key, claimed.identity(), new TableRef(claimed.path(), claimed.branch(), base), planned);
  }

  /** A phase has all of its confirmations or none. */
  private void requireConfirmation(TypeKey key, Node pin, Node effect, Node slot) {
    require(
        pin.has("confirmed_version") == confirmed
            && effect.has("confirmed_transaction") == confirmed
            && slot.has("confirmed") == confirmed,
        "the confirmation of " + key + " does not fit the phase");
    if (!confirmed) {
      return;
    }
    require(
        transaction(effect.at("confirmed_transaction"))
            .equals(transaction(effect.at("planned_transaction"))),
        "the transaction of " + key + " is not the planned one");
    Node slotVersion = slot.at("confirmed");
    long version = pin.number("post_commit_pin");
    require(
        pin.number("confirmed_version") == version
            && slotVersion.number("table_version") == version,
        "the confirmed version of " + key + " is not the planned one");
    require(
        slotVersion.optional("table_branch").equals(slot.optional("table_branch")),
        "the confirmed branch of " + key + " is not the planned one");
  }

  private List<CommittedVersion> achieved(WritePlan plan) {
    List<CommittedVersion> achieved = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      TableRef base = plan.tables().get(i).base();
      Node version = slots.get(i).at("confirmed");
      achieved.add(
          new CommittedVersion(
              new TableRef(base.path(), base.branch(), version.number("table_version")),
              version.number("row_count"),
              VersionJson.read(version.at("version_metadata").json())
                  .orElseThrow(() -> new IllegalArgumentException("a slot has no manifest_path"))));
    }
    return achieved;
  }

  private List<TableOutcome> outcomes() {
    List<TableOutcome> outcomes = OutcomeJson.read(protocol.json().path("rollback_audit_outcomes"));
    Set<TypeKey> seen = new HashSet<>();
    for (TableOutcome outcome : outcomes) {
      require(
          claim.keys().contains(outcome.key()) && seen.add(outcome.key()),
          "the outcome of " + outcome.key() + " is of no claimed table, or not the only one");
    }
    return outcomes;
  }

  private static TransactionId transaction(Node node) {
    return new TransactionId(node.number("read_version"), node.text("uuid"));
  }
}

package org.omnigraph.engine.sidecar;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.sidecar.Claim.ClaimedTable;

/**
 * Reads one file of generation 9: the envelope that every writer's intent has, and which writer it
 * is of. What it returns is valid; anything else is refused.
 */
final class SidecarReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The one member that holds the writer's own part; empty for a writer that has none. */
  private static final Map<String, String> PROTOCOLS =
      Map.of(
          "Mutation", "protocol_v3",
          "Load", "protocol_v3",
          "BranchMerge", "protocol_v4",
          "SchemaApply", "protocol_v7",
          "EnsureIndices", "protocol_v8",
          "Optimize", "");

  private static final List<String> ALL_PROTOCOLS =
      List.of("protocol_v3", "protocol_v4", "protocol_v7", "protocol_v8");

  /** Members of older generations, which a file of this one leaves out or leaves empty. */
  private static final List<String> RETIRED =
      List.of(
          "additional_registrations",
          "tombstones",
          "schema_apply_target_schema_ir_hash",
          "ensure_indices_rollback_v6");

  private final ObjectStore objects;
  private final OperationId operation;
  private final String text;

  /**
   * A reading.
   *
   * @param objects the graph root; the file names tables by a spelling of it
   * @param operation the stem of the file's name
   */
  SidecarReader(ObjectStore objects, OperationId operation, String text) {
    this.objects = objects;
    this.operation = operation;
    this.text = text;
  }

  /**
   * The intent.
   *
   * @throws CorruptState naming the file and what is wrong with it
   */
  Sidecar sidecar() {
    try {
      return read(new Node(JSON.readTree(text)));
    } catch (JsonProcessingException e) {
      throw new CorruptState(wrong("it is no JSON"), e);
    } catch (InvalidRequest | IllegalArgumentException e) {
      throw new CorruptState(wrong(String.valueOf(e.getMessage())), e);
    }
  }

  private String wrong(String why) {
    return "the recovery intent __recovery/"
        + operation
        + ".json at "
        + objects.root()
        + " is refused: "
        + why
        + "; the file is kept, look at it before you remove it";
  }

  private Sidecar read(Node file) {
    long generation = file.number("schema_version");
    require(
        generation == SidecarWriter.GENERATION,
        "it is of generation "
            + generation
            + ", and only "
            + SidecarWriter.GENERATION
            + " is served");
    require(
        file.text("operation_id").equals(operation.value()),
        "it names the operation " + file.text("operation_id"));
    String kind = file.text("writer_kind");
    String protocol = PROTOCOLS.get(kind);
    if (protocol == null) {
      throw new IllegalArgumentException("the writer '" + kind + "' is not known");
    }
    requireShape(file, kind, protocol);
    Claim claim = claim(file, kind);
    Instant startedAt = instant(Long.parseLong(file.text("started_at")));
    for (WritePlan.Kind known : WritePlan.Kind.values()) {
      if (known.text().equals(kind)) {
        return new WriteReader(file, claim, known, startedAt).sidecar();
      }
    }
    if (kind.equals("SchemaApply")) {
      return schemaChange(claim, startedAt, file.at(protocol));
    }
    Optional<CommitId> rollback =
        protocol.isEmpty()
            ? Optional.empty()
            : Optional.of(new CommitId(file.at(protocol).text("rollback_graph_commit_id")));
    return new Sidecar.Foreign(claim, startedAt, rollback);
  }

  private static Sidecar schemaChange(Claim claim, Instant startedAt, Node protocol) {
    return new Sidecar.SchemaChange(
        claim,
        startedAt,
        new CommitId(protocol.at("lineage").text("graph_commit_id")),
        new CommitId(protocol.text("rollback_graph_commit_id")),
        protocol.at("authority").text("schema_ir_hash"),
        protocol.text("target_schema_ir_hash"));
  }

  private static void requireShape(Node file, String kind, String protocol) {
    for (String candidate : ALL_PROTOCOLS) {
      require(
          file.has(candidate) == candidate.equals(protocol),
          "an intent of "
              + kind
              + (candidate.equals(protocol) ? " needs " : " has no ")
              + candidate);
    }
    for (String retired : RETIRED) {
      require(!file.has(retired), retired + " belongs to an older generation");
    }
    require(
        protocol.isEmpty() || !file.has("merge_source_commit_id"),
        "merge_source_commit_id belongs to an older generation");
    require(
        !file.flag("schema_apply_manifest_published"),
        "schema_apply_manifest_published belongs to an older generation");
    require(kind.equals("SchemaApply") || !file.list("tables").isEmpty(), "it claims no table");
  }

  private Claim claim(Node file, String kind) {
    List<ClaimedTable> tables = new ArrayList<>();
    Set<TableIdentity> identities = new HashSet<>();
    Set<TypeKey> keys = new HashSet<>();
    for (Node pin : file.list("tables")) {
      ClaimedTable table = claimed(pin);
      require(
          identities.add(table.identity()) && keys.add(table.key()),
          "it claims " + table.key() + " twice");
      tables.add(table);
    }
    return new Claim(operation, kind, branch(file), file.optional("actor_id"), tables);
  }

  private ClaimedTable claimed(Node pin) {
    TypeKey key = TypeKey.parse(pin.text("table_key"));
    TableIdentity identity = identity(pin);
    String path = key.kind().directory() + "/" + identity.hex("-");
    String place = pin.text("table_path");
    require(
        place.endsWith("/" + path)
            && objects.isRoot(place.substring(0, place.length() - path.length() - 1)),
        "it names the table "
            + place
            + ", which is not in the graph as it is opened; open the graph where it was then");
    return new ClaimedTable(key, identity, path, pin.optional("table_branch").map(BranchName::of));
  }

  // ---- parts that more than one reader needs

  static TableIdentity identity(Node node) {
    Node identity = node.at("identity");
    return new TableIdentity(
        identity.number("stable_table_id"), identity.number("table_incarnation_id"));
  }

  static BranchName branch(Node node) {
    return node.optional("branch").map(BranchName::of).orElse(BranchName.MAIN);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** A JSON object of the file; a member that is not of the wanted kind is refused by name. */
  record Node(JsonNode json) {
    boolean has(String key) {
      JsonNode value = json.path(key);
      return !value.isMissingNode() && !value.isNull() && !(value.isArray() && value.isEmpty());
    }

    Node at(String key) {
      JsonNode value = json.path(key);
      require(value.isObject(), "it has no object " + key);
      return new Node(value);
    }

    List<Node> list(String key) {
      JsonNode value = json.path(key);
      require(value.isArray(), "it has no list " + key);
      List<Node> nodes = new ArrayList<>();
      value.forEach(node -> nodes.add(new Node(node)));
      return nodes;
    }

    String text(String key) {
      return optional(key).orElseThrow(() -> new IllegalArgumentException("it has no text " + key));
    }

    Optional<String> optional(String key) {
      JsonNode value = json.path(key);
      require(value.isTextual() || value.isNull() || value.isMissingNode(), key + " is no text");
      return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
    }

    long number(String key) {
      JsonNode value = json.path(key);
      require(value.isIntegralNumber(), "it has no number " + key);
      return value.longValue();
    }

    boolean flag(String key) {
      return json.path(key).asBoolean(false);
    }
  }
}

package org.omnigraph.engine.authority;

import java.util.Map;
import java.util.TreeMap;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.manifest.ManifestState;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.SchemaContract;

/**
 * The accepted schema of an open graph, and captures of its branches that agree with it. Safe for
 * use by many threads.
 */
public final class Authority {
  private final ObjectStore objects;
  private final Manifest manifest;
  private final SchemaContract contract;

  private Authority(ObjectStore objects, Manifest manifest, SchemaContract contract) {
    this.objects = objects;
    this.manifest = manifest;
    this.contract = contract;
  }

  /** A snapshot with the token that names it. */
  public record Captured(AuthorityToken token, Snapshot snapshot) {}

  /**
   * Reads the schema contract of a graph and compares it with the tables that main shows.
   *
   * @throws CorruptState when files are missing or contradict each other
   */
  public static Authority load(ObjectStore objects, Manifest manifest) {
    // Refuses another strand before anything else of it is read.
    manifest.state(BranchName.MAIN);
    SchemaContract contract =
        SchemaContract.load(
            required(objects, SchemaContract.SOURCE_FILE),
            required(objects, SchemaContract.IR_FILE),
            required(objects, SchemaContract.STATE_FILE));
    Authority authority = new Authority(objects, manifest, contract);
    authority.requireSameTables(manifest.state(BranchName.MAIN).snapshot());
    return authority;
  }

  private static String required(ObjectStore objects, String name) {
    return objects
        .read(name)
        .orElseThrow(
            () ->
                new CorruptState(
                    "the graph at "
                        + objects.root()
                        + " has no "
                        + name
                        + "; a graph has "
                        + SchemaContract.SOURCE_FILE
                        + ", "
                        + SchemaContract.IR_FILE
                        + " and "
                        + SchemaContract.STATE_FILE
                        + ", restore them together"));
  }

  public AcceptedSchema schema() {
    return contract.accepted();
  }

  /**
   * The newest state of a branch.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such branch
   */
  public Captured capture(BranchName branch) {
    requireSameSchema();
    ManifestState state = manifest.state(branch);
    AuthorityToken token =
        new AuthorityToken(
            branch,
            state.identifier(),
            state.ownHead(),
            contract.accepted().identityDomain(),
            contract.accepted().irHash());
    return new Captured(token, state.snapshot());
  }

  /** The state file is what a schema change replaces last. */
  private void requireSameSchema() {
    String now = required(objects, SchemaContract.STATE_FILE);
    if (!now.equals(contract.stateJson())) {
      throw new Conflict(
          "the schema of "
              + objects.root()
              + " was changed by another process; open the graph again");
    }
  }

  private void requireSameTables(Snapshot snapshot) {
    Map<TypeKey, String> expected = new TreeMap<>();
    for (GraphType type : contract.accepted().types()) {
      expected.put(type.key(), type.identity().hex(":") + " at " + type.path());
    }
    Map<TypeKey, String> actual = new TreeMap<>();
    for (TableEntry entry : snapshot.tables().values()) {
      actual.put(entry.key(), entry.identity().hex(":") + " at " + entry.path());
    }
    if (!expected.equals(actual)) {
      throw new CorruptState(
          "the schema files and __manifest disagree about the tables: "
              + expected
              + " against "
              + actual);
    }
  }
}

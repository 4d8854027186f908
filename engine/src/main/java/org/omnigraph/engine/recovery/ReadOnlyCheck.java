package org.omnigraph.engine.recovery;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.schema.SchemaContract;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.SidecarStore;

/**
 * Whether the tables and the schema files that a reader would see belong together. Looks only;
 * intents of writes do not matter to a reader, since nothing of them is visible.
 */
public final class ReadOnlyCheck {
  private static final List<String> STAGING_FILES =
      List.of(
          SchemaContract.SOURCE_FILE + ".staging",
          SchemaContract.IR_FILE + ".staging",
          SchemaContract.STATE_FILE + ".staging");

  private final ObjectStore objects;
  private final SidecarStore sidecars;
  private final Manifest manifest;

  public ReadOnlyCheck(ObjectStore objects, SidecarStore sidecars, Manifest manifest) {
    this.objects = objects;
    this.sidecars = sidecars;
    this.manifest = manifest;
  }

  /**
   * Returns when they belong together.
   *
   * @throws RecoveryRequired naming the change of schema that has to be finished first
   */
  public void run() {
    sidecars.operations().forEach(this::check);
  }

  private void check(OperationId operation) {
    Optional<Sidecar> sidecar;
    try {
      sidecar = sidecars.read(operation);
    } catch (CorruptState e) {
      requireNoStagedSchema(operation, e);
      return;
    }
    if (sidecar.isPresent() && sidecar.get() instanceof Sidecar.SchemaChange change) {
      check(change);
    }
  }

  /** What cannot be read may be the only trace of a schema that is published already. */
  private void requireNoStagedSchema(OperationId operation, CorruptState unreadable) {
    if (STAGING_FILES.stream().anyMatch(objects::exists)) {
      throw new RecoveryRequired(
          operation, "its intent is unreadable and a schema is staged", unreadable);
    }
  }

  private void check(Sidecar.SchemaChange change) {
    boolean published = manifest.commit(change.branch(), change.commit()).isPresent();
    String expected = published ? change.targetHash() : change.acceptedHash();
    String state = objects.read(SchemaContract.STATE_FILE).orElse("");
    if (!state.contains('"' + expected + '"')) {
      throw new RecoveryRequired(
          change.operation(),
          published
              ? "the graph shows its new schema, but the schema files do not; open it for writing"
              : "the schema files are not those it was begun with",
          null);
    }
  }
}

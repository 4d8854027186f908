package org.omnigraph.engine.init;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.object.ObjectStore;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.engine.schema.SchemaContract;
import org.omnigraph.engine.table.TableStore;

/** Makes one new graph at one root. */
public final class Initialization {
  /** Present while an init runs, and after one that was interrupted. */
  public static final String CLAIM = "__init_claim.json";

  private static final List<String> SCHEMA_FILES =
      List.of(SchemaContract.SOURCE_FILE, SchemaContract.IR_FILE, SchemaContract.STATE_FILE);

  private final ObjectStore objects;
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;
  private final Clock clock;

  public Initialization(
      ObjectStore objects,
      TableStore tables,
      BufferAllocator allocator,
      IdSource ids,
      Clock clock) {
    this.objects = objects;
    this.tables = tables;
    this.allocator = allocator;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Runs all steps.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when the schema is wrong; nothing is written
   * @throws Conflict when there is a graph, or a part of one
   */
  public void run(String schemaSource) {
    SchemaContract contract = SchemaCompiler.accept(schemaSource, ids.ulid());
    requireEmpty();
    claim();
    writeSchema(contract);
    List<Manifest.FirstVersion> created = createTables(contract.accepted().types());
    Manifest.create(
        tables,
        allocator,
        created,
        new CommitId(ids.ulid()),
        clock.instant().truncatedTo(ChronoUnit.MICROS));
    objects.delete(CLAIM);
  }

  private void requireEmpty() {
    if (!objects.exists(Manifest.PATH) && objects.exists(CLAIM)) {
      throw new Conflict(
          "an init at "
              + objects.root()
              + " has not ended; wait for it, or delete that folder when it was interrupted");
    }
    List<String> parts = new ArrayList<>(SCHEMA_FILES);
    parts.add(Manifest.PATH);
    for (String part : parts) {
      if (objects.exists(part)) {
        throw new Conflict(
            "there is a graph, or a part of one, at "
                + objects.root()
                + " already ("
                + part
                + "); choose another place");
      }
    }
  }

  private void claim() {
    String attempt = "{\"version\":1,\"attempt_id\":\"" + ids.ulid() + "\"}";
    if (!objects.writeIfAbsent(CLAIM, attempt)) {
      throw new Conflict(
          objects.root()
              + " is claimed by another init ("
              + CLAIM
              + "); wait for it, or remove that file when it was abandoned");
    }
  }

  private void writeSchema(SchemaContract contract) {
    List<String> written = new ArrayList<>();
    try {
      put(SchemaContract.SOURCE_FILE, contract.accepted().source(), written);
      put(SchemaContract.IR_FILE, contract.irJson(), written);
      put(SchemaContract.STATE_FILE, contract.stateJson(), written);
    } catch (RuntimeException e) {
      written.forEach(objects::delete);
      objects.delete(CLAIM);
      throw e;
    }
  }

  private void put(String name, String text, List<String> written) {
    if (!objects.writeIfAbsent(name, text)) {
      throw new Conflict("another init wrote " + name + " at " + objects.root());
    }
    written.add(name);
  }

  private List<Manifest.FirstVersion> createTables(List<GraphType> types) {
    List<Manifest.FirstVersion> created = new ArrayList<>();
    for (EntityKind kind : EntityKind.values()) {
      for (GraphType type : types) {
        if (type.kind() == kind) {
          created.add(
              new Manifest.FirstVersion(
                  type, tables.create(type.path(), PhysicalSchema.of(type), null)));
        }
      }
    }
    return created;
  }
}

package org.omnigraph.engine.sidecar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.object.ObjectStore;

/**
 * The recovery intents of one graph. Safe for use by many threads.
 *
 * <p>Failures are never taken for absence: a list or a read that fails, and a text that is no
 * intent, are errors, and the file stays. Only an intent that is gone when it is read, settled
 * meanwhile by its own writer, is passed over.
 */
public final class SidecarStore {
  private static final String DIRECTORY = "__recovery";
  private static final String SUFFIX = ".json";

  private final ObjectStore objects;
  private final Failpoints failpoints;
  private final SidecarWriter writer;

  public SidecarStore(ObjectStore objects, Failpoints failpoints) {
    this.objects = objects;
    this.failpoints = failpoints;
    this.writer = new SidecarWriter(objects.root());
  }

  /** The operations that have an intent, oldest first; nothing is read. */
  public List<OperationId> operations() {
    failpoints.reached(Failpoint.SIDECAR_LIST);
    List<OperationId> operations = new ArrayList<>();
    for (String name : objects.list(DIRECTORY)) {
      if (name.endsWith(SUFFIX)) {
        operations.add(new OperationId(name.substring(0, name.length() - SUFFIX.length())));
      }
    }
    if (!operations.isEmpty()) {
      failpoints.reached(Failpoint.SIDECARS_LISTED);
    }
    return operations;
  }

  /**
   * All intents, oldest first.
   *
   * @throws org.omnigraph.engine.error.CorruptState naming the file that is none of generation 9
   */
  public List<Sidecar> list() {
    List<Sidecar> sidecars = new ArrayList<>();
    operations().forEach(operation -> read(operation).ifPresent(sidecars::add));
    return sidecars;
  }

  /** The intent as it is now; empty once it is settled. */
  public Optional<Sidecar> read(OperationId operation) {
    return objects
        .read(path(operation))
        .map(text -> new SidecarReader(objects, operation, text).sidecar());
  }

  /** Makes an intent durable, before any effect. */
  public void arm(Sidecar.Armed armed) {
    failpoints.reached(Failpoint.SIDECAR_WRITE);
    objects.write(path(armed.operation()), writer.write(armed));
    failpoints.reached(Failpoint.SIDECAR_WRITTEN);
  }

  /** Records that every effect exists. */
  public void confirm(Sidecar.Confirmed confirmed) {
    failpoints.reached(Failpoint.SIDECAR_CONFIRM);
    objects.write(path(confirmed.operation()), writer.write(confirmed));
    failpoints.reached(Failpoint.SIDECAR_CONFIRMED);
  }

  /** Records what a rollback will do, before it does. */
  public void rollBack(Sidecar.RollingBack rollingBack) {
    failpoints.reached(Failpoint.ROLLBACK_PLAN);
    objects.write(path(rollingBack.operation()), writer.write(rollingBack));
    failpoints.reached(Failpoint.ROLLBACK_PLANNED);
  }

  /** Ends an operation. */
  public void delete(OperationId operation) {
    failpoints.reached(Failpoint.SIDECAR_DELETE);
    objects.delete(path(operation));
    failpoints.reached(Failpoint.SIDECAR_DELETED);
  }

  private static String path(OperationId operation) {
    return DIRECTORY + "/" + operation.value() + SUFFIX;
  }
}

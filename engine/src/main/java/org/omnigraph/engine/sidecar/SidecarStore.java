package org.omnigraph.engine.sidecar;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.object.ObjectStore;

/** The recovery intents of one graph. Safe for use by many threads. */
public final class SidecarStore {
  private static final String DIRECTORY = "__recovery";
  private static final String SUFFIX = ".json";

  private final ObjectStore objects;
  private final SidecarJson json;

  public SidecarStore(ObjectStore objects) {
    this.objects = objects;
    this.json = new SidecarJson(objects.root());
  }

  /** All intents, oldest first. */
  public List<Sidecar> list() {
    List<Sidecar> sidecars = new ArrayList<>();
    for (String name : objects.list(DIRECTORY)) {
      if (name.endsWith(SUFFIX)) {
        objects.read(DIRECTORY + "/" + name).map(t -> json.read(name, t)).ifPresent(sidecars::add);
      }
    }
    return sidecars;
  }

  /** The intent as it is now; empty once it is settled. */
  public Optional<Sidecar> read(OperationId operation) {
    String name = operation.value() + SUFFIX;
    return objects.read(DIRECTORY + "/" + name).map(text -> json.read(name, text));
  }

  public void write(Sidecar.Armed armed) {
    objects.write(path(armed.operation()), json.write(armed));
  }

  public void write(Sidecar.Confirmed confirmed) {
    objects.write(path(confirmed.operation()), json.write(confirmed));
  }

  public void delete(OperationId operation) {
    objects.delete(path(operation));
  }

  private static String path(OperationId operation) {
    return DIRECTORY + "/" + operation.value() + SUFFIX;
  }
}

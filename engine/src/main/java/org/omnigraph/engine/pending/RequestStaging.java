package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.column.Normaliser;
import org.omnigraph.engine.pending.fact.GroupFacts;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.TableStore;

/** The staging of one request. */
final class RequestStaging implements MutationStaging {
  private final AcceptedSchema schema;
  private final Snapshot base;
  private final Budget budget;
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;
  private final RowFacts facts;
  private final StateMemory heldState;
  private final BlobReferences references;
  private final TreeMap<TypeKey, TypeStaging> types = new TreeMap<>();
  private final TreeMap<TypeKey, Meter> meters = new TreeMap<>();
  private final TreeMap<TypeKey, RowFacts.InputTuples> inputs = new TreeMap<>();
  private final Meter request;
  private @Nullable String failure;
  private boolean closed;

  RequestStaging(
      AcceptedSchema schema,
      Snapshot base,
      Budget budget,
      TableStore tables,
      BufferAllocator parent,
      IdSource ids,
      ExternalBlobs external) {
    this.schema = schema;
    this.base = base;
    this.budget = budget;
    this.tables = tables;
    this.allocator = parent.newChildAllocator("staging", 0, parent.getLimit());
    this.ids = ids;
    this.references = new BlobReferences(external);
    long stateLimit = Math.min(parent.getLimit() / 4, Runtime.getRuntime().maxMemory() / 2);
    this.facts = new RowFacts(stateLimit);
    this.heldState = new StateMemory(stateLimit);
    this.request = Meter.ofRequest(budget);
  }

  @Override
  public BranchName branch() {
    return base.branch();
  }

  @Override
  public Snapshot base() {
    return base;
  }

  @Override
  public RowSink rows(TypeKey key, WriteMode mode) {
    requireOpen();
    GraphType type = schema.type(key).orElseThrow(() -> noSuchType(key));
    TypeStaging staging = types.get(key);
    if (staging == null) {
      staging =
          new TypeStaging(
              type,
              mode,
              budget.spill(),
              tables,
              base.table(key).ref(),
              allocator,
              facts,
              references,
              heldState.part());
      types.put(key, staging);
    } else {
      requireMixable(key, staging.mode(), mode);
    }
    return new Sink(staging);
  }

  /** A replacement is the only statement on its type; other modes do not mix. */
  private static void requireMixable(TypeKey key, WriteMode earlier, WriteMode mode) {
    if (earlier == WriteMode.REPLACE || mode == WriteMode.REPLACE) {
      throw new InvalidRequest(
          key
              + " is written as "
              + earlier
              + " already, and a REPLACE must be the only statement on a type in its transaction;"
              + " commit before the next statement, or send all rows with one REPLACE");
    }
    if (earlier != mode) {
      throw new InvalidRequest(
          key
              + " is written as "
              + earlier
              + " already; one transaction writes a type in one way, so commit before "
              + mode);
    }
  }

  private NotFound noSuchType(TypeKey key) {
    return new NotFound(
        "the schema has no "
            + key.kind().prefix()
            + " type '"
            + key.name()
            + "'; it has "
            + schema.byKey().keySet());
  }

  @Override
  public boolean isEmpty() {
    return types.values().stream().allMatch(TypeStaging::isEmpty);
  }

  @Override
  public ChangeSet changeSet() {
    requireOpen();
    if (failure != null) {
      throw new InvalidRequest(
          "an earlier input of this transaction failed half-way, so nothing of it can be committed;"
              + " roll it back. The failure was: "
              + failure);
    }
    TreeMap<TypeKey, ChangeSet.TypeChange> changes = new TreeMap<>();
    types.forEach(
        (key, staging) -> {
          if (!staging.isEmpty()) {
            changes.put(key, staging.change());
          }
        });
    return new ChangeSet(base, changes, facts);
  }

  @Override
  public void copyExternalBlobs() {
    references.probeKept();
    List<String> uris = new ArrayList<>();
    types.values().forEach(staging -> uris.addAll(staging.heldReferences()));
    if (!uris.isEmpty()) {
      Map<String, byte[]> contents = references.copy(uris);
      types.values().forEach(staging -> staging.takeContents(contents));
    }
  }

  @Override
  public void handOver() {
    types.values().forEach(TypeStaging::handOver);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the staging is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      RuntimeException first = null;
      for (TypeStaging staging : types.values()) {
        try {
          staging.close();
        } catch (RuntimeException e) {
          first = first == null ? e : first;
        }
      }
      allocator.close();
      if (first != null) {
        throw first;
      }
    }
  }

  /** One input of one type. */
  private final class Sink implements RowSink {
    private final TypeStaging staging;
    private final TypeKey key;
    private final Optional<Meter> meter;
    private final RowFacts.@Nullable InputTuples tuples;
    private @Nullable Normaliser normaliser;
    private boolean kept;
    private long rows;

    Sink(TypeStaging staging) {
      this.staging = staging;
      this.key = staging.type().key();
      this.meter = meter(staging);
      RowFacts.InputTuples earlier = inputs.remove(key);
      if (earlier != null) {
        earlier.release();
      }
      if (staging.mode() == WriteMode.UPSERT) {
        this.tuples = facts.inputTuples(staging.type());
        inputs.put(key, tuples);
      } else {
        this.tuples = null;
      }
    }

    /** A replacement is bounded only by a budget of the whole request. */
    private Optional<Meter> meter(TypeStaging of) {
      if (budget.spill()) {
        return Optional.of(request);
      }
      return of.mode() == WriteMode.REPLACE
          ? Optional.empty()
          : Optional.of(meters.computeIfAbsent(key, k -> Meter.ofType(budget, k)));
    }

    @Override
    public void open(Schema input) {
      if (normaliser != null) {
        throw new IllegalStateException("the input is open already");
      }
      normaliser = Normaliser.of(staging.type(), input, ids);
    }

    @Override
    public void add(VectorSchemaRoot batch, DictionaryProvider dictionaries, RowPlaces places) {
      requireOpen();
      Normaliser opened = normaliser;
      if (opened == null) {
        throw new IllegalStateException("open the input first");
      }
      if (batch.getRowCount() == 0) {
        return;
      }
      try {
        meter.ifPresent(m -> m.requireRows(batch.getRowCount()));
        take(opened, batch, dictionaries, places);
      } catch (OutOfMemoryException e) {
        fail(e);
        throw new ResourceLimitExceeded(
            "Arrow memory bytes",
            allocator.getLimit(),
            allocator.getAllocatedMemory(),
            "send smaller batches, or give the graph a higher memory limit");
      } catch (RuntimeException e) {
        fail(e);
        throw e;
      }
    }

    private void take(
        Normaliser opened,
        VectorSchemaRoot batch,
        DictionaryProvider dictionaries,
        RowPlaces places) {
      int count = batch.getRowCount();
      Meter of = meter.orElseGet(() -> Meter.ofType(Budget.STREAM, key));
      Meter.Batch charge = of.batch(staging.blobs());
      VectorSchemaRoot normal = opened.normalise(batch, dictionaries, places, charge, allocator);
      boolean idsAreNew = !opened.hasGivenIds();
      if (tuples != null) {
        notice(normal, places);
      }
      of.take(count, charge);
      kept = true;
      staging.add(normal, places, idsAreNew, charge.bytes());
      rows += count;
    }

    private void notice(VectorSchemaRoot normal, RowPlaces places) {
      try {
        Optional<GroupFacts> group =
            tuples == null ? Optional.empty() : tuples.observe(normal, places);
        group.ifPresent(g -> g.duplicate().ifPresent(twice -> staging.repeats(g.columns(), twice)));
      } catch (RuntimeException e) {
        normal.close();
        throw e;
      }
    }

    /** Rows of this input that were kept cannot be taken back, so the whole request is spoilt. */
    private void fail(RuntimeException e) {
      if (kept && failure == null) {
        failure = e.getMessage();
      }
    }

    @Override
    public long rows() {
      return rows;
    }
  }
}

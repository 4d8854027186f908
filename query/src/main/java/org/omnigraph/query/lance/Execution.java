package org.omnigraph.query.lance;

import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.running.RunningStatement;

/**
 * One run of a statement, as its scans see it.
 *
 * @param graphs catalog name to graph
 * @param bindings the snapshot of each schema that the statement reads
 * @param arguments the values of the parameters
 * @param statement what it is a part of
 * @param allocator where batches live; closing the result closes it
 * @param part which of the rows of a plan that is one scan
 */
public record Execution(
    Map<String, GraphSource> graphs,
    Map<SchemaRef, Binding> bindings,
    Arguments arguments,
    RunningStatement statement,
    BufferAllocator allocator,
    Part part) {
  /** All rows. */
  public Execution(
      Map<String, GraphSource> graphs,
      Map<SchemaRef, Binding> bindings,
      Arguments arguments,
      RunningStatement statement,
      BufferAllocator allocator) {
    this(graphs, bindings, arguments, statement, allocator, Part.WHOLE);
  }

  /** The same for a plan that feeds this one. */
  public Execution feed(BufferAllocator memory) {
    return new Execution(graphs, bindings, arguments, statement.part(), memory);
  }

  Binding binding(SchemaRef schema) {
    Binding binding = bindings.get(schema);
    if (binding == null) {
      throw new IllegalStateException("schema " + schema + " is not bound");
    }
    return binding;
  }

  GraphSource graph(String name) {
    GraphSource source = graphs.get(name);
    if (source == null) {
      throw new IllegalStateException("graph " + name + " is not bound");
    }
    return source;
  }
}

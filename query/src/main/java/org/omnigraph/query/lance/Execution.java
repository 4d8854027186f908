package org.omnigraph.query.lance;

import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;

/**
 * One run of a statement, as its scans see it.
 *
 * @param graphs catalog name to graph
 * @param bindings the snapshot of each schema that the statement reads
 * @param arguments the values of the parameters
 * @param allocator where batches live
 */
public record Execution(
    Map<String, GraphSource> graphs,
    Map<SchemaRef, Binding> bindings,
    Arguments arguments,
    BufferAllocator allocator) {
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

package org.omnigraph.query.plan;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.catalog.SchemaRef;

/**
 * A planned statement. Holds no data and no snapshot.
 *
 * @param root what to run; its columns are those of {@code schema} in order
 * @param schema the result on the wire
 * @param parameterTypes the inferred type of each parameter
 * @param parameters the parameters as nullable fields
 * @param ordered whether the order of the rows means something
 * @param explain whether the caller wants to see the plan instead
 * @param reads the schemas whose snapshots it reads
 */
public record Plan(
    RelNode root,
    Schema schema,
    List<RelDataType> parameterTypes,
    Schema parameters,
    boolean ordered,
    boolean explain,
    List<SchemaRef> reads) {
  public Plan {
    parameterTypes = List.copyOf(parameterTypes);
    reads = List.copyOf(reads);
  }
}

package org.omnigraph.query.gq.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.check.Block;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.check.Hop;

/**
 * What a query does.
 *
 * @param result the columns it returns; none of a mutation
 * @param reads the types that it may look at
 * @param writes the types that its statements name
 */
public record Operation(List<Column> result, SortedSet<TypeKey> reads, SortedSet<TypeKey> writes) {
  public Operation {
    result = List.copyOf(result);
  }

  /**
   * A column of the result.
   *
   * @param kind what a program may call its type
   * @param itemKind likewise, of the items of a list
   * @param dimension of a vector
   */
  public record Column(
      String name,
      String kind,
      Optional<String> itemKind,
      OptionalInt dimension,
      boolean nullable) {
    static Column of(Checked.Column column) {
      PropertyType type = column.type();
      String kind = Operation.kind(type.scalar());
      return new Column(
          column.name(),
          type.list() ? "list" : kind,
          type.list() ? Optional.of(kind) : Optional.empty(),
          type.scalar() == Scalar.VECTOR ? OptionalInt.of(type.dimension()) : OptionalInt.empty(),
          type.nullable());
    }
  }

  static Operation of(Checked query, AcceptedSchema schema) {
    return query instanceof Checked.Read read
        ? ofRead(read)
        : ofMutation((Checked.Mutation) query, schema);
  }

  private static Operation ofRead(Checked.Read read) {
    SortedSet<TypeKey> reads = new TreeSet<>();
    collect(read.match(), reads);
    return new Operation(read.columns().stream().map(Column::of).toList(), reads, new TreeSet<>());
  }

  private static void collect(Block block, SortedSet<TypeKey> reads) {
    block.nodes().forEach(n -> reads.add(n.type().key()));
    for (Hop hop : block.hops()) {
      reads.add(hop.type().key());
      reads.addAll(ends(hop.type()));
    }
    block.negations().forEach(n -> collect(n, reads));
    block.optionals().forEach(o -> collect(o, reads));
  }

  private static List<TypeKey> ends(EdgeType type) {
    return List.of(TypeKey.node(type.from()), TypeKey.node(type.to()));
  }

  private static Operation ofMutation(Checked.Mutation mutation, AcceptedSchema schema) {
    SortedSet<TypeKey> reads = new TreeSet<>();
    SortedSet<TypeKey> writes = new TreeSet<>();
    for (Checked.Change change : mutation.changes()) {
      GraphType type = change.type();
      writes.add(type.key());
      if (!(change instanceof Checked.Change.Insert)) {
        reads.add(type.key());
      } else if (type instanceof EdgeType edge) {
        reads.addAll(ends(edge));
      }
      if (change instanceof Checked.Change.Delete && type instanceof NodeType) {
        reads.addAll(incident(type.name(), schema));
      }
    }
    return new Operation(List.of(), reads, writes);
  }

  private static List<TypeKey> incident(String node, AcceptedSchema schema) {
    List<TypeKey> incident = new ArrayList<>();
    for (GraphType type : schema.types()) {
      if (type instanceof EdgeType edge && (edge.from().equals(node) || edge.to().equals(node))) {
        incident.add(edge.key());
      }
    }
    return incident;
  }

  private static String kind(Scalar scalar) {
    return switch (scalar) {
      case STRING -> "string";
      case BOOL -> "bool";
      case I32, U32 -> "int";
      case I64, U64 -> "bigint";
      case F32, F64 -> "float";
      case DATE -> "date";
      case DATE_TIME -> "datetime";
      case VECTOR -> "vector";
      case BLOB -> "blob";
    };
  }
}

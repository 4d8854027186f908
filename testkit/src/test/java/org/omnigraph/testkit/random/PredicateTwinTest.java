package org.omnigraph.testkit.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness;

/** A predicate finds the same rows whether they are committed or pending. */
class PredicateTwinTest {
  private static final TypeKey THING = TypeKey.node("Thing");
  private static final int ROWS = 60;
  private static final int PREDICATES = 400;
  private static final List<String> TEXTS =
      List.of(
          "", "a", "A", "ab", "a%b", "a_b", "é", "😀", "\uFFFD", "it's", "back\\slash", "z\u0000");
  private static final List<Double> DOUBLES =
      List.of(0.0, -0.0, 1.5, -1.5, 1e-300, Double.MAX_VALUE, 0.1, -3.0);
  private static final List<Float> FLOATS = List.of(0f, -0f, 1.5f, 0.1f, Float.MAX_VALUE, -3f);
  private static final List<Long> LONGS = List.of(0L, 1L, -1L, 7L, Long.MAX_VALUE, Long.MIN_VALUE);
  private static final List<String> COLUMNS =
      List.of("name", "s", "b", "i32", "i64", "u32", "u64", "f32", "f64", "d", "t");

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node Thing {
            name: String @key
            s: String?
            b: Bool?
            i32: I32?
            i64: I64?
            u32: U32?
            u64: U64?
            f32: F32?
            f64: F64?
            d: Date?
            t: DateTime?
          }
          """);

  private Random random = new Random(0);

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private Value value(String column) {
    if (random.nextInt(4) == 0) {
      return new Value.Null();
    }
    return switch (column) {
      case "s" -> new Value.Text(one(TEXTS));
      case "b" -> new Value.Bool(random.nextBoolean());
      case "i32" -> new Value.Int64(one(LONGS).intValue());
      case "i64" -> new Value.Int64(one(LONGS));
      case "u32" -> new Value.Int64(one(LONGS) & 0xffff_ffffL);
      case "u64" -> new Value.Unsigned(one(LONGS));
      case "f32" -> new Value.Float64(one(FLOATS));
      case "f64" -> new Value.Float64(one(DOUBLES));
      case "d" -> new Value.Date(random.nextInt(5) - 2);
      case "t" -> new Value.DateTime(random.nextInt(5) - 2L);
      default -> throw new IllegalArgumentException(column);
    };
  }

  private Literal literal(String column) {
    return switch (column) {
      case "name" -> new Literal.Text("n" + random.nextInt(ROWS));
      case "s" -> new Literal.Text(one(TEXTS));
      case "b" -> new Literal.Bool(random.nextBoolean());
      case "i32" -> new Literal.Int64(one(LONGS).intValue());
      case "i64" -> new Literal.Int64(one(LONGS));
      case "u32" -> new Literal.Int64(one(LONGS) & 0xffff_ffffL);
      case "u64" -> new Literal.Unsigned(one(LONGS));
      case "f32" -> new Literal.Float64(one(FLOATS));
      case "f64" -> new Literal.Float64(one(DOUBLES));
      case "d" -> new Literal.Date(random.nextInt(5) - 2);
      case "t" -> new Literal.DateTime(random.nextInt(5) - 2L);
      default -> throw new IllegalArgumentException(column);
    };
  }

  private Predicate predicate(int depth) {
    String column = one(COLUMNS);
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> new Predicate.IsNull(column);
      case 1 -> new Predicate.In(column, List.of(literal(column), literal(column)));
      case 2 -> new Predicate.Like("s", one(List.of("%", "a%", "_", "%_b", "a\\%", "%😀", "")));
      case 3, 4 -> new Predicate.Compare(column, one(List.of(Operator.values())), literal(column));
      case 5 -> new Predicate.Not(predicate(depth - 1));
      case 6 -> new Predicate.And(List.of(predicate(depth - 1), predicate(depth - 1)));
      default -> new Predicate.Or(List.of(predicate(depth - 1), predicate(depth - 1)));
    };
  }

  private Mutation rows() {
    List<Statement> inserts = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      Map<String, Value> values = new LinkedHashMap<>();
      values.put("name", new Value.Text("n" + i));
      COLUMNS.stream().skip(1).forEach(column -> values.put(column, value(column)));
      inserts.add(new Statement.Insert(THING, values));
    }
    return new Mutation(inserts);
  }

  private static Set<String> found(Graph graph, MutationStaging staging, Predicate where) {
    Set<String> names = new TreeSet<>();
    try (ArrowReader reader = staging.scan(THING, List.of("name"), where, graph.allocator())) {
      while (reader.loadNextBatch()) {
        for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
          names.add(String.valueOf(reader.getVectorSchemaRoot().getVector(0).getObject(row)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  @Test
  void committedAndPendingRowsAnswerAlike() {
    long seed = Long.getLong("seed", System.nanoTime());
    random = new Random(seed);
    Graph graph = harness.graph();
    Mutation rows = rows();
    try (MutationStaging pending = graph.begin(BranchName.MAIN, Budget.KEYED)) {
      rows.runOn(pending, graph.schema(), graph.allocator());
      graph.mutate(BranchName.MAIN, rows, CommitOptions.ANONYMOUS);
      try (MutationStaging committed = graph.begin(BranchName.MAIN, Budget.KEYED)) {
        for (int i = 0; i < PREDICATES; i++) {
          Predicate where = predicate(3);
          assertThat(found(graph, pending, where))
              .as("seed " + seed + ", predicate " + i + ": " + where)
              .isEqualTo(found(graph, committed, where));
        }
      }
    }
  }
}

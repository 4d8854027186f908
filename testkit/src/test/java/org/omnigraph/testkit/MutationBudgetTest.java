package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Statements.gt;
import static org.omnigraph.testkit.Statements.insert;
import static org.omnigraph.testkit.Statements.update;
import static org.omnigraph.testkit.Team.NOTE;
import static org.omnigraph.testkit.Team.PERSON;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;
import org.omnigraph.testkit.GraphHarness.Write;

/** 8,192 rows and 32 MiB a table and mutation, to the row, and nothing is left of one row more. */
class MutationBudgetTest {
  private static final int ROWS = 8192;

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(Team.SCHEMA);

  private Mutated mutate(List<Statement> statements) {
    return harness
        .graph()
        .mutate(BranchName.MAIN, new Mutation(statements), CommitOptions.ANONYMOUS);
  }

  private static List<Statement> inserts(int rows) {
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      statements.add(insert(PERSON, "name", "p" + i, "age", 1));
    }
    return statements;
  }

  private static Write people(int from, int to, int age) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("name", "p" + i);
      row.put("age", age);
      rows.add(row);
    }
    return new Write(PERSON, WriteMode.UPSERT, rows);
  }

  private void committed(int rows) {
    for (int from = 0; from < rows; from += 5000) {
      harness.write(people(from, Math.min(rows, from + 5000), 1));
    }
  }

  private void refuses(long limit, long actual, Runnable request) {
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    assertThatThrownBy(request::run)
        .isInstanceOfSatisfying(
            ResourceLimitExceeded.class,
            refused -> {
              assertThat(refused.limit()).isEqualTo(limit);
              if (actual > 0) {
                assertThat(refused.actual()).isEqualTo(actual);
              } else {
                assertThat(refused.actual()).isGreaterThan(limit);
              }
            });
    assertThat(harness.graph().snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
    try (RawTables raw = new RawTables(harness.directory())) {
      before
          .tables()
          .values()
          .forEach(entry -> assertThat(raw.newest(entry.ref())).isEqualTo(entry.version()));
    }
  }

  @Test
  @Tag("W-027")
  @Tag("W-028")
  void asManyInsertsAsTheLimitPassAndNotOneMore() {
    refuses(ROWS, ROWS + 1, () -> mutate(inserts(ROWS + 1)));
    mutate(inserts(ROWS));
    assertThat(harness.rows(PERSON)).hasSize(ROWS);
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(2);
  }

  @Test
  @Tag("W-029")
  void anUpdateMatchesAsManyRowsAsTheLimit() {
    committed(ROWS + 1);
    refuses(ROWS, ROWS + 1, () -> mutate(List.of(update(PERSON, eq("age", 1), "repoName", "r"))));
    harness.write(people(0, 1, 2));
    assertThat(mutate(List.of(update(PERSON, eq("age", 1), "repoName", "r"))).affected().nodes())
        .isEqualTo(ROWS);
  }

  @Test
  @Tag("W-030")
  void bytesHaveALimitToo() {
    String mega = "x".repeat(1 << 20);
    List<Statement> statements = new ArrayList<>();
    for (int i = 0; i < 33; i++) {
      statements.add(insert(NOTE, "text", mega));
    }
    refuses(32L << 20, 0, () -> mutate(statements));
    for (int i = 0; i < 2; i++) {
      mutate(statements.subList(0, 17));
    }
    refuses(32L << 20, 0, () -> mutate(List.of(update(NOTE, gt("text", ""), "u32", 1))));
  }

  private void staged(int pending, Consumer<MutationStaging> then) {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), staging, people(0, pending, 5));
      then.accept(staging);
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
  }

  private static void give(MutationStaging staging, int age) {
    staging.update(PERSON, eq("age", age), Statements.values("repoName", "r"), row -> "the update");
  }

  @Test
  @Tag("W-031")
  void anUpdateStartsFromWhatIsPending() {
    harness.write(people(9000, 9200, 1));
    refuses(ROWS, 8200, () -> staged(8000, staging -> give(staging, 1)));
    staged(7992, staging -> give(staging, 1));
    assertThat(harness.rows(PERSON)).hasSize(ROWS);
  }

  @Test
  @Tag("W-032")
  void hiddenRowsAreNotChargedAndPendingMatchesAre() {
    committed(4100);
    staged(4000, staging -> give(staging, 5));
    assertThat(harness.rows(PERSON).get("p3999"))
        .containsEntry("age", 5)
        .containsEntry("repoName", "r");
    assertThat(harness.rows(PERSON).get("p4000"))
        .containsEntry("age", 1)
        .containsEntry("repoName", null);
    harness.write(people(0, 4100, 5));
    refuses(ROWS, 8200, () -> staged(4100, staging -> give(staging, 5)));
  }

  @Test
  void manyRowsAreUpdatedUnderTheBulkBudget() {
    committed(12_000);
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.BULK)) {
      staging.update(PERSON, eq("age", 1), Statements.values("age", 9), row -> "the update");
      harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
    assertThat(harness.rows(PERSON)).hasSize(12_000);
    assertThat(harness.rows(PERSON).values()).extracting("age").containsOnly(9);
  }
}

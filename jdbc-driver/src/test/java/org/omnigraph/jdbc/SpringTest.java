package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Spring's {@code JdbcTemplate} and its transactions over a pool of the driver's connections. */
class SpringTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();
  private static HikariDataSource pool;
  private static JdbcTemplate jdbc;
  private static DataSourceTransactionManager transactions;

  @BeforeAll
  static void fill() {
    pool = new HikariDataSource();
    pool.setJdbcUrl(SERVER.url("/types"));
    pool.setMaximumPoolSize(2);
    jdbc = new JdbcTemplate(pool);
    transactions = new DataSourceTransactionManager(pool);
  }

  @AfterEach
  void removeThings() {
    jdbc.update("DELETE FROM Thing WHERE name LIKE 'j%'");
  }

  @AfterAll
  static void closePool() {
    pool.close();
  }

  private static List<String> things() {
    return jdbc.queryForList(
        "SELECT name || COALESCE(CAST(small AS VARCHAR), '') FROM Thing WHERE name LIKE 'j%'"
            + " ORDER BY name",
        String.class);
  }

  @Test
  void queriesAndUpdatesTakeParameters() {
    assertThat(jdbc.update("INSERT INTO Thing (name, small) VALUES (?, ?)", "j1", 1)).isEqualTo(1);
    assertThat(jdbc.update("INSERT INTO Thing (name, small) VALUES (?, ?)", "j2", null))
        .isEqualTo(1);
    assertThat(things()).containsExactly("j11", "j2");
    assertThat(jdbc.queryForObject("SELECT small FROM Thing WHERE name = ?", Integer.class, "j1"))
        .isEqualTo(1);
    assertThat(jdbc.queryForMap("SELECT name, flag FROM Thing WHERE name = ?", "full"))
        .containsEntry("name", "full")
        .containsEntry("flag", true);
    assertThat(
            new NamedParameterJdbcTemplate(jdbc)
                .queryForList(
                    "SELECT name FROM Thing WHERE name IN (:names) ORDER BY name",
                    Map.of("names", List.of("j1", "j2")),
                    String.class))
        .containsExactly("j1", "j2");
    assertThat(jdbc.update("UPDATE Thing SET small = ? WHERE name LIKE 'j%'", 7)).isEqualTo(2);
  }

  @Test
  void batchUpdatesAreSentAndCounted() {
    int[][] counts =
        jdbc.batchUpdate(
            "INSERT INTO Thing (name, small) VALUES (?, ?)",
            List.of("j1", "j2", "j3"),
            2,
            (statement, name) -> {
              statement.setString(1, name);
              statement.setInt(2, 4);
            });
    assertThat(counts).isDeepEqualTo(new int[][] {{1, 1}, {1}});
    assertThat(things()).containsExactly("j14", "j24", "j34");
  }

  @Test
  void aTransactionCommitsOrIsRolledBackAsAWhole() {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.executeWithoutResult(
        status -> {
          jdbc.update("INSERT INTO Thing (name) VALUES ('j1')");
          jdbc.update("INSERT INTO Thing (name) VALUES ('j2')");
        });
    assertThat(things()).containsExactly("j1", "j2");
    assertThatThrownBy(
            () ->
                template.executeWithoutResult(
                    status -> {
                      jdbc.update("DELETE FROM Thing WHERE name = 'j1'");
                      assertThat(things()).containsExactly("j2");
                      throw new IllegalStateException("stop");
                    }))
        .hasMessage("stop");
    assertThat(things()).containsExactly("j1", "j2");
  }

  @Test
  void aNestedTransactionIsASavepoint() {
    TransactionTemplate outer = new TransactionTemplate(transactions);
    TransactionTemplate nested = new TransactionTemplate(transactions);
    nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
    outer.executeWithoutResult(
        status -> {
          jdbc.update("INSERT INTO Thing (name) VALUES ('j1')");
          nested.executeWithoutResult(
              inner -> {
                jdbc.update("INSERT INTO Thing (name) VALUES ('j2')");
                inner.setRollbackOnly();
              });
          nested.executeWithoutResult(
              inner -> jdbc.update("INSERT INTO Thing (name) VALUES ('j3')"));
        });
    assertThat(things()).containsExactly("j1", "j3");
  }

  @Test
  void aReadOnlyTransactionRefusesToWriteAndLeavesTheConnectionAsItWas() {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.setReadOnly(true);
    template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    template.setTimeout(60);
    assertThat(
            template.<Long>execute(
                status -> jdbc.queryForObject("SELECT COUNT(*) FROM Thing", Long.class)))
        .isEqualTo(3);
    assertThatThrownBy(
            () ->
                template.executeWithoutResult(
                    status -> jdbc.update("INSERT INTO Thing (name) VALUES ('j1')")))
        .isInstanceOf(DataAccessException.class)
        .hasMessageContaining("read-only");
    assertThat(jdbc.update("INSERT INTO Thing (name) VALUES ('j1')")).isEqualTo(1);
  }

  @Test
  void anErrorIsOneOfSpringsWithTheServersText() {
    jdbc.update("INSERT INTO Thing (name) VALUES ('j1')");
    assertThatThrownBy(() -> jdbc.update("INSERT INTO Thing (name) VALUES ('j1')"))
        .isInstanceOf(org.springframework.dao.DataIntegrityViolationException.class)
        .hasMessageContaining("j1");
    assertThatThrownBy(() -> jdbc.queryForList("SELECT nme FROM Thing"))
        .isInstanceOf(org.springframework.jdbc.BadSqlGrammarException.class)
        .hasMessageContaining("nme");
  }
}

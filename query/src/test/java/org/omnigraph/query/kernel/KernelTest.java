package org.omnigraph.query.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.omnigraph.query.running.RunningStatement;

class KernelTest {
  private static final RunningStatement ANY = RunningStatement.unlisted();

  @Test
  void theMemoryOfADuckDbGrowsWhileItRunsWhenAnotherEnds() throws Exception {
    KernelLimits limits = KernelLimits.defaults().withMemoryOfAll(512 << 20);
    try (Kernel kernel = new Kernel(limits)) {
      Database first = kernel.acquire(ANY, Database.Inputs.STREAMS, false);
      assertThat(limit(first)).isEqualTo("128.0 MiB");
      Database second = kernel.acquire(ANY, Database.Inputs.STREAMS, false);
      assertThat(limit(second)).isEqualTo("64.0 MiB");

      kernel.release(first, false);
      assertThat(second.memory()).isEqualTo(128 << 20);
      assertThat(limit(second)).isEqualTo("128.0 MiB");

      Database third = kernel.acquire(ANY, Database.Inputs.STREAMS, false);
      assertThat(third).isSameAs(first);
      assertThat(limit(third)).isEqualTo("64.0 MiB");
      kernel.release(third, false);
      kernel.release(second, false);
    }
  }

  @Test
  void onlyMemoryAndThreadsCanBeSet() throws Exception {
    try (Kernel kernel = new Kernel(KernelLimits.defaults())) {
      Database database = kernel.acquire(ANY, Database.Inputs.TABLES, false);
      for (String setting :
          new String[] {
            "temp_directory='/elsewhere'",
            "lock_configuration=false",
            "enable_external_access=true",
            "allowed_configs=['temp_directory']"
          }) {
        try (Statement statement = database.connection().createStatement()) {
          assertThatThrownBy(() -> statement.execute("SET " + setting))
              .isInstanceOf(SQLException.class);
        }
      }
      kernel.release(database, true);
    }
  }

  @Test
  void aLittleMemoryIsForOneThread() throws Exception {
    for (long memory : new long[] {33 << 20, 1 << 30}) {
      try (Kernel kernel = new Kernel(KernelLimits.defaults().withMemory(memory))) {
        Database database = kernel.acquire(ANY, Database.Inputs.STREAMS, false);
        assertThat(setting(database, "threads"))
            .isEqualTo(
                memory < 1 << 30
                    ? "1"
                    : Integer.toString(Math.min(32, Runtime.getRuntime().availableProcessors())));
        kernel.release(database, false);
      }
    }
  }

  @Test
  void manyAtOnceHaveFewThreadsEach() throws Exception {
    try (Kernel kernel = new Kernel(KernelLimits.defaults())) {
      List<Database> running = new ArrayList<>();
      while (running.size() < KernelLimits.defaults().statements()) {
        running.add(kernel.acquire(ANY, Database.Inputs.STREAMS, false));
      }
      int cores = Runtime.getRuntime().availableProcessors();
      assertThat(setting(running.get(0), "threads")).isEqualTo(Integer.toString(cores));
      assertThat(setting(running.get(running.size() - 1), "threads"))
          .isEqualTo(Integer.toString(Math.max(1, 2 * cores / running.size())));
      running.forEach(database -> kernel.release(database, false));
    }
  }

  private static String limit(Database database) throws SQLException {
    return setting(database, "memory_limit");
  }

  private static String setting(Database database, String name) throws SQLException {
    try (Statement statement = database.connection().createStatement();
        ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "')")) {
      row.next();
      return row.getString(1);
    }
  }
}

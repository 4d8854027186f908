package org.omnigraph.flight;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Python clients against the flights of a week: the scripts in {@code src/test/python}. */
class PythonClientsTest {
  @RegisterExtension static final WeekServer SERVER = new WeekServer();

  @TestFactory
  Stream<DynamicTest> adbcPandasAndPlainFlight() throws Exception {
    return PythonEnvironment.require()
        .cases(SERVER.folder(), "clients.py", SERVER.uri(), WeekServer.DATA.toString());
  }

  @TestFactory
  Stream<DynamicTest> ourPackageSqlAlchemyPolarsAndDuckDb() throws Exception {
    return PythonEnvironment.require().cases(SERVER.folder(), "libraries.py", SERVER.uri());
  }

  @TestFactory
  Stream<DynamicTest> sqlAlchemyBeforeVersion2() throws Exception {
    return PythonEnvironment.requireSqlAlchemy14()
        .cases(SERVER.folder(), "sqlalchemy14.py", SERVER.uri());
  }
}

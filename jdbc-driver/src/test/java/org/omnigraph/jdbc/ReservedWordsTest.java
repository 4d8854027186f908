package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.babel.SqlBabelParserImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which names need quotes. */
class ReservedWordsTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @Test
  void theWordsAreThoseOfTheServersParser() {
    SqlAbstractParserImpl.Metadata parser =
        SqlParser.create("", SqlParser.config().withParserFactory(SqlBabelParserImpl.FACTORY))
            .getMetadata();
    Set<String> words =
        parser.getTokens().stream()
            .filter(word -> word.matches("[A-Z][A-Z_]*") && parser.isReservedWord(word))
            .collect(Collectors.toSet());
    assertThat(ReservedWords.ALL).isEqualTo(words);
  }

  @Test
  void aReservedWordIsNoSimpleIdentifierAndIsQuoted() throws SQLException {
    try (Connection connection = SERVER.connect("/types");
        Statement statement = connection.createStatement()) {
      assertThat(statement.isSimpleIdentifier("name")).isTrue();
      assertThat(statement.isSimpleIdentifier("order")).isFalse();
      assertThat(statement.isSimpleIdentifier("two words")).isFalse();
      assertThat(statement.enquoteIdentifier("name", false)).isEqualTo("name");
      assertThat(statement.enquoteIdentifier("name", true)).isEqualTo("\"name\"");
      String quoted = statement.enquoteIdentifier("order", false);
      assertThat(quoted).isEqualTo("\"order\"");
      try (ResultSet row = statement.executeQuery("SELECT 1 AS " + quoted)) {
        assertThat(row.getMetaData().getColumnLabel(1)).isEqualTo("order");
      }
    }
  }
}

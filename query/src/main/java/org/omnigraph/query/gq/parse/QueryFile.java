package org.omnigraph.query.gq.parse;

import java.util.List;
import java.util.Optional;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.grammar.GqLexer;
import org.omnigraph.query.gq.grammar.GqParser;

/** The queries of a text, in its order; there may be none. */
public record QueryFile(List<Query> queries) {
  public QueryFile {
    queries = List.copyOf(queries);
  }

  /**
   * Reads a text.
   *
   * @throws InvalidRequest at the first thing that is no query, with line, column and the remedy
   */
  public static QueryFile parse(String source) {
    QuerySyntaxErrors errors = new QuerySyntaxErrors();
    GqLexer lexer = new GqLexer(CharStreams.fromString(source));
    lexer.removeErrorListeners();
    lexer.addErrorListener(errors);
    GqParser parser = new GqParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(errors);
    return new QueryFile(parser.file().query().stream().map(QueryReader::query).toList());
  }

  /**
   * The query of a name, or the only one when no name is given.
   *
   * @throws InvalidRequest when there is none of the name, or several to choose from
   */
  public Query select(Optional<String> name) {
    if (name.isPresent()) {
      return queries.stream()
          .filter(q -> q.name().text().equals(name.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  new InvalidRequest("query '" + name.get() + "' not found; there are " + names()));
    }
    if (queries.isEmpty()) {
      throw new InvalidRequest("the query file has no query; write 'query name() { … }'");
    }
    if (queries.size() > 1) {
      throw new InvalidRequest(
          "query file contains multiple queries; pass --name, one of " + names());
    }
    return queries.get(0);
  }

  private List<String> names() {
    return queries.stream().map(q -> q.name().text()).toList();
  }
}

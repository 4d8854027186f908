package org.omnigraph.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A graph of two node types and one edge type, with or without a few rows. */
record SmallGraph(Path folder) {
  static final String SCHEMA =
      """
      node Person { name: String @key  born: Date?  height: F64? }
      node City { code: String @key }
      edge LivesIn: Person -> City @card(0..1) { since: Date? }
      """;

  static SmallGraph empty(Path folder) throws IOException {
    SmallGraph graph = new SmallGraph(folder);
    Path schema = Files.writeString(folder.resolve("schema.pg"), SCHEMA);
    CommandRun.good("init", "--schema", schema.toString(), graph.uri());
    return graph;
  }

  static SmallGraph loaded(Path folder) throws IOException {
    SmallGraph graph = empty(folder);
    Path rows =
        graph.rows(
            """
            {"type":"Person","data":{"name":"Ada","born":"1815-12-10","height":1.6}}
            {"type":"Person","data":{"name":"Grace, \\"Amazing\\""}}
            {"type":"City","data":{"code":"LON"}}
            {"edge":"LivesIn","from":"Ada","to":"LON"}
            """);
    CommandRun.good("load", graph.uri(), "--data", rows.toString(), "--mode", "overwrite");
    return graph;
  }

  String uri() {
    return folder.resolve("a graph").toString();
  }

  Path rows(String lines) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "rows", ".jsonl"), lines);
  }
}

package org.omnigraph.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "init",
    description = "Create an empty graph from a schema.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(
      names = "--schema",
      required = true,
      paramLabel = "FILE",
      description = "The .pg file with the types.")
  private Path schema = Path.of("");

  @Override
  public Integer call() throws Exception {
    String uri = graph.uri();
    Graph.init(uri, source(), GraphConfig.defaults()).close();
    Streams.out(spec).println("initialized " + uri);
    return 0;
  }

  private String source() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(schema));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidRequest(
          schema + " is not UTF-8 text from byte " + bytes.position() + " on; save it as UTF-8", e);
    }
  }
}

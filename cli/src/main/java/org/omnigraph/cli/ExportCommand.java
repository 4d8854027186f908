package org.omnigraph.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.export.Export;
import org.omnigraph.engine.manifest.Snapshot;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    description = {
      "Write a branch or a snapshot in a form that load takes back.",
      "NDJSON on standard output, or Parquet files in a folder, one a type."
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..2",
      paramLabel = "[URI] [DIR]",
      hideParamSyntax = true,
      description = {
        "The graph: a path, file:// or s3://.",
        "With --format parquet, last: the folder for nodes/TYPE.parquet and edges/TYPE.parquet."
      })
  private List<String> places = List.of();

  @Option(names = "--store", paramLabel = "URI", description = "The graph, as an option.")
  private @Nullable String store;

  @ArgGroup private ReadTarget target = new ReadTarget();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Only this type; may be repeated (default: all).")
  private List<String> types = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = WordConverter.ExportFormats.class,
      description = "jsonl (default) or parquet.")
  private ExportFormat format = ExportFormat.JSONL;

  @Override
  public Integer call() throws Exception {
    int folders = format == ExportFormat.PARQUET ? 1 : 0;
    int graphs = places.size() - folders;
    if (graphs < 0 || graphs > 1) {
      throw new ParameterException(
          Streams.of(spec).commandLine(),
          folders == 1
              ? "Parquet goes to a folder: export [URI] --format parquet DIR"
              : "jsonl goes to standard output, and one graph is exported at a time");
    }
    String uri = GraphAddress.uri(graphs == 0 ? null : places.get(0), store);
    try (Graph open = Graph.open(uri, GraphConfig.defaults().asReadOnly())) {
      Export export = open.export(snapshot(open), types);
      if (folders == 1) {
        export.parquet(Path.of(places.get(graphs)));
      } else {
        write(export);
      }
    }
    return 0;
  }

  private Snapshot snapshot(Graph open) {
    return target.snapshot().map(open::snapshotAt).orElseGet(() -> open.snapshot(target.branch()));
  }

  private void write(Export export) throws Exception {
    PrintWriter out = Streams.out(spec);
    try (Utf8Stream stream = new Utf8Stream(out)) {
      export.ndjson(stream);
    } catch (Utf8Stream.NobodyReads e) {
      // As in "… | head": what was asked for has been read.
    }
  }
}

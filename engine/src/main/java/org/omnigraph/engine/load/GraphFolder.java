package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;

/**
 * A folder of {@code nodes/TYPE.*} and {@code edges/TYPE.*}. What is not named like that, or ends
 * in another way than the formats do, is left alone.
 *
 * @param files nodes first, then edges, each by file name
 * @param bytes the size of all files
 */
record GraphFolder(List<TypeFile> files, long bytes) {
  GraphFolder {
    files = List.copyOf(files);
  }

  /** The rows of one type. */
  record TypeFile(GraphType type, Path path, FileKind kind, long bytes) {}

  /**
   * Lists a folder.
   *
   * @throws InvalidRequest for a file of an unknown type, two files for one type, or none at all
   */
  static GraphFolder of(Path folder, AcceptedSchema schema) throws IOException {
    List<TypeFile> files = new ArrayList<>();
    for (EntityKind kind : EntityKind.values()) {
      Map<TypeKey, Path> taken = new HashMap<>();
      for (Path path : sorted(folder.resolve(kind.directory()))) {
        Optional<FileKind> format = FileKind.of(path);
        if (format.isPresent()) {
          GraphType type = type(schema, kind, path);
          Path other = taken.put(type.key(), path);
          if (other != null) {
            throw new InvalidRequest(
                "two files for "
                    + type.key()
                    + ": "
                    + folder.relativize(other)
                    + " and "
                    + folder.relativize(path)
                    + "; keep one");
          }
          files.add(new TypeFile(type, path, format.get(), Files.size(path)));
        }
      }
    }
    if (files.isEmpty()) {
      throw new InvalidRequest(
          "nothing to load in folder "
              + folder
              + "; it needs files such as nodes/TYPE.parquet and edges/TYPE.csv, ending in "
              + FileKind.ENDINGS);
    }
    return new GraphFolder(files, files.stream().mapToLong(TypeFile::bytes).sum());
  }

  private static List<Path> sorted(Path folder) throws IOException {
    List<Path> paths = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, Files::isRegularFile)) {
        entries.forEach(paths::add);
      }
    }
    paths.sort(null);
    return paths;
  }

  private static GraphType type(AcceptedSchema schema, EntityKind kind, Path path) {
    String file = path.getFileName().toString();
    String name = file.substring(0, file.lastIndexOf('.'));
    return LoadTarget.type(schema, kind, name)
        .orElseThrow(
            () ->
                new InvalidRequest(
                    kind.directory()
                        + "/"
                        + file
                        + ": unknown "
                        + kind.prefix()
                        + " type '"
                        + name
                        + "'; "
                        + LoadTarget.typeNames(schema, kind)));
  }

  /** Reads every file; a type whose file has no rows is touched all the same. */
  void read(LoadTarget target) throws IOException {
    long rows = 0;
    long before = 0;
    for (TypeFile file : files) {
      rows = TypeFileReader.read(file, target, new Progress(rows, before, bytes));
      before += file.bytes();
      target.progress().at(file.type().key(), rows, before, bytes);
    }
  }

  /** What was read before a file. */
  record Progress(long rows, long bytes, long totalBytes) {}
}

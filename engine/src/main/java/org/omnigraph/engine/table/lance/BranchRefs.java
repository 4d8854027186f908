package org.omnigraph.engine.table.lance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.TableBranch;

/**
 * The files that make branches of one dataset: {@code _refs/branches/<name>.json}, percent-encoded:
 * {@code %2F} for {@code /}. One look-up reads one small file, where Lance's own listing reads all
 * of them.
 *
 * <p>An empty file is no branch: Lance leaves one when the disk was full as it made a branch.
 */
final class BranchRefs {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUFFIX = ".json";

  private final StoredFiles files;
  private final String directory;

  /**
   * The refs of a dataset.
   *
   * @param dataset its directory, the main line's
   */
  BranchRefs(StoredFiles files, String dataset) {
    this.files = files;
    this.directory = dataset + "/_refs/branches";
  }

  /** The branch of that name, if there is one. */
  Optional<TableBranch> read(BranchName name) {
    return files
        .read(file(name))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .filter(text -> !text.isEmpty())
        .map(text -> branch(name, json(name, text)));
  }

  private JsonNode json(BranchName name, String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new CorruptState(file(name) + " is no JSON", e);
    }
  }

  private TableBranch branch(BranchName name, JsonNode ref) {
    JsonNode mapping = ref.path("identifier").path("version_mapping");
    JsonNode version = ref.path("parentVersion");
    JsonNode parent = ref.path("parentBranch");
    if (!mapping.isArray() || mapping.isEmpty() || !version.isIntegralNumber()) {
      throw new CorruptState(file(name) + " does not say where the branch was cut");
    }
    List<TableBranch.Cut> cuts = new ArrayList<>();
    for (JsonNode cut : mapping) {
      cuts.add(new TableBranch.Cut(cut.path(0).longValue(), cut.path(1).asText()));
    }
    return new TableBranch(
        name,
        new TableBranch.BranchIdentifier(cuts),
        parent.isTextual() ? Optional.of(BranchName.of(parent.textValue())) : Optional.empty(),
        version.longValue());
  }

  /** All names, in no order. */
  List<BranchName> names() {
    return files.list(directory).stream()
        .filter(file -> file.size() > 0)
        .map(StoredFiles.Entry::name)
        .filter(file -> file.endsWith(SUFFIX))
        .map(file -> file.substring(0, file.length() - SUFFIX.length()))
        .map(name -> BranchName.of(URLDecoder.decode(name, StandardCharsets.UTF_8)))
        .toList();
  }

  /** Ends a branch, or removes the empty file that is none; no file is fine. */
  void delete(BranchName name) {
    files.delete(file(name));
  }

  private String file(BranchName name) {
    return directory + "/" + URLEncoder.encode(name.value(), StandardCharsets.UTF_8) + SUFFIX;
  }
}

package org.omnigraph.engine.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;
import org.omnigraph.engine.table.VersionMetadata;

/** Version metadata as JSON: four keys in fixed order, nulls written. */
public final class VersionJson {
  private VersionJson() {}

  public static ObjectNode write(VersionMetadata metadata) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("manifest_path", metadata.manifestPath());
    if (metadata.manifestSize().isPresent()) {
      node.put("manifest_size", metadata.manifestSize().getAsLong());
    } else {
      node.putNull("manifest_size");
    }
    node.put("e_tag", metadata.eTag().orElse(null));
    node.put("naming_scheme", metadata.namingScheme().orElse(null));
    return node;
  }

  /** Empty when the path is missing, the one part that must be there. */
  public static Optional<VersionMetadata> read(JsonNode node) {
    JsonNode size = node.path("manifest_size");
    return text(node, "manifest_path")
        .map(
            path ->
                new VersionMetadata(
                    path,
                    size.isIntegralNumber()
                        ? OptionalLong.of(size.longValue())
                        : OptionalLong.empty(),
                    text(node, "e_tag"),
                    text(node, "naming_scheme")));
  }

  private static Optional<String> text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isTextual() ? Optional.of(value.textValue()) : Optional.empty();
  }
}

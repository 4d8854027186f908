package org.omnigraph.engine.sidecar;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import org.omnigraph.engine.id.TypeKey;

/** Outcomes as they stand in an intent and in the audit. */
public final class OutcomeJson {
  private OutcomeJson() {}

  public static ArrayNode write(List<TableOutcome> outcomes) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (TableOutcome outcome : outcomes) {
      array
          .addObject()
          .put("table_key", outcome.key().toString())
          .put("from_version", outcome.from())
          .put("to_version", outcome.to());
    }
    return array;
  }

  /**
   * Reads an array of outcomes.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static List<TableOutcome> read(JsonNode array) {
    if (!array.isArray()) {
      throw new IllegalArgumentException("its outcomes are no list");
    }
    List<TableOutcome> outcomes = new ArrayList<>();
    for (JsonNode node : array) {
      JsonNode from = node.path("from_version");
      JsonNode to = node.path("to_version");
      if (!from.isIntegralNumber() || !to.isIntegralNumber()) {
        throw new IllegalArgumentException("an outcome has no versions");
      }
      outcomes.add(
          new TableOutcome(
              TypeKey.parse(node.path("table_key").asText()), from.longValue(), to.longValue()));
    }
    return outcomes;
  }
}

package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;

/** Intents on disk: what a failing storage and a wrong file do. */
class SidecarStorageTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final StorageUnavailable DOWN = new StorageUnavailable("the storage is down");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private final Script script = new Script();

  private Graph scripted() {
    harness.write(insert("ada", "bob"));
    return harness.reopen(script);
  }

  private void assertPeople(String... names) {
    assertThat(harness.rows(PERSON)).containsOnlyKeys(names);
    assertThat(harness.sidecars()).isEmpty();
  }

  // ---- a storage that fails

  @Test
  @Tag("S-001")
  void anIntentThatCannotBePutStopsTheWriteBeforeAnyEffect() {
    Graph graph = scripted();
    script.failAt(Failpoint.SIDECAR_WRITE, DOWN);
    assertThatThrownBy(() -> harness.write(insert("eve"))).isSameAs(DOWN);
    assertThat(graph.commits(BranchName.MAIN)).hasSize(2);
    assertPeople("ada", "bob");
    harness.write(insert("eve"));
    assertPeople("ada", "bob", "eve");
  }

  @Test
  void anIntentWhosePutOnlySeemedToFailIsUsed() {
    scripted();
    script.failAt(Failpoint.SIDECAR_WRITTEN, DOWN);
    harness.write(insert("eve"));
    assertPeople("ada", "bob", "eve");
  }

  @Test
  @Tag("S-027")
  void anIntentThatIsThereAlthoughItsWriterGaveUpGoesWithTheNextOpen() throws IOException {
    Graph graph = scripted();
    String[] body = new String[1];
    script.runAt(
        Failpoint.SIDECAR_WRITTEN,
        () -> {
          Path intent =
              harness.directory().resolve("__recovery").resolve(harness.sidecars().get(0));
          body[0] = garble(intent);
          throw DOWN;
        });
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve"))).isSameAs(DOWN);
    String name = harness.sidecars().get(0);
    Files.writeString(harness.directory().resolve("__recovery").resolve(name), body[0]);
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("zoe")))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining(name.replace(".json", ""));
    harness.reopen();
    assertPeople("ada", "bob");
    assertThat(harness.graph().recoveries()).isEmpty();
  }

  /** Makes a file unreadable and returns what it said. */
  private static String garble(Path file) {
    try {
      String text = Files.readString(file);
      Files.writeString(file, "{");
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("S-003")
  @Tag("E-010")
  void anIntentThatCannotBeRemovedFailsNobody() {
    scripted();
    script.failAt(Failpoint.SIDECAR_DELETE, DOWN);
    harness.write(insert("eve"));
    assertThat(harness.sidecars()).hasSize(1);
    harness.write(insert("zoe"));
    assertPeople("ada", "bob", "eve", "zoe");
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .containsExactly(AuditEntry.Kind.ROLLED_FORWARD);
  }

  @Test
  @Tag("S-004")
  void aListThatFailsFailsWritesAndOpens() {
    Graph graph = scripted();
    script.failAt(Failpoint.SIDECAR_LIST, DOWN);
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve"))).isSameAs(DOWN);
    script.failAt(Failpoint.SIDECAR_LIST, 2, DOWN);
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve"))).isSameAs(DOWN);
    Script opening = new Script().failAt(Failpoint.SIDECAR_LIST, DOWN);
    assertThatThrownBy(() -> harness.reopen(opening)).isSameAs(DOWN);
    harness.reopen(opening);
    harness.write(insert("eve"));
    assertPeople("ada", "bob", "eve");
  }

  @Test
  @Tag("S-005")
  void aConfirmationThatCannotBePutIsTakenBack() {
    scripted();
    script.failAt(Failpoint.SIDECAR_CONFIRM, DOWN);
    assertThatThrownBy(() -> harness.write(insert("eve"))).isInstanceOf(RecoveryRequired.class);
    harness.reopen();
    assertPeople("ada", "bob");
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .containsExactly(AuditEntry.Kind.ROLLED_BACK);
  }

  @Test
  void aConfirmationWhosePutOnlySeemedToFailIsFinished() {
    scripted();
    script.failAt(Failpoint.SIDECAR_CONFIRMED, DOWN);
    assertThatThrownBy(() -> harness.write(insert("eve"))).isInstanceOf(RecoveryRequired.class);
    harness.write(insert("zoe"));
    assertPeople("ada", "bob", "eve", "zoe");
  }

  @Test
  @Tag("S-006")
  void anAuditThatFailsIsMadeUpForOnce() {
    harness.write(insert("ada", "bob"));
    interruptAt(Failpoint.CONFIRMED, insert("eve"));
    Script opening = new Script().failAt(Failpoint.AUDIT, DOWN);
    assertThatThrownBy(() -> harness.reopen(opening)).isSameAs(DOWN);
    assertThat(harness.sidecars()).hasSize(1);
    harness.reopen(new Script());
    assertPeople("ada", "bob", "eve");
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(3);
    assertThat(harness.graph().recoveries()).hasSize(1);
  }

  @Test
  @Tag("S-006")
  void anAuditWhoseReplyWasLostIsNotMadeTwice() {
    harness.write(insert("ada", "bob"));
    interruptAt(Failpoint.CONFIRMED, insert("eve"));
    Script opening = new Script().failAt(Failpoint.AUDITED, DOWN);
    assertThatThrownBy(() -> harness.reopen(opening)).isSameAs(DOWN);
    harness.reopen(new Script());
    assertPeople("ada", "bob", "eve");
    assertThat(harness.graph().recoveries()).hasSize(1);
  }

  /** A write that dies at a place; its intent. */
  private Path interruptAt(Failpoint place, Write... writes) {
    Script dying = new Script();
    Graph graph = harness.reopen(dying);
    dying.crashAt(place);
    assertThatThrownBy(() -> GraphHarness.write(graph, writes)).isInstanceOf(Crash.class);
    harness.close();
    return harness.directory().resolve("__recovery").resolve(harness.sidecars().get(0));
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(Path file, JsonNode body) {
    try {
      Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Tag("S-007")
  @Tag("S-008")
  void anIntentThatGoesAfterItWasListedIsPassedOver() {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"));
    String uri = harness.directory().toString();
    Script reading = new Script().runAt(Failpoint.SIDECARS_LISTED, () -> delete(intent));
    Graph.open(uri, GraphConfig.defaults().asReadOnly(), reading).close();
    assertThat(reading.passed()).contains(Failpoint.SIDECARS_LISTED);
    harness.reopen(script);
    Path again = interruptBeside(script, intent);
    script.runAt(Failpoint.SIDECARS_LISTED, () -> delete(again));
    harness.write(insert("zoe"));
    assertPeople("ada", "zoe");
  }

  /** Puts an intent of a write that had no effect beside an open graph. */
  private Path interruptBeside(Script open, Path intent) {
    Script dying = new Script();
    try (Graph other = Graph.open(harness.directory().toString(), GraphConfig.defaults(), dying)) {
      dying.crashAt(Failpoint.ARMED);
      assertThatThrownBy(() -> GraphHarness.write(other, insert("max"))).isInstanceOf(Crash.class);
    }
    return intent.resolveSibling(harness.sidecars().get(0));
  }

  // ---- wrong files

  private void assertRefusedAndKept(Path intent, String why) throws IOException {
    byte[] before = Files.readAllBytes(intent);
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining(String.valueOf(intent.getFileName()))
        .hasMessageContaining(why);
    assertThat(Files.readAllBytes(intent)).isEqualTo(before);
  }

  private void assertRefused(String why, Consumer<ObjectNode> change) throws IOException {
    harness.write(insert("ada", "bob"));
    Path intent = interruptAt(Failpoint.CONFIRMED, insert("eve"), knows("ada", "bob"));
    ObjectNode body = (ObjectNode) JSON.readTree(intent.toFile());
    change.accept(body);
    put(intent, body);
    assertRefusedAndKept(intent, why);
  }

  private static ObjectNode protocol(ObjectNode body) {
    return (ObjectNode) body.get("protocol_v3");
  }

  @Test
  @Tag("S-009")
  void anIntentThatCannotBeReadIsLoud() throws IOException {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"));
    Files.write(intent, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining(intent.getFileName() + " is not UTF-8 text");
    assertThat(intent).exists();
  }

  @Test
  @Tag("S-010")
  @Tag("S-011")
  @Tag("S-012")
  void whatIsNoJsonIsRefusedByWritersAndByReadersOfAStagedSchema() throws IOException {
    Graph graph = scripted();
    Path intent = harness.directory().resolve("__recovery/01J00000000000000000000000.json");
    Files.createDirectories(intent.getParent());
    Files.writeString(intent, "{\"schema_version\": 9,");
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve")))
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("01J00000000000000000000000");
    assertRefusedAndKept(intent, "no JSON");
    GraphConfig reading = GraphConfig.defaults().asReadOnly();
    String uri = harness.directory().toString();
    Graph.open(uri, reading).close();
    Files.writeString(harness.directory().resolve("_schema.pg.staging"), "");
    assertThatThrownBy(() -> Graph.open(uri, reading))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("01J00000000000000000000000");
  }

  @Test
  @Tag("S-013")
  void aLaterGenerationIsRefused() throws IOException {
    assertRefused("generation 10", body -> body.put("schema_version", 10));
  }

  @Test
  @Tag("S-014")
  void anEarlierGenerationIsRefused() throws IOException {
    assertRefused(
        "generation 3",
        body -> {
          body.put("schema_version", 3);
          body.withArray("tables").forEach(pin -> ((ObjectNode) pin).remove("identity"));
        });
  }

  @Test
  @Tag("S-014")
  void aTableWithoutIdentityIsRefused() throws IOException {
    assertRefused(
        "identity",
        body -> body.withArray("tables").forEach(pin -> ((ObjectNode) pin).remove("identity")));
  }

  @Test
  @Tag("S-015")
  void anIntentOfAnotherRootIsRefused() throws IOException {
    assertRefused(
        "/elsewhere/nodes",
        body ->
            body.withArray("tables")
                .forEach(
                    pin ->
                        ((ObjectNode) pin)
                            .put("table_path", "/elsewhere/nodes/" + pin.get("table_key"))));
  }

  @Test
  @Tag("S-024")
  void twoPayloadsAreRefused() throws IOException {
    assertRefused("protocol_v4", body -> body.set("protocol_v4", protocol(body)));
  }

  @Test
  @Tag("S-024")
  void aPayloadOfAnotherWriterIsRefused() throws IOException {
    assertRefused(
        "EnsureIndices has no protocol_v3", body -> body.put("writer_kind", "EnsureIndices"));
  }

  @Test
  void anUnknownWriterIsRefused() throws IOException {
    assertRefused("'Compress'", body -> body.put("writer_kind", "Compress"));
  }

  @Test
  @Tag("S-025")
  void anArmedIntentWithAConfirmationIsRefused() throws IOException {
    assertRefused("phase", body -> protocol(body).put("effect_phase", "Armed"));
  }

  @Test
  @Tag("S-025")
  void aConfirmedIntentWithoutEveryConfirmationIsRefused() throws IOException {
    assertRefused("phase", body -> ((ObjectNode) body.at("/tables/1")).remove("confirmed_version"));
  }

  @Test
  @Tag("S-016")
  void otherFilesBesideIntentsAreNone() throws IOException {
    harness.write(insert("ada"));
    Path directory = harness.directory().resolve("__recovery");
    Files.writeString(directory.resolve("x.tmp"), "no");
    Files.writeString(directory.resolve("01J00000000000000000000000.json#7"), "no");
    harness.reopen();
    harness.write(insert("eve"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "eve");
  }

  @Test
  @Tag("S-017")
  void theOldestIntentIsNamedFirst() throws IOException {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"));
    String operation = String.valueOf(intent.getFileName()).replace(".json", "");
    Graph graph = reopenBeside(intent);
    String older = "01J00000000000000000000000";
    Files.writeString(
        intent.resolveSibling(older + ".json"), Files.readString(intent).replace(operation, older));
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("zoe")))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining(older);
  }

  /** Opens the graph without its intent, which is there again afterwards. */
  private Graph reopenBeside(Path intent) throws IOException {
    Path hidden = Files.move(intent, harness.directory().resolve("hidden"));
    Graph graph = harness.reopen(script);
    Files.move(hidden, intent);
    return graph;
  }

  @Test
  @Tag("S-018")
  void anIntentIsReadAgainUnderItsGates() throws IOException {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.CONFIRMED, insert("eve"));
    JsonNode confirmed = JSON.readTree(intent.toFile());
    ObjectNode armed = confirmed.deepCopy();
    ((ObjectNode) armed.at("/tables/0")).remove("confirmed_version");
    protocol(armed).put("effect_phase", "Armed");
    ((ObjectNode) armed.at("/protocol_v3/effects/0")).remove("confirmed_transaction");
    ((ObjectNode) armed.at("/protocol_v3/intended_delta/table_updates/0")).remove("confirmed");
    put(intent, armed);
    Graph graph = reopenBeside(intent);
    script.runAt(Failpoint.SIDECAR_READ, () -> put(intent, confirmed));
    GraphHarness.write(graph, insert("zoe"));
    assertPeople("ada", "eve", "zoe");
  }

  @Test
  @Tag("S-019")
  void anIntentThatClaimsOtherTablesUnderItsGatesIsRefused() throws IOException {
    harness.write(insert("ada", "bob"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"), knows("ada", "bob"));
    ObjectNode less = (ObjectNode) JSON.readTree(intent.toFile());
    less.withArray("tables").remove(1);
    protocol(less).withArray("effects").remove(1);
    ((ObjectNode) protocol(less).get("intended_delta")).withArray("table_updates").remove(1);
    Graph graph = reopenBeside(intent);
    script.runAt(Failpoint.SIDECAR_READ, () -> put(intent, less));
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("zoe")))
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("claims");
    assertThat(intent).exists();
  }

  // ---- what is written

  @Test
  @Tag("S-023")
  @Tag("S-025")
  void anIntentNamesEverythingItWillDo() throws IOException {
    harness.write(insert("ada", "bob"));
    Script dying = new Script();
    Graph graph = harness.reopen(dying);
    dying.crashAt(Failpoint.ARMED);
    assertThatThrownBy(
            () ->
                GraphHarness.write(
                    graph, BranchName.MAIN, "carol", insert("eve"), knows("ada", "bob")))
        .isInstanceOf(Crash.class);
    Path file = harness.directory().resolve("__recovery").resolve(harness.sidecars().get(0));
    String text = Files.readString(file, StandardCharsets.UTF_8);
    JsonNode body = JSON.readTree(text);
    assertThat(body.get("schema_version").asInt()).isEqualTo(9);
    assertThat(body.get("operation_id").asText() + ".json")
        .isEqualTo(file.getFileName().toString());
    assertThat(body.get("writer_kind").asText()).isEqualTo("Mutation");
    assertThat(body.get("actor_id").asText()).isEqualTo("carol");
    assertThat(body.get("branch").isNull()).isTrue();
    assertThat(body.get("tables").findValuesAsText("table_key"))
        .containsExactly(KNOWS.toString(), PERSON.toString());
    JsonNode pin = body.at("/tables/1");
    assertThat(pin.fieldNames())
        .toIterable()
        .containsExactly(
            "identity", "table_key", "table_path", "expected_version", "post_commit_pin");
    assertThat(pin.get("table_path").asText()).startsWith(harness.directory() + "/nodes/");
    assertThat(pin.get("expected_version").asLong()).isEqualTo(2);
    assertThat(pin.get("post_commit_pin").asLong()).isEqualTo(3);
    assertThat(text).doesNotContain("confirmed").doesNotContain("rollback_audit_outcomes");
  }

  @Test
  @Tag("S-025")
  void aConfirmedIntentNamesEverythingItDid() throws IOException {
    harness.write(insert("ada", "bob"));
    Path intent = interruptAt(Failpoint.CONFIRMED, insert("eve"), knows("ada", "bob"));
    JsonNode body = JSON.readTree(intent.toFile());
    assertThat(body.findValuesAsText("confirmed_version")).containsExactly("2", "3");
    assertThat(body.findValues("confirmed_transaction"))
        .isEqualTo(body.findValues("planned_transaction"));
    assertThat(body.findValues("confirmed")).hasSize(2);
  }

  @Test
  void theOutcomesOfARollbackStandInTheIntentBeforeItsFirstRestore() throws IOException {
    harness.write(insert("ada", "bob"));
    Path intent = interruptAt(Failpoint.EFFECTS_MADE, insert("eve"));
    JsonNode armed = JSON.readTree(intent.toFile());
    Script opening = new Script().crashAt(Failpoint.ROLLBACK_PLANNED);
    assertThatThrownBy(() -> harness.reopen(opening)).isInstanceOf(Crash.class);
    ObjectNode planned = (ObjectNode) JSON.readTree(intent.toFile());
    assertThat(protocol(planned).remove("rollback_audit_outcomes").toString())
        .isEqualTo("[{\"table_key\":\"node:Person\",\"from_version\":3,\"to_version\":2}]");
    assertThat(planned).isEqualTo(armed);
    harness.reopen();
    assertPeople("ada", "bob");
  }

  // ---- intents of other writers

  @Test
  void anIntentOfAnotherWriterIsNamedAndBlocksItsBranchOnly() throws IOException {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"));
    ObjectNode body = (ObjectNode) JSON.readTree(intent.toFile());
    body.put("writer_kind", "BranchMerge");
    body.set("protocol_v4", body.remove("protocol_v3"));
    Graph graph = reopenBeside(intent);
    put(intent, body);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> GraphHarness.write(graph, insert("zoe")))
          .isInstanceOf(RecoveryRequired.class)
          .hasMessageContaining("BranchMerge");
    }
    assertThat(JSON.readTree(intent.toFile())).isEqualTo(body);
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("BranchMerge");
    assertThat(List.of(intent.getFileName().toString())).isEqualTo(harness.sidecars());
  }

  @Test
  void aChangeOfTheSchemaStopsWritersAndReadersOnlyOnceItIsPublished() throws IOException {
    harness.write(insert("ada"));
    Path intent = interruptAt(Failpoint.ARMED, insert("eve"));
    ObjectNode body = (ObjectNode) JSON.readTree(intent.toFile());
    ObjectNode change = (ObjectNode) body.remove("protocol_v3");
    change.put("target_schema_ir_hash", "sha256:" + "0".repeat(64));
    body.put("writer_kind", "SchemaApply").set("protocol_v7", change);
    Graph graph = reopenBeside(intent);
    put(intent, body);
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("zoe")))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("SchemaApply");
    GraphConfig reading = GraphConfig.defaults().asReadOnly();
    Graph.open(graph.uri(), reading).close();
    String head = graph.commits(BranchName.MAIN).get(0).id().value();
    ((ObjectNode) change.get("lineage")).put("graph_commit_id", head);
    put(intent, body);
    assertThatThrownBy(() -> Graph.open(graph.uri(), reading))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("new schema");
  }
}

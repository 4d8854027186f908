package org.omnigraph.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.InvalidRequest;

/** What a schema text becomes on disk, and what a graph's schema files must agree on. */
class SchemaContractTest {
  private static final String DOMAIN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  private static final String PEOPLE =
      "node Person { name: String @key  age: I32? }\nedge Knows: Person -> Person\n";

  @Test
  @Tag("C-043")
  void theWorkedExampleHasItsDigests() {
    SchemaContract contract = SchemaCompiler.accept(PEOPLE, DOMAIN);

    assertThat(contract.stateJson())
        .isEqualTo(
            """
            {
              "format_version": 2,
              "schema_shape_hash": "sha256:e9e2a064c0f43d09d539f296305b3b4b6e12ec3f487c724ae9e6369f360abae4",
              "schema_ir_hash": "sha256:9d81fa1894e6bef6745754e97cf529de68e9da71a02990f3164d6d38c8806adf",
              "schema_identity_version": 2,
              "schema_identity_domain": "01ARZ3NDEKTSV4RRFFQ69G5FAV"
            }""");
    assertThat(CanonicalJson.compact(StoredJson.parse("ir", contract.irJson()).node()))
        .isEqualTo(
            "{\"ir_version\":2,\"schema_identity_domain\":\"01ARZ3NDEKTSV4RRFFQ69G5FAV\",\"next_identity_id\":7,\"interfaces\":[],\"nodes\":[{\"name\":\"Person\",\"type_id\":1,\"table_incarnation_id\":5,\"annotations\":[],\"implements\":[],\"properties\":[{\"name\":\"age\",\"property_id\":3,\"prop_type\":{\"scalar\":\"I32\",\"nullable\":true,\"list\":false,\"enum_values\":null},\"annotations\":[],\"property_constraints\":[],\"embed_source\":null,\"declared_directly\":true,\"satisfies_interface_properties\":[]},{\"name\":\"name\",\"property_id\":4,\"prop_type\":{\"scalar\":\"String\",\"nullable\":false,\"list\":false,\"enum_values\":null},\"annotations\":[],\"property_constraints\":[\"key\"],\"embed_source\":null,\"declared_directly\":true,\"satisfies_interface_properties\":[]}],\"constraints\":[{\"kind\":\"key\",\"fields\":[{\"kind\":\"property\",\"owner_type_id\":1,\"owner_type_name\":\"Person\",\"property_id\":4,\"property_name\":\"name\"}]}]}],\"edges\":[{\"name\":\"Knows\",\"type_id\":2,\"table_incarnation_id\":6,\"from_type\":{\"type_id\":1,\"type_name\":\"Person\"},\"to_type\":{\"type_id\":1,\"type_name\":\"Person\"},\"cardinality\":{\"min\":0,\"max\":null},\"annotations\":[],\"properties\":[],\"constraints\":[]}]}");
    assertThat(contract.accepted().node("Person").orElseThrow().path())
        .isEqualTo("nodes/0000000000000001-0000000000000005");
    assertThat(contract.accepted().edge("knows").orElseThrow().path())
        .isEqualTo("edges/0000000000000002-0000000000000006");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types", "flights-week"})
  @Tag("C-043")
  void compilesToTheVeryFilesOfTheRustImplementation(String graph) {
    SchemaContract theirs = load(graph);

    SchemaContract ours =
        SchemaCompiler.accept(theirs.accepted().source(), theirs.accepted().identityDomain());

    assertThat(ours.irJson()).isEqualTo(theirs.irJson());
    assertThat(ours.stateJson()).isEqualTo(theirs.stateJson());
    assertThat(ours.accepted().types()).isEqualTo(theirs.accepted().types());
  }

  @Test
  void typesKeepTheOrderOfTheText() {
    AcceptedSchema schema = load("all-types").accepted();

    assertThat(schema.types())
        .extracting(t -> t.key().toString())
        .containsExactly(
            "node:Person", "node:Place", "node:Note", "edge:Knows", "edge:LivesIn", "edge:About");
    assertThat(schema.node("Person").orElseThrow().properties())
        .extracting(Property::name)
        .startsWith("slug", "age", "email", "mood")
        .endsWith("avatar", "bio", "name");
    assertThat(schema.node("Place").orElseThrow().keyColumns()).containsExactly("code", "country");
    assertThat(schema.edge("LIVESIN").orElseThrow().cardinality())
        .isEqualTo(new Cardinality(0, OptionalLong.of(1)));
    assertThat(schema.node("Person").orElseThrow().constraints())
        .contains(
            new Constraint.Range("age", OptionalDouble.of(0), OptionalDouble.of(150)),
            new Constraint.Check("email", "^[^@]+@[^@]+$"),
            new Constraint.Index(List.of("name")),
            new Constraint.Key(List.of("slug")));
  }

  @Test
  void anUpperBoundAloneIsAMaximumButKeepsItsStoredForm() {
    SchemaContract contract = SchemaCompiler.accept("node P { age: I32 @range(age, ..5) }", DOMAIN);

    assertThat(contract.irJson()).contains("\"min\": {\n            \"Integer\": 5");
    assertThat(reload(contract).accepted().types().get(0).constraints())
        .containsExactly(new Constraint.Range("age", OptionalDouble.empty(), OptionalDouble.of(5)));
  }

  @Test
  void orderCommentsAndRenameHintsDoNotChangeTheShape() {
    String one =
        """
        // a comment
        interface Named { name: String @index }
        node B implements Named { x: enum(b, a) y: [F64]? @description("ä \\"q\\"") }
        node A @note("1") @rename_from("Old") { z: Vector(3) @embed(t, model="m") t: String }
        edge E: A -> B @card(1..) { @unique(src, dst) }
        """;
    String two =
        """
        edge E: A->B @card ( 1 .. ) { @unique(dst, src) } /* { // */
        node A @note(1) { t: String z: Vector(3) @embed("t", model = "m") }
        node B implements Named, Named { y: [F64]? @description("ä \\"q\\"") x: enum(a,b) }
        interface Named { name: String @index }""";

    assertThat(SchemaCompiler.accept(one, DOMAIN).stateJson())
        .isEqualTo(SchemaCompiler.accept(two, DOMAIN).stateJson());
  }

  @Test
  void whatWasAcceptedLoads() {
    SchemaContract contract =
        SchemaCompiler.accept(
            """
            interface Named { name: String @index }
            interface Tagged { name: String @index tags: [String]? }
            node Node @description("x") implements Named, Tagged {
              node: I64 @range(node, -5..9) edge: F64 @range(edge, 0.5..1.25)
              enum: enum(enum, -1, 2)? true: Bool
            }
            """,
            DOMAIN);

    SchemaContract loaded = reload(contract);

    assertThat(loaded.accepted().types()).isEqualTo(contract.accepted().types());
    assertThat(loaded.accepted().types().get(0).properties())
        .extracting(Property::name)
        .containsExactly("node", "edge", "enum", "true", "name", "tags");
  }

  @Test
  void anEmptyTextIsAnEmptySchema() {
    assertThat(reload(SchemaCompiler.accept(" /* nothing */ ", DOMAIN)).accepted().types())
        .isEmpty();
  }

  @Test
  void aStoredTextMayBreakRulesThatOnlyNewOnesKeep() {
    String source = "node P { a: [I32] @range(a, 9..1) @check(s, \"(\") s: String }";
    ResolvedSchema resolved = SchemaCompiler.resolve(source);
    Shape shape = ShapeCompiler.compile(resolved);
    var tree = IrJson.write(new Ir(shape, Identities.allocate(shape, DOMAIN)));
    SchemaState state =
        new SchemaState(
            CanonicalJson.digest(ShapeJson.write(shape)), CanonicalJson.digest(tree), DOMAIN);

    assertThatThrownBy(() -> SchemaCompiler.accept(source, DOMAIN))
        .isInstanceOf(InvalidRequest.class);
    assertThat(
            SchemaContract.load(source, CanonicalJson.pretty(tree), state.json())
                .accepted()
                .types())
        .hasSize(1);
  }

  @Test
  void filesThatDoNotBelongTogetherAreRefused() {
    SchemaContract contract = SchemaCompiler.accept(PEOPLE, DOMAIN);
    String ir = contract.irJson();
    String state = contract.stateJson();

    refused(PEOPLE, ir, state.replace("\"format_version\": 2", "\"format_version\": 3"))
        .hasMessageContaining("__schema_state.json format_version: is 3, known is 2");
    refused(PEOPLE, ir, state.replace(DOMAIN, DOMAIN.toLowerCase(Locale.ROOT)))
        .hasMessageContaining("not a ULID");
    refused(PEOPLE, ir, state.replace("sha256:9d", "sha256:00"))
        .hasMessageContaining("schema_ir_hash is sha256:00");
    refused(PEOPLE, ir, state.replace("sha256:e9", "sha256:00"))
        .hasMessageContaining("schema_shape_hash is sha256:00");
    refused(PEOPLE, ir, state.replace(DOMAIN, DOMAIN.replace('V', 'W')))
        .hasMessageContaining("schema_identity_domain");
    refused(PEOPLE.replace("I32?", "I64?"), ir, state)
        .hasMessageContaining("_schema.pg has a shape of digest");
    refused("nod Person {}", ir, state)
        .hasMessageContaining("_schema.pg does not compile")
        .hasMessageContaining("line 1, column 1");
    refused(PEOPLE, ir.substring(1), state).hasMessageContaining("_schema.ir.json is not JSON");
    refused(PEOPLE, ir, "").hasMessageContaining("__schema_state.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"ir_version\": 2|\"ir_version\": 1|ir_version: is 1",
        "\"property_id\": 3|\"property_id\": 4|in use twice",
        "\"property_id\": 3|\"property_id\": 0|is zero",
        "\"property_id\": 3|\"property_id\": 7|not below next_identity_id",
        "\"owner_type_id\": 1|\"owner_type_id\": 2|the rest of the file makes it 1",
        "\"name\": \"age\"|\"name\": \"_rowid\"|reserved",
        "\"name\": \"age\"|\"name\": \"name\"|a second property",
        "\"name\": \"age\"|\"nome\": \"age\"|has no member 'name'",
        "\"min\": 0|\"min\": 0, \"more\": 1|unknown member 'more'",
        "\"min\": 0|\"min\": -1|whole number",
        "\"kind\": \"key\"|\"kind\": \"kay\"|unknown constraint",
        "\"scalar\": \"I32\"|\"scalar\": \"I33\"|unknown type",
        "\"type_name\": \"Person\"|\"type_name\": \"Place\"|which it does not hold",
      })
  void anIrThatContradictsItselfIsRefused(String change) {
    SchemaContract contract = SchemaCompiler.accept(PEOPLE, DOMAIN);
    List<String> parts = List.of(change.split("\\|", -1));
    String changed = contract.irJson().replaceFirst(parts.get(0), parts.get(1));
    assertThat(changed).isNotEqualTo(contract.irJson());

    refused(PEOPLE, changed, contract.stateJson())
        .hasMessageContaining("_schema.ir.json")
        .hasMessageContaining(parts.get(2));
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(
      String source, String ir, String state) {
    return assertThatThrownBy(() -> SchemaContract.load(source, ir, state))
        .isInstanceOf(CorruptState.class);
  }

  private static SchemaContract reload(SchemaContract contract) {
    return SchemaContract.load(
        contract.accepted().source(), contract.irJson(), contract.stateJson());
  }

  private static SchemaContract load(String graph) {
    return SchemaContract.load(
        resource(graph, SchemaContract.SOURCE_FILE),
        resource(graph, SchemaContract.IR_FILE),
        resource(graph, SchemaContract.STATE_FILE));
  }

  private static String resource(String graph, String file) {
    try (InputStream in =
        Objects.requireNonNull(
            SchemaContractTest.class.getResourceAsStream("/schema/" + graph + "/" + file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

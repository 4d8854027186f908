package org.omnigraph.engine.schema;

import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * An accepted schema together with the texts of the three files that hold it in a graph: {@code
 * _schema.pg} ({@link AcceptedSchema#source}), {@code _schema.ir.json} and {@code
 * __schema_state.json}.
 *
 * @param irJson pretty JSON without a newline at the end
 * @param stateJson likewise
 */
public record SchemaContract(AcceptedSchema accepted, String irJson, String stateJson) {
  /** The name of the file with the schema text. */
  public static final String SOURCE_FILE = "_schema.pg";

  /** The name of the file with types, ids and references. */
  public static final String IR_FILE = "_schema.ir.json";

  /** The name of the file with the digests. */
  public static final String STATE_FILE = "__schema_state.json";

  /**
   * Reads the contract of a graph and checks that its three files belong together.
   *
   * @throws CorruptState naming the file and what differs
   */
  public static SchemaContract load(String source, String irJson, String stateJson) {
    SchemaState state = SchemaState.read(StoredJson.parse(STATE_FILE, stateJson));
    Ir ir = IrReader.read(StoredJson.parse(IR_FILE, irJson));
    requireEqual(
        IR_FILE + " has digest",
        CanonicalJson.digest(IrJson.write(ir)),
        STATE_FILE + " schema_ir_hash",
        state.irHash());
    requireEqual(
        IR_FILE + " has a shape of digest",
        CanonicalJson.digest(ShapeJson.write(ShapeCompiler.canonical(ir.shape()))),
        STATE_FILE + " schema_shape_hash",
        state.shapeHash());
    requireEqual(
        IR_FILE + " schema_identity_domain",
        ir.identities().domain(),
        STATE_FILE + " schema_identity_domain",
        state.domain());
    ResolvedSchema resolved = resolveStored(source);
    requireEqual(
        SOURCE_FILE + " has a shape of digest",
        CanonicalJson.digest(ShapeJson.write(ShapeCompiler.compile(resolved))),
        STATE_FILE + " schema_shape_hash",
        state.shapeHash());
    return new SchemaContract(
        AcceptedTypes.schema(source, resolved, ir.identities(), state), irJson, stateJson);
  }

  private static ResolvedSchema resolveStored(String source) {
    try {
      return SchemaCompiler.resolve(source);
    } catch (InvalidRequest e) {
      throw new CorruptState(
          SOURCE_FILE + " does not compile: " + e.getMessage() + "; restore the file", e);
    }
  }

  private static void requireEqual(String what, String actual, String against, String expected) {
    if (!actual.equals(expected)) {
      throw new CorruptState(
          what
              + " "
              + actual
              + ", but "
              + against
              + " is "
              + expected
              + "; restore the graph's schema files");
    }
  }
}

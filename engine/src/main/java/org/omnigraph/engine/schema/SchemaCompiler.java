package org.omnigraph.engine.schema;

/** Compiles schema texts: read, resolve interfaces, check, shape, ids, digests. */
public final class SchemaCompiler {
  private SchemaCompiler() {}

  /**
   * Accepts the schema of a new graph.
   *
   * @param source the text of a {@code .pg} file
   * @param identityDomain a new ULID in upper case
   * @throws org.omnigraph.engine.error.InvalidRequest for the first thing that is wrong, with line
   *     and column
   */
  public static SchemaContract accept(String source, String identityDomain) {
    if (!IrReader.isUlid(identityDomain)) {
      throw new IllegalArgumentException("not a ULID in upper case: " + identityDomain);
    }
    ResolvedSchema resolved = resolve(source);
    AdmissionRules.check(resolved);
    Shape shape = ShapeCompiler.compile(resolved);
    Ir ir = new Ir(shape, Identities.allocate(shape, identityDomain));
    var tree = IrJson.write(ir);
    SchemaState state =
        new SchemaState(
            CanonicalJson.digest(ShapeJson.write(shape)),
            CanonicalJson.digest(tree),
            identityDomain);
    return new SchemaContract(
        AcceptedTypes.schema(source, resolved, ir.identities(), state),
        CanonicalJson.pretty(tree),
        state.json());
  }

  /** Reads a text and checks what every schema keeps, new or stored. */
  static ResolvedSchema resolve(String source) {
    ResolvedSchema resolved = ResolvedSchema.resolve(SchemaReader.read(source));
    SchemaRules.check(resolved);
    return resolved;
  }
}

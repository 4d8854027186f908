package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The content of {@code __schema_state.json}: the digests of the two other schema files. */
record SchemaState(String shapeHash, String irHash, String domain) {
  private static final int FORMAT_VERSION = 2;
  private static final int IDENTITY_VERSION = 2;

  /** The text of the file. */
  String json() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("format_version", FORMAT_VERSION);
    tree.put("schema_shape_hash", shapeHash);
    tree.put("schema_ir_hash", irHash);
    tree.put("schema_identity_version", IDENTITY_VERSION);
    tree.put("schema_identity_domain", domain);
    return CanonicalJson.pretty(tree);
  }

  static SchemaState read(StoredJson tree) {
    requireVersion(tree.at("format_version"), FORMAT_VERSION);
    requireVersion(tree.at("schema_identity_version"), IDENTITY_VERSION);
    StoredJson domain = tree.at("schema_identity_domain");
    if (!IrReader.isUlid(domain.text())) {
      throw domain.corrupt("'" + domain.text() + "' is not a ULID in upper case");
    }
    return new SchemaState(
        tree.at("schema_shape_hash").text(), tree.at("schema_ir_hash").text(), domain.text());
  }

  private static void requireVersion(StoredJson version, int known) {
    if (version.u32() != known) {
      throw version.corrupt("is " + version.u32() + ", known is " + known);
    }
  }
}

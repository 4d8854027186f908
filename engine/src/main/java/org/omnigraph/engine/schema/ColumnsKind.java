package org.omnigraph.engine.schema;

/** The constraints that list columns, in the order in which a property's own ones are stored. */
enum ColumnsKind {
  KEY("key", "Key"),
  UNIQUE("unique", "Unique"),
  INDEX("index", "Index");

  private final String word;
  private final String shapeTag;

  ColumnsKind(String word, String shapeTag) {
    this.word = word;
    this.shapeTag = shapeTag;
  }

  /** The spelling in the schema language and in the stored contract. */
  String word() {
    return word;
  }

  /** The tag in the JSON of a shape. */
  String shapeTag() {
    return shapeTag;
  }
}

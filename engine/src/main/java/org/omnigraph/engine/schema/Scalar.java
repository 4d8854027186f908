package org.omnigraph.engine.schema;

/** The scalar types of the schema language. */
public enum Scalar {
  STRING("String"),
  BOOL("Bool"),
  I32("I32"),
  I64("I64"),
  U32("U32"),
  U64("U64"),
  F32("F32"),
  F64("F64"),
  DATE("Date"),
  DATE_TIME("DateTime"),
  VECTOR("Vector"),
  BLOB("Blob");

  private final String text;

  Scalar(String text) {
    this.text = text;
  }

  /** The spelling in the schema language. */
  public String text() {
    return text;
  }
}

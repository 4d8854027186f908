package org.omnigraph.engine.pending.column;

/**
 * The property that a column belongs to, as messages name it.
 *
 * @param name {@code Person.age}, or {@code edge Knows.src}
 * @param typeName the type as the schema language spells it
 * @param required whether a null is refused
 */
record Owner(String name, String typeName, boolean required) {
  /** A value of the right Arrow kind that the property cannot hold. */
  String cannotHold(String value) {
    return name + " is " + typeName + " and cannot hold " + value;
  }

  String missing() {
    return "required property " + name + " is null";
  }

  /** The items of a list, where every null is refused by the list itself. */
  Owner item() {
    return new Owner(name, typeName, false);
  }
}

package org.omnigraph.testkit;

import org.omnigraph.engine.id.TypeKey;

/** A schema with a key, no key, two node types, edges between and within them, and constraints. */
final class Team {
  static final String SCHEMA =
      """
      node Person {
        name: String @key
        age: I32?
        repoName: String?
        mail: String? @unique
        level: enum(junior, senior)?
        @range(age, 0..200)
      }
      node Company {
        name: String @key
        city: String
      }
      node Note {
        text: String
        u32: U32?
        u64: U64?
        f32: F32?
        at: DateTime?
      }
      edge Knows: Person -> Person {
        since: I64?
      }
      edge WorksAt: Person -> Company {
        role: String?
      }
      """;
  static final TypeKey PERSON = TypeKey.node("Person");
  static final TypeKey COMPANY = TypeKey.node("Company");
  static final TypeKey NOTE = TypeKey.node("Note");
  static final TypeKey KNOWS = TypeKey.edge("Knows");
  static final TypeKey WORKS_AT = TypeKey.edge("WorksAt");

  private Team() {}
}

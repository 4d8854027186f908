package org.omnigraph.engine.pending.statement;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.Predicate;

/** One statement of a mutation, on one type. */
public sealed interface Statement {
  TypeKey type();

  /** Whether rows go. */
  default boolean isDestructive() {
    return this instanceof Delete;
  }

  /** With the time of the mutation filled in. */
  Statement at(Instant now);

  /** What this is, for messages. */
  String name();

  /**
   * One new row. A node with a key replaces the whole row that has the key already; any other row
   * gets an id of its own.
   *
   * @param values by property; an edge has {@code from} and {@code to}, the ids of its nodes
   */
  record Insert(TypeKey type, Map<String, Value> values) implements Statement {
    public Insert {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public Statement at(Instant now) {
      return new Insert(type, resolved(values, now));
    }

    @Override
    public String name() {
      return "insert " + type.name();
    }
  }

  /**
   * The same new values for every node that matches; other properties stay.
   *
   * @param set by property; no part of the key
   */
  record Update(TypeKey type, Predicate where, Map<String, Value> set) implements Statement {
    public Update {
      set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
    }

    @Override
    public Statement at(Instant now) {
      return new Update(type, where, resolved(set, now));
    }

    @Override
    public String name() {
      return "update " + type.name();
    }
  }

  /** Every row that matches goes, and with a node every edge that has it at an end. */
  record Delete(TypeKey type, Predicate where) implements Statement {
    @Override
    public Statement at(Instant now) {
      return this;
    }

    @Override
    public String name() {
      return "delete " + type.name();
    }
  }

  private static Map<String, Value> resolved(Map<String, Value> values, Instant now) {
    Map<String, Value> resolved = new LinkedHashMap<>();
    values.forEach((property, value) -> resolved.put(property, value.at(now)));
    return resolved;
  }
}

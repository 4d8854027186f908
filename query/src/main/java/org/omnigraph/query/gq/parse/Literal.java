package org.omnigraph.query.gq.parse;

import java.util.List;

/** A value that stands in the text, decoded. */
public sealed interface Literal {
  record Text(String value) implements Literal {}

  /** Zero or more: a sign is written nowhere. */
  record Whole(long value) implements Literal {}

  record Real(double value) implements Literal {}

  record Bool(boolean value) implements Literal {}

  /** Days since the epoch. */
  record Date(int days) implements Literal {}

  /** Milliseconds since the epoch, UTC. */
  record DateTime(long millis) implements Literal {}

  record Items(List<Literal> items) implements Literal {
    public Items {
      items = List.copyOf(items);
    }
  }
}

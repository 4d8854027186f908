package org.omnigraph.query.gq.parse;

import java.util.Locale;

/** The functions over many rows. */
public enum AggregateFunction {
  COUNT,
  SUM,
  AVG,
  MIN,
  MAX;

  /** The spelling in the language. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package org.omnigraph.jdbc;

import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.jspecify.annotations.Nullable;

/** The value of a session option that is a text; null for every other. */
final class TextOfOption extends NoOpSessionOptionValueVisitor<@Nullable String> {
  @Override
  public @Nullable String visit(String value) {
    return value;
  }
}

package org.omnigraph.engine.schema;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An annotation that is kept as written.
 *
 * @param value the positional argument as text, whatever literal it was
 * @param keywords the keyword arguments, sorted by name
 */
record Annotation(String name, @Nullable String value, SortedMap<String, String> keywords) {
  Annotation {
    keywords = Collections.unmodifiableSortedMap(new TreeMap<>(keywords));
  }
}

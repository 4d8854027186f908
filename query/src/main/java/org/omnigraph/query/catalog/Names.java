package org.omnigraph.query.catalog;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Finds things by name: an exact match wins, otherwise case is ignored, and a name that then fits
 * several is an error with the candidates.
 */
final class Names<T> implements Lookup<T> {
  private final Supplier<List<String>> names;
  private final Function<String, Optional<T>> exact;

  /**
   * @param names all names
   * @param exact the thing of exactly that name; may know more names than {@code names} lists
   */
  Names(Supplier<List<String>> names, Function<String, Optional<T>> exact) {
    this.names = names;
    this.exact = exact;
  }

  @Override
  public @Nullable T get(String name) {
    return exact.apply(name).orElse(null);
  }

  @Override
  public @Nullable Named<T> getIgnoreCase(String name) {
    Optional<T> found = exact.apply(name);
    if (found.isPresent()) {
      return new Named<>(name, found.get());
    }
    List<String> candidates = names.get().stream().filter(name::equalsIgnoreCase).toList();
    if (candidates.size() > 1) {
      throw new InvalidRequest(
          "the name '" + name + "' is ambiguous; quote one of \"" + join(candidates) + "\"");
    }
    return candidates.isEmpty() ? null : named(candidates.get(0));
  }

  private @Nullable Named<T> named(String name) {
    return exact.apply(name).map(t -> new Named<>(name, t)).orElse(null);
  }

  private static String join(List<String> names) {
    return String.join("\", \"", names);
  }

  @Override
  public Set<String> getNames(LikePattern pattern) {
    Set<String> matching = new LinkedHashSet<>();
    names.get().stream().filter(n -> pattern.matcher().apply(n)).forEach(matching::add);
    return matching;
  }
}

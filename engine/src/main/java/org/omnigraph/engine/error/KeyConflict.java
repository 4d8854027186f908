package org.omnigraph.engine.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.TypeKey;

/** A strict insert met an id that exists. Terminal: it never becomes an upsert by itself. */
public final class KeyConflict extends GraphException {
  private final TypeKey type;
  private final @Nullable String id;

  /**
   * @param id the id that exists, null when storage did not say which
   * @param place where the row stands in the input ({@code " (people.csv row 3)"}), or empty
   */
  public KeyConflict(TypeKey type, @Nullable String id, String place) {
    super(
        ErrorCode.KEY_CONFLICT,
        type.kind().prefix()
            + " type '"
            + type.name()
            + "' already has "
            + (id == null ? "this id" : "id '" + id + "'")
            + place
            + "; use an upsert (merge) to replace it",
        null);
    this.type = type;
    this.id = id;
  }

  public TypeKey type() {
    return type;
  }

  public Optional<String> id() {
    return Optional.ofNullable(id);
  }
}

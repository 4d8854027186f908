package org.omnigraph.query.gq.parameter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.check.Checked;

/** Makes the values that a caller gives those that the declared parameters take. */
public final class ParameterValues {
  private ParameterValues() {}

  /**
   * One value for each declared parameter, in their order: String (also of a Blob), Boolean, Long,
   * Double, LocalDate, LocalDateTime (in UTC), a List of those, or null.
   *
   * @param given by name, as JSON has them: String, Boolean, any Number, List, null; a LocalDate, a
   *     LocalDateTime or an Instant is taken for a date or time too. What is not declared is
   *     ignored
   * @throws InvalidRequest naming the parameter that is missing, null or of another type
   */
  public static List<@Nullable Object> of(
      List<Checked.Parameter> declared, Map<String, ? extends @Nullable Object> given) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Checked.Parameter parameter : declared) {
      values.add(value(parameter, given));
    }
    return Collections.unmodifiableList(values);
  }

  private static @Nullable Object value(
      Checked.Parameter parameter, Map<String, ? extends @Nullable Object> given) {
    String name = parameter.name();
    Object value = given.get(name);
    if (value != null) {
      return new Coercion(name).coerce(parameter.type(), value);
    }
    if (parameter.type().nullable()) {
      return null;
    }
    throw new InvalidRequest(
        given.containsKey(name)
            ? "param '"
                + name
                + "': null is not accepted for non-nullable parameter; declare it $"
                + name
                + ": "
                + parameter.type().displayName()
                + "?"
            : "parameter '"
                + name
                + "' not provided; give a value of type "
                + parameter.type().displayName());
  }
}

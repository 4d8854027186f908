package org.omnigraph.query.gq.parameter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.type.SqlTypes;

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

  /** One field a parameter, in the types of results; those that must be given are not nullable. */
  public static Schema schema(List<Checked.Parameter> declared) {
    List<Field> fields = new ArrayList<>();
    for (Checked.Parameter parameter : declared) {
      RelDataType type = SqlTypes.of(parameter.type());
      Field field = SqlTypes.wireField(parameter.name(), SqlTypes.nullable(type, true));
      fields.add(
          new Field(
              field.getName(),
              new FieldType(parameter.type().nullable(), field.getType(), null),
              field.getChildren()));
    }
    return new Schema(fields);
  }

  /**
   * Values by the names of the parameters in whose order they are.
   *
   * @throws InvalidRequest when there are more or fewer than parameters
   */
  public static Map<String, @Nullable Object> byPlace(
      List<Checked.Parameter> declared, List<@Nullable Object> values) {
    if (values.size() != declared.size()) {
      throw new InvalidRequest(
          "the query declares "
              + declared.size()
              + " parameter(s) and "
              + values.size()
              + " value(s) are given; give one for each of "
              + declared.stream().map(Checked.Parameter::name).toList());
    }
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    for (int i = 0; i < declared.size(); i++) {
      named.put(declared.get(i).name(), values.get(i));
    }
    return named;
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

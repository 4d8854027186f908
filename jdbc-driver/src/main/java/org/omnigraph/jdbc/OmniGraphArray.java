package org.omnigraph.jdbc;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An array value, a copy of its own: good after its result set is closed. {@link #getArray()} is an
 * array of the element's class, {@code Float[]} for a vector.
 */
final class OmniGraphArray implements Array {
  private final List<? extends @Nullable Object> values;
  private final Column element;
  private final ZoneId zone;

  OmniGraphArray(List<? extends @Nullable Object> values, Column element, ZoneId zone) {
    this.values = values;
    this.element = element;
    this.zone = zone;
  }

  List<? extends @Nullable Object> values() {
    return values;
  }

  @Override
  public String getBaseTypeName() {
    return element.typeName();
  }

  @Override
  public int getBaseType() {
    return element.type();
  }

  @Override
  public Object getArray() throws SQLException {
    return slice(values);
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
    return slice(values);
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    return slice(range(index, count));
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return slice(range(index, count));
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return rows(1, values);
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    return rows(1, values);
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return rows(index, range(index, count));
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return rows(index, range(index, count));
  }

  @Override
  public void free() {}

  @Override
  public String toString() {
    return Conversions.text(values);
  }

  private List<? extends @Nullable Object> range(long index, int count) throws SQLException {
    if (index < 1 || count < 0 || index - 1 + count > values.size()) {
      throw new SQLException(
          "elements "
              + index
              + " to "
              + (index + count - 1)
              + " are not all in an array of "
              + values.size(),
          SqlState.BAD_VALUE);
    }
    return values.subList((int) index - 1, (int) index - 1 + count);
  }

  private Object slice(List<? extends @Nullable Object> part) throws SQLException {
    Object[] array =
        (Object[]) java.lang.reflect.Array.newInstance(element.objectClass(), part.size());
    for (int i = 0; i < array.length; i++) {
      Object value = part.get(i);
      if (value != null) {
        array[i] = Conversions.object(value, element, zone);
      }
    }
    return array;
  }

  private ResultSet rows(long first, List<? extends @Nullable Object> part) {
    List<@Nullable Object[]> rows = new ArrayList<>(part.size());
    for (int i = 0; i < part.size(); i++) {
      rows.add(new @Nullable Object[] {first + i, part.get(i)});
    }
    Column value =
        new Column(
            "VALUE",
            element.type(),
            element.typeName(),
            element.precision(),
            element.scale(),
            element.nullable(),
            element.element(),
            Column.Origin.NONE);
    return OmniGraphResultSet.detached(
        new ListRows(List.of(Column.plain("INDEX", java.sql.Types.BIGINT, "BIGINT"), value), rows),
        zone);
  }
}

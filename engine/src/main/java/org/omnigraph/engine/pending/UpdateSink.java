package org.omnigraph.engine.pending;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.pending.column.Assignments;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;

/** New values for rows by their ids; each id is there, or nothing of a batch is kept. */
final class UpdateSink implements RowSink {
  /** Up to so many ids are given to the table as a filter. */
  private static final int FILTERED_IDS = 128;

  private final GraphType type;
  private final Rows rowsOfType;
  private @Nullable Assignments assignments;
  private long rows;

  /** Updates rows of the type. */
  interface Rows {
    /** New values in the physical types, checked; the caller owns them. */
    VectorSchemaRoot convert(
        Assignments assignments,
        VectorSchemaRoot batch,
        DictionaryProvider dictionaries,
        RowPlaces places);

    /**
     * Gives rows that match new values.
     *
     * @param assigned the physical columns that get values
     * @param afterReading called when all rows were seen and none is kept yet
     */
    long update(
        List<String> assigned,
        Predicate where,
        RowPlaces places,
        Update.Choice choice,
        Runnable afterReading);
  }

  UpdateSink(GraphType type, Rows rowsOfType) {
    this.type = type;
    this.rowsOfType = rowsOfType;
  }

  @Override
  public void open(Schema schema, Years years) {
    Assignments opened = Assignments.of(type, schema, years);
    if (!opened.columns().contains("id")) {
      throw new InvalidRequest("an update of " + type.key() + " needs the column 'id'");
    }
    assignments = opened;
  }

  @Override
  public void add(VectorSchemaRoot batch, DictionaryProvider dictionaries, RowPlaces places) {
    Assignments opened = assignments;
    if (opened == null) {
      throw new IllegalStateException("open the input first");
    }
    if (batch.getRowCount() == 0) {
      return;
    }
    try (VectorSchemaRoot values = rowsOfType.convert(opened, batch, dictionaries, places)) {
      Map<String, Integer> wanted = rowsById(values, places);
      Set<String> found = new HashSet<>();
      rows +=
          rowsOfType.update(
              opened.columns(),
              among(wanted.keySet()),
              places,
              (current, update) -> take(current, update, values, wanted, found),
              () -> requireAll(wanted, found, places));
    }
  }

  private void requireAll(Map<String, Integer> wanted, Set<String> found, RowPlaces places) {
    for (Map.Entry<String, Integer> row : wanted.entrySet()) {
      if (!found.contains(row.getKey())) {
        throw new NotFound(
            places.place(row.getValue())
                + ": there is no "
                + type.name()
                + " '"
                + row.getKey()
                + "' to update");
      }
    }
  }

  private Map<String, Integer> rowsById(VectorSchemaRoot values, RowPlaces places) {
    Map<String, Integer> rowOf = new LinkedHashMap<>();
    for (int row = 0; row < values.getRowCount(); row++) {
      String id = String.valueOf(values.getVector("id").getObject(row));
      if (rowOf.put(id, row) != null) {
        throw new InvalidRequest(
            places.place(row) + ": " + type.key() + " '" + id + "' is updated twice at once");
      }
    }
    return rowOf;
  }

  private Predicate among(Set<String> ids) {
    if (ids.size() > FILTERED_IDS) {
      return Predicate.TRUE;
    }
    return new Predicate.In(
        "id", ids.stream().<Predicate.Literal>map(Predicate.Literal.Text::new).toList());
  }

  private void take(
      CurrentRows current,
      Update update,
      VectorSchemaRoot values,
      Map<String, Integer> wanted,
      Set<String> found) {
    int[] picked = new int[current.rows().length];
    int[] from = new int[picked.length];
    int count = 0;
    List<String> ids = current.texts("id");
    for (int i = 0; i < ids.size(); i++) {
      Integer row = wanted.get(ids.get(i));
      if (row != null) {
        found.add(ids.get(i));
        picked[count] = current.rows()[i];
        from[count] = row;
        count++;
      }
    }
    if (count > 0) {
      update.take(current, Arrays.copyOf(picked, count), values, Arrays.copyOf(from, count));
    }
  }

  @Override
  public long rows() {
    return rows;
  }
}

package org.omnigraph.engine.pending.key;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.FieldVector;
import org.omnigraph.engine.table.Predicate;

/** The columns of one key or unique group over one batch. */
public final class KeyTuple {
  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final List<KeyColumn> columns;

  public KeyTuple(List<FieldVector> vectors) {
    this.columns = vectors.stream().map(KeyColumn::of).toList();
  }

  /** Whether a part is null, which exempts the row. */
  public boolean hasNull(int row) {
    for (KeyColumn column : columns) {
      if (column.isNull(row)) {
        return true;
      }
    }
    return false;
  }

  /** Appends bytes that are equal only for equal tuples: no separator can be forged. */
  public void appendIdentity(int row, ByteBuilder out) {
    if (columns.size() == 1) {
      columns.get(0).appendIdentity(row, out);
      return;
    }
    for (KeyColumn column : columns) {
      int before = out.length();
      column.appendIdentity(row, out);
      out.appendLong(out.length() - before);
    }
  }

  /**
   * Appends the id that this key makes: the canonical text of one column, else a compact JSON array
   * of the canonical texts.
   */
  public void appendId(int row, ByteBuilder out) {
    if (columns.size() == 1) {
      columns.get(0).appendText(row, out);
      return;
    }
    char separator = '[';
    for (KeyColumn column : columns) {
      out.append(separator);
      appendJson(column.text(row), out);
      separator = ',';
    }
    out.append(']');
  }

  /** The first part as a table's filter takes it. */
  public Optional<Predicate.Literal> firstPart(int row) {
    return columns.get(0).literal(row);
  }

  /** The values as messages show them: {@code v}, or {@code (v1, v2)}. */
  public String shown(int row) {
    if (columns.size() == 1) {
      return "'" + columns.get(0).text(row) + "'";
    }
    return columns.stream().map(c -> c.text(row)).collect(Collectors.joining(", ", "(", ")"));
  }

  private static void appendJson(String text, ByteBuilder out) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> quoted.append("\\\"");
        case '\\' -> quoted.append("\\\\");
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> {
          if (c < 0x20) {
            quoted.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
          } else {
            quoted.append(c);
          }
        }
      }
    }
    out.append(quoted.append('"').toString());
  }
}

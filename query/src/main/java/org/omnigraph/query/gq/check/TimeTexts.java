package org.omnigraph.query.gq.check;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.gq.parse.Position;

/** Texts of a query that stand where a Date or a DateTime does: they mean one. */
final class TimeTexts {
  private TimeTexts() {}

  /**
   * A value as it is used with another type: a text literal, or a list of them, beside a Date or a
   * DateTime is read as one; everything else stays.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest for a text that is none
   */
  static Term read(Term value, PropertyType beside, Position position) {
    boolean isTime = beside.scalar() == Scalar.DATE || beside.scalar() == Scalar.DATE_TIME;
    if (!isTime || !(value instanceof Term.Constant constant) || !isText(constant.literal())) {
      return value;
    }
    Literal read = read(constant.literal(), beside.scalar(), position);
    return new Term.Constant(read, Types.of(read, position));
  }

  private static boolean isText(Literal literal) {
    return literal instanceof Literal.Items list
        ? !list.items().isEmpty() && list.items().stream().allMatch(TimeTexts::isText)
        : literal instanceof Literal.Text;
  }

  private static Literal read(Literal literal, Scalar type, Position position) {
    if (literal instanceof Literal.Items list) {
      List<Literal> items = list.items().stream().map(i -> read(i, type, position)).toList();
      return new Literal.Items(items);
    }
    String text = ((Literal.Text) literal).value();
    return type == Scalar.DATE ? date(text, position) : dateTime(text, position);
  }

  private static Literal date(String text, Position position) {
    OptionalInt days = DateText.days(text);
    if (days.isEmpty()) {
      throw TypeErrors.refuse(
          "T7", position, "'" + text + "' is no Date; write it as \"2024-05-01\"");
    }
    return new Literal.Date(days.getAsInt());
  }

  private static Literal dateTime(String text, Position position) {
    OptionalLong millis = DateText.millis(text);
    if (millis.isEmpty()) {
      throw TypeErrors.refuse(
          "T7", position, "'" + text + "' is no DateTime; write it as \"2024-05-01T12:30:00Z\"");
    }
    return new Literal.DateTime(millis.getAsLong());
  }
}

package org.omnigraph.query.kernel;

import java.time.LocalDateTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.lance.Arguments;

/**
 * SQL text with holes for what is known only when a statement runs: where each scan comes from, the
 * values of its parameters and the time of its start. A hole is written as its number between two
 * marks that no other part of generated SQL contains.
 */
public record SqlTemplate(String text, List<Hole> holes) {
  private static final char MARK = '\u0001';
  private static final Pattern HOLE = Pattern.compile(MARK + "(\\d+)" + MARK);
  private static final char SCAN_MARK = '\u0002';
  private static final Pattern SCAN = Pattern.compile(SCAN_MARK + "(\\d+)" + SCAN_MARK);

  public SqlTemplate {
    holes = List.copyOf(holes);
  }

  /** What goes into a hole. */
  public sealed interface Hole {
    RelDataType type();
  }

  /** The value of a parameter. */
  public record Parameter(int index, RelDataType type) implements Hole {}

  /** The time at which the statement started, in UTC. */
  public record Now(RelDataType type) implements Hole {}

  static String mark(int hole) {
    return MARK + Integer.toString(hole) + MARK;
  }

  static String scanMark(int scan) {
    return SCAN_MARK + Integer.toString(scan) + SCAN_MARK;
  }

  /** Another text with the same holes. */
  SqlTemplate with(String other) {
    return new SqlTemplate(other, holes);
  }

  /**
   * The statement for one run.
   *
   * @param scans the sub-select of each scan, which may have holes too
   */
  String fill(List<String> scans, Arguments arguments, LocalDateTime now) {
    String read =
        SCAN.matcher(text)
            .replaceAll(
                match -> Matcher.quoteReplacement(scans.get(Integer.parseInt(match.group(1)))));
    if (holes.isEmpty()) {
      return read;
    }
    return HOLE.matcher(read)
        .replaceAll(match -> Matcher.quoteReplacement(value(match.group(1), arguments, now)));
  }

  private String value(String number, Arguments arguments, LocalDateTime now) {
    Hole hole = holes.get(Integer.parseInt(number));
    return hole instanceof Parameter parameter
        ? Literals.value(arguments.value(parameter.index()), parameter.type())
        : Literals.now(now, hole.type());
  }
}

package org.omnigraph.query.catalog;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAmount;
import java.util.Locale;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;

/**
 * A moment in the history of a branch, as it is written behind the sign {@code @} in the name of a
 * schema: a commit id, a time, or {@code now} less an ISO 8601 duration.
 */
public sealed interface Moment {
  /** What the branch was when a commit was published. */
  record Commit(CommitId id) implements Moment {
    @Override
    public Snapshot snapshot(GraphSource graph, BranchName branch) {
      return graph.snapshotAt(branch, id);
    }

    @Override
    public String toString() {
      return id.value();
    }
  }

  /** What the branch was at a time. */
  record Time(Instant at) implements Moment {
    @Override
    public Snapshot snapshot(GraphSource graph, BranchName branch) {
      return graph.snapshotAt(branch, at);
    }

    @Override
    public String toString() {
      return at.toString();
    }
  }

  /** What the branch was some time before the statement; now when the time is zero. */
  record Ago(TemporalAmount time) implements Moment {
    @Override
    public Snapshot snapshot(GraphSource graph, BranchName branch) {
      return isZero()
          ? graph.snapshot(branch)
          : graph.snapshotAt(
              branch, Instant.now().atOffset(ZoneOffset.UTC).minus(time).toInstant());
    }

    private boolean isZero() {
      return time.equals(Duration.ZERO) || time.equals(Period.ZERO);
    }

    @Override
    public String toString() {
      return isZero() ? NOW : NOW + "-" + time;
    }
  }

  String NOW = "now";

  /** An id of a commit as a text, which may have lost its case. */
  Pattern ID = Pattern.compile("[0-9A-Za-z]{26}");

  Pattern TIME_LIKE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?:[ T].*)?");
  Pattern OFFSET = Pattern.compile("T.*(?:Z|[+-]\\d{2}:\\d{2})$");

  /** What the branch showed at the moment. */
  Snapshot snapshot(GraphSource graph, BranchName branch);

  /**
   * The moment that a text names. A time without an offset is in UTC; a day is its first moment.
   *
   * @throws InvalidRequest for a text that looks like a time and is none
   */
  static Moment parse(String text) {
    if (TIME_LIKE.matcher(text).matches()) {
      return new Time(time(text));
    }
    if (text.equals(NOW) || text.startsWith(NOW + "-P")) {
      return new Ago(text.equals(NOW) ? Duration.ZERO : amount(text.substring(NOW.length() + 1)));
    }
    return new Commit(
        new CommitId(ID.matcher(text).matches() ? text.toUpperCase(Locale.ROOT) : text));
  }

  private static Instant time(String text) {
    String iso = text.replace(' ', 'T');
    try {
      if (iso.indexOf('T') < 0) {
        return LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC);
      }
      return OFFSET.matcher(iso).find()
          ? OffsetDateTime.parse(iso).toInstant()
          : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
    } catch (DateTimeParseException e) {
      throw new InvalidRequest(
          "'" + text + "' is no time; write it like 2026-01-31 23:59:59.999, or add +01:00", e);
    }
  }

  private static TemporalAmount amount(String text) {
    try {
      return text.contains("T") ? Duration.parse(text) : Period.parse(text);
    } catch (DateTimeParseException e) {
      throw new InvalidRequest("'" + text + "' is no duration; write it like PT24H or P1M", e);
    }
  }
}

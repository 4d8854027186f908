package org.omnigraph.engine.maintenance;

import java.util.List;
import java.util.Locale;
import org.omnigraph.engine.id.TypeKey;

/**
 * What a repair found and did.
 *
 * @param manifestVersion the version of {@code __manifest} afterwards
 * @param tables every table of main, sorted by key
 */
public record RepairReport(long manifestVersion, List<TableRepair> tables) {
  public RepairReport {
    tables = List.copyOf(tables);
  }

  /** Whether a table was left as it is although repairing was asked for. */
  public boolean isRefused() {
    return tables.stream().anyMatch(table -> table.action() == Action.REFUSED);
  }

  /**
   * One table.
   *
   * @param shown the version that the graph showed
   * @param newest the newest version in storage
   * @param operations what made the versions between, oldest first, in the storage's own words
   */
  public record TableRepair(
      TypeKey key,
      long shown,
      long newest,
      Classification classification,
      Action action,
      List<String> operations) {
    public TableRepair {
      operations = List.copyOf(operations);
    }
  }

  /** What the versions that the graph does not show are. */
  public enum Classification {
    /** There are none. */
    NO_DRIFT,
    /** The same rows, arranged differently. */
    VERIFIED_MAINTENANCE,
    /** Rows may have changed. */
    SUSPICIOUS,
    /** Some version does not say who made it. */
    UNVERIFIABLE;

    /** As outputs spell it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What is done about a table. */
  public enum Action {
    NO_OP,
    PREVIEW,
    HEALED,
    FORCED,
    REFUSED;

    /** As outputs spell it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

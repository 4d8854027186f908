package org.omnigraph.engine.write;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * Files with all rows of a change, kept from one attempt of a write to the next. The rows are the
 * same on whatever version they land, so an attempt that comes too late need not write them again.
 *
 * <p>Used by one thread. Once an intent is durable nothing is kept or given out any more.
 */
final class KeptFiles {
  private record Line(String path, Optional<BranchName> branch) {
    static Line of(TableRef table) {
      return new Line(table.path(), table.branch());
    }
  }

  private record Kept(TableRef table, StagedFragments files) {}

  private final TableStore tables;
  private final Map<Line, Kept> whole = new HashMap<>();
  private boolean armed;

  KeptFiles(TableStore tables) {
    this.tables = tables;
  }

  /** The rows that an earlier attempt has written beside the same line of {@code table}. */
  Optional<StagedFragments> whole(TableRef table) {
    return armed
        ? Optional.empty()
        : Optional.ofNullable(whole.get(Line.of(table))).map(Kept::files);
  }

  /** Takes all rows of a change, written beside {@code table}. */
  void keep(TableRef table, StagedFragments files) {
    if (!armed) {
      whole.put(Line.of(table), new Kept(table, files));
    }
  }

  /** Removes what an attempt has written and a next one cannot use. */
  void abandon(TableRef table, Collection<StagedFragments> written) {
    for (StagedFragments files : written) {
      if (whole.values().stream().noneMatch(kept -> kept.files().equals(files))) {
        tables.abandon(table, files);
      }
    }
  }

  /** An intent is about to be durable: from now on the files it names are not ours to remove. */
  void arm(Collection<PreparedTable> prepared) {
    armed = true;
    List<StagedFragments> named = new ArrayList<>();
    for (PreparedTable table : prepared) {
      if (table instanceof PreparedTable.Staged staged) {
        named.addAll(staged.files());
      }
    }
    whole.values().removeIf(kept -> named.contains(kept.files()));
  }

  /** Removes what no intent names. */
  void abandon() {
    whole.values().forEach(kept -> tables.abandon(kept.table(), kept.files()));
    whole.clear();
  }
}

package org.omnigraph.query.catalog;

import java.util.OptionalDouble;
import org.omnigraph.engine.table.Predicate;

/** What is known about a table's values, for guessing how many rows a plan gives. */
public interface TableStatistics {
  /** Nothing is known. */
  TableStatistics NONE =
      new TableStatistics() {
        @Override
        public OptionalDouble distinct(String column) {
          return OptionalDouble.empty();
        }

        @Override
        public OptionalDouble share(Predicate predicate) {
          return OptionalDouble.empty();
        }
      };

  /** How many different values a physical column has about, nulls aside; at least one. */
  OptionalDouble distinct(String column);

  /** Which share of the rows satisfies a predicate on physical columns about; more than none. */
  OptionalDouble share(Predicate predicate);
}

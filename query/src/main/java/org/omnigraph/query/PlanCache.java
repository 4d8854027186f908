package org.omnigraph.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.kernel.DeepStack;

/**
 * Plans, kept while they fit the sizes of the tables. Safe for use by many threads.
 *
 * @param <K> what a plan depends on beside the sizes of tables
 * @param <P> the plans
 */
final class PlanCache<K, P extends PlanCache.Fitting> {
  private static final int MOST_PLANS = 1_000;

  private final Cache<K, P> plans = Caffeine.newBuilder().maximumSize(MOST_PLANS).build();

  /** A plan that may be good for other snapshots than the one it was made for. */
  interface Fitting {
    /**
     * Whether the plan fits the snapshots of now: the tables exist and are of about the same size.
     */
    boolean fits(SqlCatalog catalog);

    /** Whether the statement does not say the type of some parameter. */
    boolean isGuessed();

    /** The inferred type of each parameter. */
    List<RelDataType> parameterTypes();
  }

  /**
   * The plan that is kept if it still fits, else the one that {@code make} gives, on a deep stack.
   * Whoever is cancelled gets neither.
   *
   * @param cancellation ends the waiting for it
   */
  P get(K key, SqlCatalog catalog, Cancellation cancellation, Supplier<P> make) {
    cancellation.requireRunning();
    P known = plans.getIfPresent(key);
    if (known != null && known.fits(catalog)) {
      return known;
    }
    P made = DeepStack.call(cancellation, make);
    plans.put(key, made);
    return made;
  }
}

package org.omnigraph.query.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Divides what all statements may compute with among those that run, so that their sum stays below
 * it. One that runs alone has as much as a statement may; one that comes while others run takes a
 * part of what is left, and a little is kept for each that may still come. When one ends, those
 * that had less than they may grow. Shares are halves of halves of the largest, so that a DuckDB
 * that is used again mostly has its limit already. Safe for use by many threads.
 */
final class Shares {
  /** A share takes this part of what is left, or its equal part of the whole where that is more. */
  private static final int PART_OF_REST = 3;

  /** What is kept for those that may still come is this part of their equal part of the whole. */
  private static final int PART_KEPT = 4;

  private final long all;
  private final long most;
  private final long least;
  private final int statements;
  private final Set<Share> running = new LinkedHashSet<>();
  private long taken;

  /**
   * Nobody has anything yet.
   *
   * @param all bytes of all shares together
   * @param most bytes of the largest share, a quarter of {@code all} at the most for one that runs
   *     alone to have it
   * @param statements how many shares there may be at once
   */
  Shares(long all, long most, int statements) {
    this.all = all;
    this.most = most;
    this.statements = statements;
    long equal = all / statements;
    this.least =
        Math.min(most, Math.max(equal / PART_KEPT, Math.min(equal, KernelLimits.LEAST_MEMORY)));
  }

  /** What one statement may compute with. */
  static final class Share {
    private final int running;
    private volatile long bytes;

    private Share(long bytes, int running) {
      this.bytes = bytes;
      this.running = running;
    }

    /** How many ran when this one began, itself included. */
    int running() {
      return running;
    }

    long bytes() {
      return bytes;
    }
  }

  /** A share for one more; the caller gives it back. */
  synchronized Share take() {
    long left = left(statements - running.size() - 1);
    long aim =
        running.isEmpty() ? left : Math.min(left, Math.max(left / PART_OF_REST, all / statements));
    Share share = new Share(halved(aim), running.size() + 1);
    running.add(share);
    taken += share.bytes;
    return share;
  }

  /**
   * Gives a share back.
   *
   * @return those that have grown for it, the oldest first
   */
  synchronized List<Share> give(Share share) {
    if (running.remove(share)) {
      taken -= share.bytes;
    }
    List<Share> grown = new ArrayList<>();
    for (Share other : running) {
      long left = left(statements - running.size());
      long aim = other.bytes + (running.size() == 1 ? left : left / PART_OF_REST);
      long bytes = Math.max(other.bytes, halved(aim));
      if (bytes > other.bytes) {
        taken += bytes - other.bytes;
        other.bytes = bytes;
        grown.add(other);
      }
    }
    return grown;
  }

  private long left(int stillToCome) {
    return all - taken - least * stillToCome;
  }

  /** The largest half of halves of the largest share that is no more than an aim. */
  private long halved(long aim) {
    long bytes = most;
    while (bytes > aim && bytes > least) {
      bytes /= 2;
    }
    return Math.max(bytes, least);
  }
}

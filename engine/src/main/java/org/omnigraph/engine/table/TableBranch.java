package org.omnigraph.engine.table;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;

/**
 * A native branch of a table.
 *
 * @param name never main
 * @param identifier tells two branches of one name apart when one was deleted and made again
 * @param parent the branch it was cut from; empty for main
 * @param parentVersion the version it was cut at, which is also its own first version
 */
public record TableBranch(
    BranchName name, BranchIdentifier identifier, Optional<BranchName> parent, long parentVersion) {

  /**
   * The line of cuts that led to a branch, oldest first; empty for main.
   *
   * @param cuts one for each level of nesting
   */
  public record BranchIdentifier(List<Cut> cuts) {
    public static final BranchIdentifier MAIN = new BranchIdentifier(List.of());

    public BranchIdentifier {
      cuts = List.copyOf(cuts);
    }

    /** Whether this branch was cut from the other one, directly or not. */
    public boolean descendsFrom(BranchIdentifier other) {
      int depth = other.cuts.size();
      return cuts.size() > depth && cuts.subList(0, depth).equals(other.cuts);
    }
  }

  /**
   * One cut.
   *
   * @param version the version of the parent
   * @param uuid 32 hexadecimal digits, new for every branch made
   */
  public record Cut(long version, String uuid) {}
}

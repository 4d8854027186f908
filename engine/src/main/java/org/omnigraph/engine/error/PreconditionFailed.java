package org.omnigraph.engine.error;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;

/** A conditional write named a head that is not the branch's head. */
public final class PreconditionFailed extends GraphException {
  private final BranchName branch;
  private final String expected;
  private final @Nullable String actual;

  public PreconditionFailed(BranchName branch, String expected, @Nullable String actual) {
    super(
        ErrorCode.PRECONDITION_FAILED,
        "precondition failed on branch '"
            + branch
            + "': expected head '"
            + expected
            + "' but current is "
            + (actual == null ? "absent" : "'" + actual + "'")
            + "; read the branch again before writing on its new head",
        null);
    this.branch = branch;
    this.expected = expected;
    this.actual = actual;
  }

  public BranchName branch() {
    return branch;
  }

  public String expected() {
    return expected;
  }

  public Optional<String> actual() {
    return Optional.ofNullable(actual);
  }
}

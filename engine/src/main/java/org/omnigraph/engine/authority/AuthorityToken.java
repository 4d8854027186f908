package org.omnigraph.engine.authority;

import java.util.Optional;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * Names exactly one state of one graph branch.
 *
 * @param identifier tells the branch from an earlier one of its name
 * @param ownHead the branch's own head row, absence included
 * @param schemaDomain the identity domain of the accepted schema
 * @param irHash the digest of the accepted schema
 */
public record AuthorityToken(
    BranchName branch,
    BranchIdentifier identifier,
    Optional<CommitId> ownHead,
    String schemaDomain,
    String irHash) {

  /**
   * Returns when {@code now} is the same state.
   *
   * @throws ReadSetChanged naming the first member that differs
   */
  public void requireSame(AuthorityToken now) {
    compare("branch_identifier:" + branch, identifier.toString(), now.identifier.toString());
    compare(
        "graph_head:" + branch,
        ownHead.map(CommitId::value).orElse(""),
        now.ownHead.map(CommitId::value).orElse(""));
    compare("schema_ir_hash", irHash, now.irHash);
    compare("schema_identity_domain", schemaDomain, now.schemaDomain);
  }

  private static void compare(String member, String expected, String actual) {
    if (!expected.equals(actual)) {
      throw new ReadSetChanged(
          member, expected.isEmpty() ? null : expected, actual.isEmpty() ? null : actual);
    }
  }
}

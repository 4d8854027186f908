package org.omnigraph.engine.write;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.table.TableTransaction;

/**
 * What a strict insert leaves in its table transaction: that every id it brings was absent from the
 * version it builds on, and that it does nothing but bring them.
 *
 * <p>It names the transaction it belongs to, so a copy of it in another one proves nothing. It is
 * no seal against a writer that means harm.
 *
 * @param parentVersion the version that had none of the ids
 * @param uuid the transaction
 * @param rows how many rows, and so how many ids
 * @param ids the {@link IdDigest} of the ids
 */
public record InsertProof(long parentVersion, String uuid, long rows, String ids) {
  /** The name of the transaction property. */
  public static final String PROPERTY = "omnigraph.insert_proof";

  private static final Pattern FORM =
      Pattern.compile(
          "v1 insert parent=(\\d{1,18}) uuid=(\\S+) rows=(\\d{1,18}) ids=([0-9a-f]{64})");

  /** The value of the property. */
  String text() {
    return "v1 insert parent=" + parentVersion + " uuid=" + uuid + " rows=" + rows + " ids=" + ids;
  }

  /** The proof that a stored transaction carries; empty when it carries none of its own. */
  public static Optional<InsertProof> of(TableTransaction transaction) {
    return Optional.ofNullable(transaction.properties().get(PROPERTY))
        .map(FORM::matcher)
        .filter(Matcher::matches)
        .map(
            found ->
                new InsertProof(
                    Long.parseLong(found.group(1)),
                    found.group(2),
                    Long.parseLong(found.group(3)),
                    found.group(4)))
        .filter(proof -> proof.belongsTo(transaction));
  }

  private boolean belongsTo(TableTransaction transaction) {
    return transaction.operation().equals("Update")
        && uuid.equals(transaction.id().uuid())
        && parentVersion == transaction.id().readVersion();
  }
}

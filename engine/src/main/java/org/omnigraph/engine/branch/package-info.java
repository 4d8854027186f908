/**
 * Making and deleting graph branches.
 *
 * <p>A graph branch is a native branch of {@code __manifest}; its ref is the only authority, so
 * there is no intent file and no commit. Storage moves it in two steps, and a reader that finds one
 * half done knows what it means: making a branch writes its files before the ref, so files without
 * a ref are nobody's, and the next branch of the name reclaims them. Deleting removes the ref
 * before the files, so the same holds. Branches of tables that a deleted branch owned are removed
 * as far as possible; one that stays is replaced by the first write that needs its name.
 *
 * <p>Start reading at {@link org.omnigraph.engine.branch.BranchControl}.
 */
@NullMarked
package org.omnigraph.engine.branch;

import org.jspecify.annotations.NullMarked;

/**
 * One evaluator for every constraint, on every write surface.
 *
 * <p>It never looks a row up on its own: {@code engine.pending.fact} has numbered the ids, end
 * points and tuples of the staged rows while they streamed through, and here the committed columns
 * that the change can touch are streamed once past those numbers, or probed by value when the
 * change is small. A replaced type counts as empty before the change; deleted ids do not exist; the
 * newest staged row of an id is the only one. Values, enums, ranges and patterns were checked row
 * by row on the way in. Start reading at {@link org.omnigraph.engine.validate.Validator}.
 *
 * <p>Equal 128-bit hashes count as equal keys; see {@link
 * org.omnigraph.engine.pending.key.KeyHasher} for why. The state stays below 64 bytes a row. A
 * request that would need more than its share of the heap keeps none of it: the staged rows are
 * read again at validation, for one range of key hashes after the other, and the first violation
 * over all ranges is the one that is told.
 */
@NullMarked
package org.omnigraph.engine.validate;

import org.jspecify.annotations.NullMarked;

/**
 * Keys: the canonical text that ids are made of, keyed hashes of keys, and compact indexes of those
 * hashes.
 */
@NullMarked
package org.omnigraph.engine.pending.key;

import org.jspecify.annotations.NullMarked;

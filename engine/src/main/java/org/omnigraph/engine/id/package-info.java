/**
 * Value records that name things: tables, types, branches, commits, operations.
 *
 * <p>Owns: the spelling rules of names and the source of new identities. Promises: an instance is
 * valid. Start reading at {@link org.omnigraph.engine.id.TableIdentity}.
 */
@NullMarked
package org.omnigraph.engine.id;

import org.jspecify.annotations.NullMarked;

package org.omnigraph.query.running;

import java.util.Optional;

/**
 * Where a statement comes from, as everybody may see it.
 *
 * @param actor who asked for it, if that is known
 * @param session a name of the session that is no secret
 * @param transaction a name of the transaction that is no secret
 */
public record Origin(Optional<String> actor, String session, Optional<String> transaction) {
  /** A caller inside this process. */
  public static final Origin LOCAL = new Origin(Optional.empty(), "local", Optional.empty());

  /** Who takes turns with others: the actor, or the session of one who has no name. */
  public String caller() {
    return actor.map(name -> "actor " + name).orElseGet(() -> "session " + session);
  }

  /** Whom it counts for, as messages name them: the actor, or all who have no name together. */
  public String owner() {
    return actor.map(name -> "'" + name + "'").orElse("anonymous callers");
  }
}

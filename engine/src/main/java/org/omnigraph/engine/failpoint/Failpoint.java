package org.omnigraph.engine.failpoint;

/**
 * A place between two steps of a write, of its recovery or of branch control.
 *
 * <p>A place before a step stands for a failure of the step when its script throws an exception; a
 * place after a step, for a step that worked and whose reply was lost. An {@link Error} thrown at
 * either is a crash.
 */
public enum Failpoint {
  // ---- a write, in its order

  /** Rows are validated and their files written; no gate is held. */
  STAGED,
  /** Everything is revalidated under the gates; no sidecar exists. */
  REVALIDATED,
  /** Before a sidecar is put. */
  SIDECAR_WRITE,
  /** The sidecar is put; the writer has not heard. */
  SIDECAR_WRITTEN,
  /** The sidecar is durable; no effect exists. */
  ARMED,
  /** One more table has a branch of its own; passed once for each that the branch had inherited. */
  FORK_MADE,
  /** All inherited tables that are written have branches of their own; passed if there are any. */
  FORKS_MADE,
  /**
   * A version of a table or of the manifest is about to be made, and the newest one is the planned
   * one; passed once for each.
   */
  COMMITTING,
  /** One more table has its version; passed once for each. */
  TABLE_COMMITTED,
  /** All tables have their versions; the sidecar does not say so yet. */
  EFFECTS_MADE,
  /** Before the sidecar is replaced by one that names every effect. */
  SIDECAR_CONFIRM,
  /** The sidecar is replaced; the writer has not heard. */
  SIDECAR_CONFIRMED,
  /** The sidecar names every effect; nothing is visible. */
  CONFIRMED,
  /** The branch's state is read for one more attempt to publish; passed once for each. */
  PUBLISH_ATTEMPT,
  /** The commit is visible; the sidecar is still there. */
  PUBLISHED,
  /** Before a sidecar is removed. */
  SIDECAR_DELETE,
  /** The sidecar is removed; who did it has not heard. */
  SIDECAR_DELETED,

  // ---- recovery

  /** Before intents are listed. */
  SIDECAR_LIST,
  /** There are intents; none is read yet. */
  SIDECARS_LISTED,
  /** One intent is read; its gates are not held yet. */
  SIDECAR_READ,
  /** A roll forward is decided; nothing is published. */
  ROLL_FORWARD_DECIDED,
  /** The interrupted commit is visible; nothing is audited. */
  ROLLED_FORWARD,
  /** Before the outcomes of a rollback are put into the sidecar. */
  ROLLBACK_PLAN,
  /** The sidecar says what the rollback does; no table is restored. */
  ROLLBACK_PLANNED,
  /** One more table is restored; passed once for each. */
  TABLE_RESTORED,
  /** The restored versions are published; nothing is audited. */
  ROLLED_BACK,
  /** A commit on main records the intent of a deleted branch; nothing is audited. */
  ORPHAN_COMMITTED,
  /** Before an audit row is added. */
  AUDIT,
  /** The audit row is there; the sidecar too. */
  AUDITED,

  // ---- branch control

  /** A branch is about to be made or deleted, and nothing is in the way yet; no gate is held. */
  BRANCH_BARRIER_PASSED,
  /** Storage is asked to make a branch; passed once for each try. */
  BRANCH_CREATING,
  /** The branch exists; its maker does not know yet. */
  BRANCH_CREATED,
  /** A branch may be deleted, and all gates are held. */
  BRANCH_DELETABLE,
  /** Storage is asked to delete a branch. */
  BRANCH_DELETING,
  /** The branch is gone; its deleter does not know yet. */
  BRANCH_DELETED,
  /** The branch is gone; the branches of its tables are not. */
  BRANCH_TABLES_LEFT
}

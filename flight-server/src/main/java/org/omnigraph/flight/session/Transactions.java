package org.omnigraph.flight.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.engine.error.TransactionBusy;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.flight.auth.Access;

/**
 * The open transactions of one session, and how the last ones ended. Beginning one costs nothing.
 *
 * <p>A call without a transaction id works in the session's only open transaction: bulk ingest of
 * ADBC clients never names the transaction that its connection has begun. For the same reason,
 * after a commit that failed such a write waits until the client has rolled back or begun anew: its
 * driver may believe that a transaction is open, and the write must not become a commit of its own.
 * After a transaction has expired neither a read nor a write without an id goes on, whoever began
 * it, nor after a call has named one that this session never had.
 */
public final class Transactions {
  private static final int MOST = 64;
  private static final int REMEMBERED = 64;
  private static final String ROLLED_BACK = "was rolled back";

  /** What another call does with a transaction that is open no more and has not ended yet. */
  private enum Ending {
    COMMIT("committed"),
    ROLLBACK("rolled back");

    private final String word;

    Ending(String word) {
      this.word = word;
    }
  }

  private final Clock clock;
  private final Access access;
  private final Runnable onRollback;
  private final Map<String, Transaction> open = new LinkedHashMap<>();
  private final Map<String, Ending> ending = new HashMap<>();
  private final Map<String, String> ended = new LinkedHashMap<>();
  private Lapse lapse = Lapse.NONE;
  private long turn;
  private boolean over;

  /** What a client may not know yet of its last transaction. */
  private enum Lapse {
    NONE,
    COMMIT_FAILED,
    GONE
  }

  /**
   * None yet.
   *
   * @param onRollback hears that what one of them had written is forgotten
   */
  Transactions(Clock clock, Access access, Runnable onRollback) {
    this.clock = clock;
    this.access = access;
    this.onRollback = onRollback;
  }

  /** Begins a transaction that the client ends by its id. */
  public synchronized String begin() {
    return add(new Transaction(Transaction.Owner.HANDLE, clock, access, onRollback)).id();
  }

  /**
   * Begins a transaction that a statement of this session ends. Inside one that has done nothing
   * yet this is what is open already.
   *
   * @param readOnly whether it refuses to write
   * @throws InvalidRequest inside a transaction that has done something
   */
  public synchronized void beginByText(boolean readOnly) {
    if (open.isEmpty()) {
      add(new Transaction(Transaction.Owner.TEXT, clock, access, onRollback)).readOnly(readOnly);
      return;
    }
    Transaction there = onlyOne();
    if (!there.isUnused()) {
      throw new InvalidRequest("a transaction is open already; COMMIT or ROLLBACK it first");
    }
    there.readOnly(readOnly);
  }

  /**
   * The transaction that a statement about savepoints works in.
   *
   * @param id the id that the call names, empty when it names none
   */
  public synchronized Transaction current(Optional<String> id) {
    return id.isPresent() ? named(id.get()) : required();
  }

  /**
   * The transaction that has a savepoint.
   *
   * @throws NotFound when none has
   */
  public Transaction withSavepoint(String savepointId) {
    return all().stream()
        .filter(transaction -> transaction.hasSavepoint(savepointId))
        .findFirst()
        .orElseThrow(
            () ->
                new NotFound(
                    "no open transaction of this session has such a savepoint; it was released, or"
                        + " its transaction has ended"));
  }

  /**
   * The open transaction of that id.
   *
   * @throws NotFound when there is none
   */
  public synchronized Transaction open(String id) {
    return named(id);
  }

  private Transaction add(Transaction transaction) {
    if (open.size() >= MOST) {
      throw new TooManyRequests(
          "this session has " + MOST + " open transactions; end some before beginning another");
    }
    transaction.begins(++turn);
    open.put(transaction.id(), transaction);
    lapse = Lapse.NONE;
    return transaction;
  }

  /**
   * Refuses what cannot be done inside a transaction that has done something.
   *
   * @param what would change
   */
  public synchronized void requireUnused(String what) {
    if (open.values().stream().anyMatch(transaction -> !transaction.isUnused())) {
      throw new InvalidRequest(
          "the session's "
              + what
              + " change between transactions only; COMMIT or ROLLBACK this one first");
    }
  }

  /** Whether a transaction of that id is open. */
  synchronized boolean isOpen(String id) {
    return open.containsKey(id);
  }

  /**
   * Refuses a call that names a transaction which is not open.
   *
   * @param id the id that the call names, empty when it names none
   */
  public synchronized void requireOpen(Optional<String> id) {
    id.ifPresent(this::named);
  }

  /**
   * Refuses a call that asks only what a statement looks like, where the statement would not run.
   *
   * @param id the id that the call names, empty when it names none
   * @throws NotFound when it names one that is not open, or none and the last has expired
   */
  public synchronized void requireNotGone(Optional<String> id) {
    id.ifPresentOrElse(this::named, this::requireNoneGone);
  }

  /**
   * Refuses what was made for a transaction that has ended without its client.
   *
   * @throws NotFound when it has expired
   */
  public void requireNotExpired(Transaction transaction) {
    if (transaction.hasExpired()) {
      throw gone();
    }
  }

  /**
   * The transaction that goes on with what was made for another one: that itself while it is open,
   * then the one that the client has begun next. Clients of ADBC begin one as soon as they have
   * ended another, and keep their prepared statements.
   *
   * @throws NotFound when it has expired, or has ended and the only one open is not such a next one
   */
  public synchronized Transaction goingOn(Transaction transaction) {
    requireNotExpired(transaction);
    if (isOpen(transaction.id())) {
      return transaction;
    }
    return open.values().stream()
        .filter(
            next ->
                open.size() == 1
                    && next.owner() == Transaction.Owner.HANDLE
                    && next.hasBegunAfter(transaction))
        .findFirst()
        .orElseThrow(() -> over(transaction));
  }

  private GraphException over(Transaction transaction) {
    Ending as = ending.get(transaction.id());
    if (as != null) {
      return busy(as);
    }
    return new NotFound(
        "the transaction "
            + transaction.name()
            + ", in which this statement was prepared, "
            + ended.getOrDefault(transaction.id(), "has ended")
            + ", and nothing of the statement is run; prepare it again where it is to run");
  }

  /**
   * The transaction that a read works in.
   *
   * @param id the id that the call names, empty when it names none
   * @return empty when it names none and there is not exactly one
   * @throws NotFound when it names one that is not open, or none and the last has expired
   */
  public synchronized Optional<Transaction> forRead(Optional<String> id) {
    if (id.isPresent()) {
      return Optional.of(named(id.get()));
    }
    requireNoneGone();
    return open.size() == 1 ? Optional.of(onlyOne()) : Optional.empty();
  }

  /**
   * The transaction that a write works in.
   *
   * @param id the id that the call names, empty when it names none
   * @return empty when it names none and none is open
   * @throws InvalidRequest when it names none and several are open, or the last commit failed
   * @throws NotFound when it names one that is not open, or none and the last has expired
   */
  public synchronized Optional<Transaction> forWrite(Optional<String> id) {
    if (id.isPresent()) {
      return Optional.of(named(id.get()));
    }
    requireNoneGone();
    if (open.isEmpty() && lapse == Lapse.COMMIT_FAILED) {
      throw new InvalidRequest(
          "the last commit of this connection failed and nothing of it is kept; connect again (an ADBC"
              + " connection can do nothing else), or roll back or begin a transaction before writing"
              + " more");
    }
    return open.isEmpty() ? Optional.empty() : Optional.of(onlyOne());
  }

  /**
   * Where a transaction has worked.
   *
   * @param id empty for the session's only one
   */
  public Optional<Target> target(Optional<String> id) {
    return at(id).flatMap(Transaction::target);
  }

  private synchronized Optional<Transaction> at(Optional<String> id) {
    return id.map(open::get).or(() -> open.size() == 1 ? Optional.of(onlyOne()) : Optional.empty());
  }

  /**
   * A transaction is in use, since a result is read in it, until the answer is run once.
   *
   * @param id empty for the session's only one
   */
  public Runnable reading(Optional<String> id) {
    return at(id).map(Transaction::reading).orElse(() -> {});
  }

  /** How many hold rows, or deletions, that are not committed. */
  public long written() {
    return all().stream().filter(Transaction::hasWritten).count();
  }

  /** Bytes of memory that they keep between their statements. */
  long held() {
    return all().stream().mapToLong(Transaction::held).sum();
  }

  /**
   * Publishes and ends the transaction of that id; it ends also when publishing fails.
   *
   * @throws TransactionBusy when another call works in it, which goes on then, or ends it
   */
  public Optional<Receipt> commit(String id, Optional<String> actor) {
    Transaction transaction = take(id, Ending.COMMIT);
    try {
      Optional<Receipt> receipt = transaction.commit(actor);
      remember(id, "was committed");
      return receipt;
    } catch (TransactionBusy e) {
      putBack(transaction);
      throw e;
    } catch (RuntimeException e) {
      remember(id, ROLLED_BACK);
      awaitRollback(transaction);
      throw e;
    } finally {
      hasEnded(id);
    }
  }

  private synchronized void hasEnded(String id) {
    ending.remove(id);
  }

  /** Its end was refused, unless the session has ended meanwhile. */
  private synchronized void putBack(Transaction transaction) {
    if (over) {
      transaction.abandon();
    } else {
      transaction.goesOn();
      open.put(transaction.id(), transaction);
    }
  }

  private synchronized void awaitRollback(Transaction transaction) {
    lapse = transaction.owner() == Transaction.Owner.HANDLE ? Lapse.COMMIT_FAILED : Lapse.NONE;
  }

  private synchronized void requireNoneGone() {
    if (lapse == Lapse.GONE) {
      throw gone();
    }
  }

  static NotFound gone() {
    return new NotFound(
        "this session has no such transaction any more: it was rolled back after it had been idle"
            + " for too long, or has ended with its session; connect again, ROLLBACK it or begin a new"
            + " one, and prepare again what was prepared in it");
  }

  /** Rolls back as a client asks: without an id what the last transaction has left. */
  public void rollbackAs(String id) {
    if (id.isEmpty() && takeLapse() != Lapse.NONE) {
      return;
    }
    rollback(id);
  }

  private synchronized Lapse takeLapse() {
    Lapse taken = lapse;
    lapse = Lapse.NONE;
    return taken;
  }

  /**
   * Forgets and ends the transaction of that id; one that has expired, whose commit failed, or that
   * another call rolls back, has ended so already.
   *
   * @throws TransactionBusy when another call commits it
   */
  public void rollback(String id) {
    takeLapse();
    if (isRolledBack(id)) {
      return;
    }
    Transaction transaction = take(id, Ending.ROLLBACK);
    try {
      transaction.rollback();
    } catch (TransactionBusy e) {
      transaction.abandon();
    } finally {
      remember(id, ROLLED_BACK);
      hasEnded(id);
    }
  }

  /**
   * Publishes the session's transaction. One that a client holds by its id stays open, as new: the
   * client does not know that it ended.
   */
  public Optional<Receipt> commitByText(Optional<String> actor) {
    if (takeGone()) {
      throw gone();
    }
    Transaction transaction = required();
    return transaction.owner() == Transaction.Owner.TEXT
        ? commit(transaction.id(), actor)
        : transaction.commit(actor);
  }

  /** Forgets what the session's transaction did; see {@link #commitByText}. */
  public void rollbackByText() {
    if (takeGone()) {
      return;
    }
    Transaction transaction = required();
    if (transaction.owner() == Transaction.Owner.TEXT) {
      rollback(transaction.id());
    } else {
      transaction.rollback();
    }
  }

  private synchronized boolean takeGone() {
    boolean taken = open.isEmpty() && lapse == Lapse.GONE;
    lapse = taken ? Lapse.NONE : lapse;
    return taken;
  }

  private synchronized Transaction required() {
    requireNoneGone();
    if (open.isEmpty()) {
      throw new InvalidRequest("no transaction is open in this session");
    }
    return onlyOne();
  }

  private Transaction onlyOne() {
    if (open.size() > 1) {
      throw new InvalidRequest(
          open.size() + " transactions are open in this session; name one by its id");
    }
    return open.values().iterator().next();
  }

  private Transaction named(String id) {
    Transaction transaction = open.get(id);
    if (transaction == null) {
      throw absent(id);
    }
    return transaction;
  }

  private synchronized Transaction take(String id, Ending as) {
    Transaction transaction = named(id);
    open.remove(id);
    ending.put(id, as);
    transaction.ends(++turn);
    return transaction;
  }

  private synchronized GraphException absent(String id) {
    String how = ended.get(id);
    Ending as = ending.get(id);
    if (how == null && as != null) {
      return busy(as);
    }
    if (how == null && RandomId.isOne(id)) {
      lapse = Lapse.GONE;
    }
    return new NotFound(
        how == null
            ? "this session has no such transaction: it belongs to another session, or to one that"
                + " has ended or whose server was started again, and what it had not committed is"
                + " gone; connect again, or begin a new one"
            : "this transaction " + how + "; begin a new one");
  }

  private static TransactionBusy busy(Ending as) {
    return new TransactionBusy(
        "this transaction is being "
            + as.word
            + " by another call; send this one again when that has ended, to hear what came of it");
  }

  private synchronized boolean isRolledBack(String id) {
    return ended.getOrDefault(id, "").startsWith(ROLLED_BACK) || ending.get(id) == Ending.ROLLBACK;
  }

  private synchronized void remember(String id, String how) {
    ended.put(id, how);
    if (ended.size() > REMEMBERED) {
      ended.remove(ended.keySet().iterator().next());
    }
  }

  public synchronized int size() {
    return open.size();
  }

  /** Whether a client may believe that one is open. */
  synchronized boolean areOpenOrLapsed() {
    return !open.isEmpty() || lapse != Lapse.NONE;
  }

  /**
   * Rolls back what has done something and was then unused for so long.
   *
   * @return where rows were written that are gone
   */
  List<Target> expire(Duration idle) {
    Instant limit = clock.instant().minus(idle);
    List<Target> lost = new ArrayList<>();
    for (Transaction transaction : all()) {
      Optional<Target> uncommitted = transaction.uncommitted();
      if (transaction.expire(limit)) {
        uncommitted.ifPresent(lost::add);
        String id = transaction.id();
        synchronized (this) {
          open.remove(id);
          lapse = Lapse.GONE;
        }
        remember(id, ROLLED_BACK + " after it had been idle for " + idle.toSeconds() + " s");
      }
    }
    return lost;
  }

  /**
   * Rolls all back without waiting for a call that works in one of them.
   *
   * @return where rows were written that are gone
   */
  List<Target> abandonAll() {
    List<Transaction> all = all();
    List<Target> lost =
        all.stream().map(Transaction::uncommitted).flatMap(Optional::stream).toList();
    synchronized (this) {
      over = true;
      open.clear();
    }
    all.forEach(Transaction::abandon);
    return lost;
  }

  private synchronized List<Transaction> all() {
    return new ArrayList<>(open.values());
  }
}

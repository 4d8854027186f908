package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.flight.session.Bound;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.PolledStatement;
import org.omnigraph.flight.session.Session;

/**
 * Statements that work on while their client polls. The first answer comes at once; a later one
 * when there is something to tell, and always after a few seconds. The statement is done when it
 * has changed what it changes, or when its first rows are there; what was polled for is then a
 * result like any other.
 */
final class PollCommands {
  private static final Duration AT_ONCE = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long UNKNOWN = -1;

  private final Services services;
  private final StatementCommands statements;
  private final PreparedCommands prepared;

  PollCommands(Services services, StatementCommands statements, PreparedCommands prepared) {
    this.services = services;
    this.statements = statements;
    this.prepared = prepared;
  }

  /**
   * Starts a statement, or says how far one is.
   *
   * @param isUnwanted whether the client waits for the answer no more
   * @return empty for a command that is no statement
   * @throws NotFound for a descriptor to ask again with that is not known any more
   */
  Optional<PollInfo> poll(
      FlightDescriptor descriptor, CallScope scope, BooleanSupplier isUnwanted) {
    try {
      Any command = Any.parseFrom(descriptor.getCommand());
      if (command.is(TicketStatementQuery.class)) {
        ByteString handle = command.unpack(TicketStatementQuery.class).getStatementHandle();
        return Optional.of(again(Replies.handle(handle), scope, isUnwanted));
      }
      if (command.is(CommandStatementQuery.class)) {
        CommandStatementQuery query = command.unpack(CommandStatementQuery.class);
        Optional<String> transaction =
            Replies.given(query.hasTransactionId(), query.getTransactionId());
        return Optional.of(
            first(
                working -> statements.begin(query.getQuery(), transaction, Bound.NONE, working),
                descriptor,
                scope,
                isUnwanted));
      }
      if (command.is(CommandPreparedStatementQuery.class)) {
        ByteString handle =
            command.unpack(CommandPreparedStatementQuery.class).getPreparedStatementHandle();
        return Optional.of(
            first(working -> prepared.begin(handle, working), descriptor, scope, isUnwanted));
      }
      return Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidRequest("the command is broken: " + e.getMessage(), e);
    }
  }

  private PollInfo first(
      Function<CallScope, PolledStatement.Outcome> work,
      FlightDescriptor descriptor,
      CallScope scope,
      BooleanSupplier isUnwanted) {
    services.draining().requireTaken();
    PolledStatement statement = PolledStatement.start(descriptor, scope, services.workers(), work);
    String handle = scope.session().polled().add(statement);
    return told(statement, handle, statement.await(AT_ONCE, isUnwanted), scope);
  }

  private PollInfo again(String handle, CallScope scope, BooleanSupplier isUnwanted) {
    PolledStatement statement =
        scope.session().polled().find(handle).orElseThrow(PollCommands::unknown);
    return told(statement, handle, statement.await(PATIENCE, isUnwanted), scope);
  }

  private PollInfo told(PolledStatement statement, String handle, boolean ended, CallScope scope) {
    if (!ended) {
      FlightDescriptor retry = FlightDescriptor.command(Replies.ticket(handle));
      return new PollInfo(
          unfinished(retry), retry, progress(statement), Instant.now().plus(Session.POLLED_IDLE));
    }
    PolledStatement.Outcome outcome;
    try {
      outcome = statement.outcome();
    } catch (RuntimeException e) {
      scope.session().polled().drop(handle);
      throw e;
    }
    FlightInfo info =
        Replies.result(outcome.result(), statement.asked(), outcome.handle(), statements.expiry());
    return new PollInfo(info, null, 1.0, null);
  }

  private static @Nullable Double progress(PolledStatement statement) {
    return statement.progress().isPresent() ? statement.progress().getAsDouble() : null;
  }

  /** What can be cancelled, and nothing to read yet; the schema is not known. */
  private static FlightInfo unfinished(FlightDescriptor retry) {
    return new FlightInfo(null, retry, List.of(), UNKNOWN, UNKNOWN, false, IpcOption.DEFAULT);
  }

  /**
   * Ends a statement that is polled for.
   *
   * @param handle of the descriptor to ask again with
   * @throws NotFound when there is none
   */
  CancelStatus cancel(ByteString handle, CallScope scope) {
    String id = Replies.handle(handle);
    PolledStatement statement =
        scope.session().polled().find(id).orElseThrow(PollCommands::unknown);
    boolean working = !statement.hasEnded();
    scope.session().polled().drop(id);
    return working
        ? CancelStatus.CANCELLING
        : statements.cancel(Replies.handle(statement.outcome().handle()), scope);
  }

  private static NotFound unknown() {
    return new NotFound(
        "this session has no statement to poll for by that descriptor; it was cancelled, nobody"
            + " asked about it for "
            + Session.POLLED_IDLE.toSeconds()
            + " s, or it belongs to another session: run it again");
  }
}

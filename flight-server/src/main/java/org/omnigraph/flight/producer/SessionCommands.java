package org.omnigraph.flight.producer;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Graphs;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.SchemaName;
import org.omnigraph.flight.session.SessionOptions;

/** The session's options {@code catalog}, {@code schema} and {@code snapshot}, and its end. */
final class SessionCommands {
  private static final String CATALOG = "catalog";
  private static final String SCHEMA = "schema";
  private static final String SNAPSHOT = "snapshot";

  private final Services services;

  SessionCommands(Services services) {
    this.services = services;
  }

  /**
   * Sets what can be set, and says for each other name why not. The catalog goes first, because the
   * others are names within it.
   */
  SetSessionOptionsResult set(Map<String, SessionOptionValue> asked, CallScope scope) {
    Map<String, SessionOptionValue> ordered = new LinkedHashMap<>();
    for (String name : new String[] {CATALOG, SCHEMA, SNAPSHOT}) {
      if (asked.containsKey(name)) {
        ordered.put(name, asked.get(name));
      }
    }
    asked.forEach(ordered::putIfAbsent);
    Map<String, SetSessionOptionsResult.Error> errors = new HashMap<>();
    ordered.forEach(
        (name, value) ->
            set(name, value, scope)
                .ifPresent(e -> errors.put(name, new SetSessionOptionsResult.Error(e))));
    return new SetSessionOptionsResult(errors);
  }

  private Optional<ErrorValue> set(String name, SessionOptionValue value, CallScope scope) {
    Optional<String> text = text(value);
    if (text.isEmpty() && !value.isEmpty()) {
      return Optional.of(ErrorValue.INVALID_VALUE);
    }
    Optional<String> chosen = text.filter(t -> !t.isEmpty());
    SessionOptions options = scope.session().options();
    try {
      switch (name) {
        case CATALOG -> scope.session().choose(catalog(options, chosen));
        case SCHEMA -> scope.session().choose(schema(options, chosen));
        case SNAPSHOT -> scope.session().choose(snapshot(options, chosen));
        default -> {
          return Optional.of(ErrorValue.INVALID_NAME);
        }
      }
      return Optional.empty();
    } catch (NotFound | InvalidRequest e) {
      return Optional.of(ErrorValue.INVALID_VALUE);
    }
  }

  private static Optional<String> text(SessionOptionValue value) {
    return value.acceptVisitor(
        new NoOpSessionOptionValueVisitor<Optional<String>>() {
          @Override
          public Optional<String> visit(String text) {
            return Optional.of(text);
          }

          @Override
          public Optional<String> visit(boolean flag) {
            return Optional.empty();
          }

          @Override
          public Optional<String> visit(long number) {
            return Optional.empty();
          }

          @Override
          public Optional<String> visit(double number) {
            return Optional.empty();
          }

          @Override
          public Optional<String> visit(String[] texts) {
            return Optional.empty();
          }

          @Override
          public Optional<String> visit(Void nothing) {
            return Optional.empty();
          }
        });
  }

  private SessionOptions catalog(SessionOptions options, Optional<String> name) {
    return options.withCatalog(name.map(services.graphs()::spelled));
  }

  private SessionOptions schema(SessionOptions options, Optional<String> name) {
    if (name.isEmpty()) {
      return options.withBranch(Optional.empty(), Optional.empty());
    }
    SchemaName schema = SchemaName.parse(name.get());
    Graphs graphs = services.graphs();
    Graph graph = graph(options);
    graphs.requireBranch(catalog(options), schema.branch());
    schema.snapshot().ifPresent(graph::snapshotAt);
    return options.withBranch(Optional.of(schema.branch()), schema.snapshot());
  }

  private SessionOptions snapshot(SessionOptions options, Optional<String> commit) {
    commit.map(CommitId::new).ifPresent(graph(options)::snapshotAt);
    return options.withSnapshot(commit.map(CommitId::new));
  }

  private Graph graph(SessionOptions options) {
    return services.graphs().named(catalog(options));
  }

  private String catalog(SessionOptions options) {
    return options.catalog().orElseGet(services.graphs()::impliedOrThrow);
  }

  /** Where the session works now; a session always exists, since the call itself makes it. */
  GetSessionOptionsResult get(CallScope scope) {
    Map<String, SessionOptionValue> values = new HashMap<>();
    try {
      Place place = scope.place(services.graphs());
      put(values, CATALOG, place.catalog());
      put(values, SCHEMA, place.branch().value());
      place.snapshot().ifPresent(commit -> put(values, SNAPSHOT, commit.value()));
    } catch (GraphException noGraphChosen) {
      put(values, SCHEMA, BranchName.MAIN.value());
    }
    return new GetSessionOptionsResult(values);
  }

  private static void put(Map<String, SessionOptionValue> values, String name, String value) {
    values.put(name, SessionOptionValueFactory.makeSessionOptionValue(value));
  }

  /** Ends the session: its transaction is rolled back, its handles are gone. */
  CloseSessionResult close(CallScope scope) {
    services.sessions().close(scope.session());
    scope.forgetCookie();
    return new CloseSessionResult(CloseSessionResult.Status.CLOSED);
  }
}

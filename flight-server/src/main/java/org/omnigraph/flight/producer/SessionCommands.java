package org.omnigraph.flight.producer;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Compression;
import org.omnigraph.flight.session.Graphs;
import org.omnigraph.flight.session.OptionWords;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.SchemaName;
import org.omnigraph.flight.session.Session;
import org.omnigraph.flight.session.SessionOptions;
import org.omnigraph.flight.session.StatementTimeout;
import org.omnigraph.flight.session.Target;

/** The session's options: where it works and how long its statements may take; and its end. */
final class SessionCommands {
  static final String CATALOG = "catalog";
  static final String SCHEMA = "schema";
  static final String SNAPSHOT = "snapshot";

  /** All options; the catalog goes first, because the others are names within it. */
  static final List<String> OPTIONS =
      List.of(
          CATALOG,
          SCHEMA,
          SNAPSHOT,
          StatementTimeout.NAME,
          OptionWords.READ_ONLY,
          OptionWords.TIME_ZONE,
          Compression.NAME,
          OptionWords.ENDPOINTS);

  /** Those that say what statements mean; they change between transactions only. */
  private static final Set<String> PLACES = Set.of(CATALOG, SCHEMA, SNAPSHOT);

  private final Services services;

  SessionCommands(Services services) {
    this.services = services;
  }

  /** Sets what can be set, and says for each other name why not. */
  SetSessionOptionsResult set(Map<String, SessionOptionValue> asked, CallScope scope) {
    Map<String, SessionOptionValue> ordered = new LinkedHashMap<>();
    for (String name : OPTIONS) {
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
    if (!OPTIONS.contains(name)) {
      return Optional.of(ErrorValue.INVALID_NAME);
    }
    Optional<String> wanted = text.filter(t -> !t.isEmpty());
    SessionOptions chosen;
    try {
      chosen = chosen(name, wanted, scope);
    } catch (NotFound | InvalidRequest | Unsupported e) {
      return Optional.of(ErrorValue.INVALID_VALUE);
    }
    Session session = scope.session();
    try {
      requireInGraphOfHeader(Map.of(name, wanted), scope);
      requireNoHeaderBefore(name, wanted, scope);
      if (PLACES.contains(name) && !chosen.equals(session.options())) {
        session.transactions().requireUnused("options");
      }
    } catch (InvalidRequest e) {
      return Optional.of(ErrorValue.ERROR);
    }
    session.choose(chosen);
    return Optional.empty();
  }

  private static void requireNoHeaderBefore(String name, Optional<String> value, CallScope scope) {
    value.ifPresentOrElse(
        chosen -> scope.requireNoOtherHeader(name, chosen), () -> scope.requireNoHeader(name));
  }

  private static SessionOptions chosen(String name, Optional<String> value, CallScope scope) {
    SessionOptions options = scope.session().options();
    return switch (name) {
      case CATALOG ->
          options.withCatalog(
              value.map(graph -> scope.spelled(graph, options.branch().orElse(BranchName.MAIN))));
      case SCHEMA -> schema(options, value, scope);
      case SNAPSHOT -> snapshot(options, value, scope);
      case OptionWords.READ_ONLY ->
          options.withReadOnly(value.map(text -> OptionWords.flag(name, text)).orElse(false));
      case OptionWords.TIME_ZONE -> inUtc(options, value);
      case Compression.NAME -> options.withCompression(value.map(Compression::parse));
      case OptionWords.ENDPOINTS -> options.withEndpoints(value.map(OptionWords::endpoints));
      default -> options.withStatementTimeout(value.map(StatementTimeout::parse));
    };
  }

  /**
   * Refuses to choose something inside a graph that a header names where the session is in another.
   *
   * @throws InvalidRequest naming both
   */
  private static void requireInGraphOfHeader(
      Map<String, Optional<String>> chosen, CallScope scope) {
    boolean inside =
        !chosen.containsKey(CATALOG)
            && List.of(SCHEMA, SNAPSHOT).stream()
                .anyMatch(name -> chosen.getOrDefault(name, Optional.empty()).isPresent());
    Optional<String> header = scope.graphHeader().map(scope.graphs()::spelled);
    Optional<String> catalog = scope.session().options().catalog();
    if (inside && header.isPresent() && catalog.isPresent() && !header.equals(catalog)) {
      throw new InvalidRequest(
          "the header x-omnigraph-graph names the graph '"
              + header.get()
              + "', and the session's option catalog = '"
              + catalog.get()
              + "' another; RESET catalog, or leave out the header");
    }
  }

  private static SessionOptions inUtc(SessionOptions options, Optional<String> zone) {
    zone.ifPresent(OptionWords::requireUtc);
    return options;
  }

  /** The options there are, for messages. */
  static String known() {
    return "the options are catalog (a graph), schema (a branch), snapshot (a commit or a time),"
        + " statement_timeout, read_only, time_zone, compression and endpoints";
  }

  /**
   * Sets options as a statement asks: all of them, or none.
   *
   * @throws InvalidRequest inside a transaction that has done something, and where a header of the
   *     connection goes before the option
   */
  void choose(Map<String, Optional<String>> chosen, CallScope scope) {
    Session session = scope.session();
    if (!Collections.disjoint(chosen.keySet(), PLACES)) {
      session.transactions().requireUnused("options");
    }
    requireInGraphOfHeader(chosen, scope);
    SessionOptions before = session.options();
    try {
      chosen.forEach(
          (name, value) -> {
            if (value.isPresent() || chosen.size() == 1) { // RESET ALL is of the session alone
              requireNoHeaderBefore(name, value, scope);
            }
            session.choose(chosen(name, value, scope));
          });
    } catch (GraphException e) {
      session.choose(before);
      throw e;
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
            return Optional.of(String.valueOf(flag));
          }

          @Override
          public Optional<String> visit(long number) {
            return Optional.of(String.valueOf(number));
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

  private static SessionOptions schema(
      SessionOptions options, Optional<String> name, CallScope scope) {
    if (name.isEmpty()) {
      return options.withBranch(Optional.empty(), Optional.empty());
    }
    SchemaName schema = SchemaName.parse(name.get());
    SessionOptions inGraph = inGraphOfHeader(options, scope);
    Graphs graphs = scope.graphs();
    String catalog = catalog(inGraph, graphs);
    scope.record().target(new Target(catalog, schema.branch()));
    graphs.requireBranch(catalog, schema.branch());
    return inGraph.withBranch(
        Optional.of(schema.branch()),
        schema.moment().map(moment -> graphs.commit(catalog, schema.branch(), moment)));
  }

  /** A snapshot goes with the branch that it was chosen on, also where a header names that. */
  private static SessionOptions snapshot(
      SessionOptions options, Optional<String> moment, CallScope scope) {
    if (moment.isEmpty()) {
      return options.withSnapshot(Optional.empty());
    }
    SessionOptions inGraph = inGraphOfHeader(options, scope);
    BranchName branch =
        scope.branchHeader().map(SchemaName::branch).or(inGraph::branch).orElse(BranchName.MAIN);
    Graphs graphs = scope.graphs();
    String catalog = catalog(inGraph, graphs);
    scope.record().target(new Target(catalog, branch));
    Optional<CommitId> commit = Optional.of(graphs.anyCommit(catalog, branch, moment.get()));
    return branch.equals(inGraph.branch().orElse(BranchName.MAIN))
        ? inGraph.withSnapshot(commit)
        : inGraph.withBranch(Optional.of(branch), commit);
  }

  private static SessionOptions inGraphOfHeader(SessionOptions options, CallScope scope) {
    return options.catalog().isPresent()
        ? options
        : options.withCatalog(scope.graphHeader().map(scope.graphs()::spelled));
  }

  private static String catalog(SessionOptions options, Graphs graphs) {
    return options.catalog().orElseGet(graphs::impliedOrThrow);
  }

  /** Where the session works now; a session always exists, since the call itself makes it. */
  GetSessionOptionsResult get(CallScope scope) {
    Map<String, SessionOptionValue> values = new HashMap<>();
    values(scope).forEach((name, value) -> put(values, name, value));
    return new GetSessionOptionsResult(values);
  }

  /** The options that have a value. */
  Map<String, String> values(CallScope scope) {
    Map<String, String> values = new HashMap<>();
    try {
      Place place = scope.place();
      values.put(CATALOG, place.catalog());
      values.put(SCHEMA, place.branch().value());
      place.snapshot().ifPresent(commit -> values.put(SNAPSHOT, commit.value()));
    } catch (GraphException noSuchPlace) {
      SessionOptions options = scope.session().options();
      options.catalog().ifPresent(catalog -> values.put(CATALOG, catalog));
      values.put(SCHEMA, options.branch().orElse(BranchName.MAIN).value());
      options.snapshot().ifPresent(commit -> values.put(SNAPSHOT, commit.value()));
    }
    values.put(
        StatementTimeout.NAME,
        StatementTimeout.text(
            scope.session().options().statementTimeout().or(services.limits()::statementTimeout)));
    values.put(OptionWords.READ_ONLY, String.valueOf(scope.isReadOnly()));
    values.put(OptionWords.TIME_ZONE, "UTC");
    values.put(Compression.NAME, scope.compression().text());
    values.put(OptionWords.ENDPOINTS, String.valueOf(scope.endpoints()));
    return values;
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

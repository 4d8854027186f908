package org.omnigraph.flight.session;

import io.grpc.Metadata;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * All headers by which a client says something with a call, beside who it is. Places have other
 * names too, since Arrow's JDBC driver sends the properties of a URL as headers.
 */
public enum RequestHeader {
  GRAPH("x-omnigraph-graph", "graph", "database", "catalog"),
  BRANCH("x-omnigraph-branch", "branch", "schema"),
  SNAPSHOT("x-omnigraph-snapshot", "snapshot"),
  READ_ONLY("x-omnigraph-read-only"),
  ENDPOINTS("x-omnigraph-endpoints"),
  COMPRESSION("x-omnigraph-compression"),
  STATEMENT_TIMEOUT("x-omnigraph-statement-timeout"),

  /** What an ingest does with an id that exists: {@code append} or {@code merge}. */
  MODE("x-omnigraph-mode"),

  /** With the value {@code true}: the client wants a number for each row that it has bound. */
  ROW_COUNTS("x-omnigraph-row-counts"),

  /** Drivers that really begin and end transactions name themselves with it. */
  CLIENT("x-omnigraph-client");

  private static final String OURS = "x-omnigraph-";
  private static final Set<String> KNOWN =
      Arrays.stream(values()).map(RequestHeader::text).collect(Collectors.toUnmodifiableSet());

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> names;

  RequestHeader(String... names) {
    this.names = List.of(names);
  }

  /** Its name. */
  public String text() {
    return names.get(0);
  }

  /** Its name, and others that mean the same. */
  List<String> names() {
    return names;
  }

  /** One header of a call. */
  private record Sent(String name, String value) {
    boolean saysTheSameAs(Sent other) {
      return PercentEncoding.decoded(value).equals(PercentEncoding.decoded(other.value));
    }

    @Override
    public String toString() {
      return "'" + name + ": " + value + "'";
    }
  }

  /**
   * Refuses a call whose headers would be passed over, in whole or in part: those with our prefix
   * that there are not, empty ones, and two that say different things.
   *
   * @throws InvalidRequest naming them
   */
  static void requireUnderstood(Metadata headers) {
    for (String name : headers.keys()) {
      if (name.startsWith(OURS) && !KNOWN.contains(name)) {
        throw new InvalidRequest(
            "there is no header "
                + name
                + "; there are "
                + Arrays.stream(values())
                    .map(RequestHeader::text)
                    .collect(Collectors.joining(", ")));
      }
    }
    for (RequestHeader header : values()) {
      header.requireOneValue(headers);
    }
  }

  private void requireOneValue(Metadata headers) {
    List<Sent> all = names.stream().flatMap(name -> sent(name, headers)).toList();
    for (Sent one : all) {
      if (one.value().isEmpty()) {
        throw new InvalidRequest(
            "the header " + one.name() + " is empty; give it a value, or leave it out");
      }
      if (!one.saysTheSameAs(all.get(0))) {
        throw new InvalidRequest(
            "the headers "
                + all.get(0)
                + " and "
                + one
                + " contradict each other; send one of the two");
      }
    }
  }

  private static Stream<Sent> sent(String name, Metadata headers) {
    @Nullable Iterable<String> values =
        headers.getAll(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    Stream.Builder<Sent> sent = Stream.builder();
    if (values != null) {
      values.forEach(value -> sent.add(new Sent(name, value.strip())));
    }
    return sent.build();
  }

  /** What a call says under one of its names; empty when it says nothing. */
  static Optional<String> value(String name, Metadata headers) {
    return sent(name, headers).map(Sent::value).findFirst();
  }

  /** What a call says by it, under any of its names. */
  Optional<String> value(Metadata headers) {
    return names.stream().flatMap(name -> sent(name, headers)).map(Sent::value).findFirst();
  }
}

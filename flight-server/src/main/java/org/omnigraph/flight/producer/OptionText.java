package org.omnigraph.flight.producer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.OptionWords;

/**
 * A statement about the session's options: {@code USE}, {@code SET}, {@code RESET}, or {@code SHOW}
 * of an option.
 *
 * @param chosen options and what they are set to, in this order; empty is the default
 * @param shown options whose values are asked for
 */
record OptionText(Map<String, Optional<String>> chosen, List<String> shown) implements SessionText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:\"(?<name>(?:[^\"]|\"\")*)\"|'(?<text>(?:[^']|'')*)'"
              + "|(?<word>[\\p{L}\\p{N}_$@:/+-]+)|(?<sign>[=.]))\\s*");

  /** What {@code SHOW} has beside options. */
  private static final Set<String> LISTS =
      Set.of("TABLES", "FULL", "SCHEMAS", "BRANCHES", "COLUMNS");

  private static final Map<String, String> OTHER_NAMES =
      Map.of(
          "graph", SessionCommands.CATALOG,
          "database", SessionCommands.CATALOG,
          "branch", SessionCommands.SCHEMA,
          "timezone", OptionWords.TIME_ZONE);

  /** A word, a name or a text between quotes, or a sign. */
  private record Token(String text, boolean quoted) {
    boolean is(String word) {
      return !quoted && text.equalsIgnoreCase(word);
    }
  }

  OptionText {
    chosen = Collections.unmodifiableMap(new LinkedHashMap<>(chosen));
    shown = List.copyOf(shown);
  }

  /**
   * The statement that sets options, if {@code text} is one.
   *
   * @throws InvalidRequest when it is one and cannot be understood; names the options
   */
  static Optional<OptionText> read(String text) {
    return switch (firstWord(text)) {
      case "USE" -> Optional.of(use(tokens(text)));
      case "SET" -> Optional.of(set(tokens(text)));
      case "RESET" -> Optional.of(reset(tokens(text)));
      default -> Optional.empty();
    };
  }

  /**
   * The statement that shows options, if {@code sql} is one.
   *
   * @throws InvalidRequest when it is one and cannot be understood; names the options
   */
  static Optional<OptionText> shown(String sql) {
    if (sql.length() > LONGEST) {
      return Optional.empty();
    }
    String text = SessionText.plain(sql);
    return firstWord(text).equals("SHOW") ? show(tokens(text)) : Optional.empty();
  }

  private static String firstWord(String text) {
    return text.split(" ", 2)[0].toUpperCase(Locale.ROOT);
  }

  /** What follows the first word. */
  private static List<Token> tokens(String statement) {
    String first = firstWord(statement);
    String text = statement.substring(first.length());
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (!matcher.find(at) || matcher.start() != at) {
        throw misread(first);
      }
      tokens.add(token(matcher));
      at = matcher.end();
    }
    return tokens;
  }

  private static Token token(Matcher matcher) {
    if (matcher.group("name") != null) {
      return new Token(matcher.group("name").replace("\"\"", "\""), true);
    }
    if (matcher.group("text") != null) {
      return new Token(matcher.group("text").replace("''", "'"), true);
    }
    String word = matcher.group("word");
    return new Token(word == null ? matcher.group("sign") : word, false);
  }

  private static InvalidRequest misread(String statement) {
    String form =
        switch (statement) {
          case "USE" -> "USE main, USE \"main@01J…\" or USE graph.main";
          case "SET" -> "SET option = 'value'";
          default -> statement + " option or " + statement + " ALL";
        };
    return new InvalidRequest(
        "this " + statement + " cannot be read; write " + form + "; " + SessionCommands.known());
  }

  private static OptionText use(List<Token> rest) {
    boolean ofGraph =
        rest.size() == 2
            && (rest.get(0).is("CATALOG") || rest.get(0).is("GRAPH") || rest.get(0).is("DATABASE"));
    boolean ofBranch = rest.size() == 2 && (rest.get(0).is("SCHEMA") || rest.get(0).is("BRANCH"));
    Map<String, Optional<String>> chosen = new LinkedHashMap<>();
    if (ofGraph || ofBranch) {
      chosen.put(
          ofGraph ? SessionCommands.CATALOG : SessionCommands.SCHEMA,
          Optional.of(rest.get(1).text()));
    } else if (rest.size() == 1 && !rest.get(0).text().equals("=")) {
      chosen.put(SessionCommands.SCHEMA, Optional.of(rest.get(0).text()));
    } else if (rest.size() == 3 && rest.get(1).is(".")) {
      chosen.put(SessionCommands.CATALOG, Optional.of(rest.get(0).text()));
      chosen.put(SessionCommands.SCHEMA, Optional.of(rest.get(2).text()));
    } else {
      throw misread("USE");
    }
    return new OptionText(chosen, List.of());
  }

  private static OptionText set(List<Token> rest) {
    List<Token> named =
        !rest.isEmpty() && rest.get(0).is("SESSION") ? rest.subList(1, rest.size()) : rest;
    List<Token> tokens = withTimeZone(named);
    if (tokens.size() != 3 || !(tokens.get(1).is("=") || tokens.get(1).is("TO"))) {
      throw misread("SET");
    }
    Token value = tokens.get(2);
    boolean usual = value.is("DEFAULT") || value.is("NULL");
    return new OptionText(
        Map.of(option(tokens.get(0)), usual ? Optional.empty() : Optional.of(value.text())),
        List.of());
  }

  /** {@code TIME ZONE x} as an option like others. */
  private static List<Token> withTimeZone(List<Token> tokens) {
    boolean zone = tokens.size() == 3 && tokens.get(0).is("TIME") && tokens.get(1).is("ZONE");
    return zone
        ? List.of(new Token(OptionWords.TIME_ZONE, false), new Token("=", false), tokens.get(2))
        : tokens;
  }

  private static OptionText reset(List<Token> rest) {
    if (rest.size() != 1) {
      throw misread("RESET");
    }
    String option = rest.get(0).is("ALL") ? SessionCommands.CATALOG : option(rest.get(0));
    Map<String, Optional<String>> chosen = new LinkedHashMap<>(Map.of(option, Optional.empty()));
    if (rest.get(0).is("ALL")) {
      chosen.put(SessionCommands.SCHEMA, Optional.empty());
      SessionCommands.OPTIONS.stream()
          .filter(name -> !name.equals(SessionCommands.SNAPSHOT))
          .forEach(name -> chosen.putIfAbsent(name, Optional.empty()));
    }
    return new OptionText(chosen, List.of());
  }

  private static Optional<OptionText> show(List<Token> rest) {
    if (rest.isEmpty() || LISTS.contains(rest.get(0).text().toUpperCase(Locale.ROOT))) {
      return Optional.empty();
    }
    if (rest.size() != 1) {
      throw misread("SHOW");
    }
    return Optional.of(
        new OptionText(
            Map.of(),
            rest.get(0).is("ALL") ? SessionCommands.OPTIONS : List.of(option(rest.get(0)))));
  }

  private static String option(Token name) {
    String folded = name.text().toLowerCase(Locale.ROOT);
    String option = OTHER_NAMES.getOrDefault(folded, folded);
    if (!SessionCommands.OPTIONS.contains(option)) {
      throw new InvalidRequest(
          "there is no option '"
              + name.text()
              + "'; "
              + SessionCommands.known()
              + ", and SHOW takes TABLES, SCHEMAS, BRANCHES and COLUMNS FROM a table too");
    }
    return option;
  }

  @Override
  public void run(Services services, CallScope scope, Optional<String> in) {
    new SessionCommands(services).choose(chosen, scope);
  }

  /** The query that answers the values of the options that are asked for. */
  String query(SessionCommands commands, CallScope scope) {
    Map<String, String> values = commands.values(scope);
    if (shown.size() == 1) {
      String option = shown.get(0);
      return "SELECT " + literal(values.get(option)) + " AS \"" + option + "\"";
    }
    return "SELECT * FROM (VALUES "
        + shown.stream()
            .map(option -> "('" + option + "', " + literal(values.get(option)) + ")")
            .collect(Collectors.joining(", "))
        + ") AS options(\"name\", \"value\")";
  }

  private static String literal(@Nullable String value) {
    String text = value == null ? "NULL" : "'" + value.replace("'", "''") + "'";
    return "CAST(" + text + " AS VARCHAR)";
  }
}

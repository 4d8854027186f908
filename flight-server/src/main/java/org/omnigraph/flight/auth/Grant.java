package org.omnigraph.flight.auth;

import java.util.regex.Pattern;

/**
 * A role that somebody has.
 *
 * @param principal a name, or {@code *} for everybody, anonymous callers included
 * @param graph a pattern of graphs
 * @param branch a pattern of their branches
 */
record Grant(String principal, Role role, Glob graph, Glob branch) {
  private static final String EVERYBODY = "*";

  /** Names where {@code *} stands for any text, {@code ?} for any one character. */
  record Glob(Pattern pattern) {
    static Glob of(String text) {
      StringBuilder regex = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        switch (c) {
          case '*' -> regex.append(".*");
          case '?' -> regex.append('.');
          default -> regex.append(Pattern.quote(String.valueOf(c)));
        }
      }
      return new Glob(Pattern.compile(regex.toString(), Pattern.DOTALL));
    }

    boolean matches(String name) {
      return pattern.matcher(name).matches();
    }

    boolean matchesAll() {
      return pattern.pattern().equals(".*");
    }
  }

  boolean isFor(Principal caller) {
    return principal.equals(EVERYBODY) || caller.name().filter(principal::equals).isPresent();
  }

  boolean gives(Role needed, String graphName, String branchName) {
    return role.includes(needed) && graph.matches(graphName) && branch.matches(branchName);
  }

  boolean isAdminOfAll() {
    return role == Role.ADMIN && graph.matchesAll() && branch.matchesAll();
  }
}

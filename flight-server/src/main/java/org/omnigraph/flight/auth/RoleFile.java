package org.omnigraph.flight.auth;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Who may do what: {@code PRINCIPAL ROLE GRAPH BRANCH} a line, words with blanks in double quotes.
 * Blank lines and lines that start with {@code #} are left out. What no line allows is denied.
 */
final class RoleFile {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|[^\\s\"]+");
  private static final String LINE = "'PRINCIPAL ROLE GRAPH BRANCH', as in 'ada write flights *'";

  private RoleFile() {}

  /**
   * Reads the file.
   *
   * @throws InvalidRequest naming the file, the line and what is wrong with it
   */
  static List<Grant> read(Path file) {
    List<String> lines = TextLines.of(file, "the role file");
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        grants.add(grant(line, file + " line " + (i + 1)));
      }
    }
    if (grants.isEmpty()) {
      throw new InvalidRequest(
          "the role file " + file + " allows nobody anything; add a line " + LINE);
    }
    return List.copyOf(grants);
  }

  private static Grant grant(String line, String place) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    int end = 0;
    while (word.find() && line.substring(end, word.start()).isBlank()) {
      words.add(Optional.ofNullable(word.group(1)).orElseGet(word::group));
      end = word.end();
    }
    if (words.size() != 4 || end != line.length()) {
      throw new InvalidRequest(place + " is not " + LINE);
    }
    return new Grant(
        words.get(0),
        role(words.get(1), place),
        Grant.Glob.of(words.get(2)),
        Grant.Glob.of(words.get(3)));
  }

  private static Role role(String word, String place) {
    return Arrays.stream(Role.values())
        .filter(role -> role.toString().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequest(
                    place + ": there is no role '" + word + "'; there are read, write and admin"));
  }
}

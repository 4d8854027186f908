package org.omnigraph.testkit.random;

import java.util.List;
import java.util.Random;

/** Small damages of a good text. */
final class Mutation {
  private static final List<String> SHARDS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          ":",
          ",",
          "..",
          "@",
          "\"",
          "\\",
          "?",
          "-",
          "0",
          "1e999",
          "null",
          "true",
          "node ",
          "edge ",
          "interface ",
          "@key",
          "@unique(",
          "@range(",
          "Vector(",
          "enum(",
          "String",
          "id",
          "_rowid",
          "src",
          "/*",
          "//",
          "#",
          "\u0000",
          "\uFEFF",
          "😀",
          "\uD800",
          "base64:",
          "18446744073709551616",
          "-1",
          "\"data\":",
          "\"type\":",
          "\"from\":");

  private Mutation() {}

  static String of(String good, Random random) {
    String text = good;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      text = once(text, random);
    }
    return text;
  }

  private static String once(String text, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(8));
    String head = text.substring(0, from);
    String shard = SHARDS.get(random.nextInt(SHARDS.size()));
    return switch (random.nextInt(6)) {
      case 0 -> head + text.substring(to);
      case 1 -> head + shard + text.substring(from);
      case 2 -> head + shard + text.substring(to);
      case 3 -> head + text.substring(from, to) + text.substring(from);
      case 4 -> head;
      default -> swapped(text, random);
    };
  }

  /** Two tokens in each other's place. */
  private static String swapped(String text, Random random) {
    String[] tokens = text.split("(?<=[^A-Za-z0-9_])|(?=[^A-Za-z0-9_])", -1);
    int one = random.nextInt(tokens.length);
    int two = random.nextInt(tokens.length);
    String kept = tokens[one];
    tokens[one] = tokens[two];
    tokens[two] = kept;
    return String.join("", tokens);
  }
}

package org.omnigraph.testkit.random;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * A property of a random schema.
 *
 * @param base the scalar type as written, {@code Vector(n)} and {@code enum(…)} included
 * @param rule an annotation or constraint behind the type, or nothing
 */
record RandomProperty(String name, String base, boolean list, boolean nullable, String rule) {
  private static final List<String> BASES =
      List.of("String", "Bool", "I32", "I64", "U32", "U64", "F32", "F64", "Date", "DateTime");
  private static final String LETTERS = "abcxyz ÄßЖ中𝔘😀\"\\\n\u0001/e\u0301";

  static RandomProperty of(String name, Random random) {
    boolean nullable = random.nextBoolean();
    int kind = random.nextInt(20);
    if (kind < 2) {
      return new RandomProperty(name, "Vector(" + (1 + random.nextInt(4)) + ")", false, true, "");
    } else if (kind < 4) {
      return new RandomProperty(name, "Blob", false, true, "");
    } else if (kind < 6) {
      return new RandomProperty(
          name, enumeration(random), false, nullable, pick(random, "@index", "@unique"));
    } else if (kind < 9) {
      return new RandomProperty(name, base(random), true, nullable, "");
    } else if (kind == 9) {
      String range = "@range(" + name + ", -5.." + (random.nextBoolean() ? "5" : "5.5") + ")";
      return new RandomProperty(name, random.nextBoolean() ? "I32" : "F64", false, nullable, range);
    } else if (kind == 10) {
      String check = "@check(" + name + ", \"^\\\\w+$\")";
      return new RandomProperty(name, "String", false, nullable, check);
    }
    return new RandomProperty(
        name,
        base(random),
        false,
        nullable,
        pick(
            random,
            "@index",
            "@unique",
            "@rename_from(\"old" + name + "\")",
            "@description(\"about " + name + " ü\")",
            "@odd(5, k = true)"));
  }

  /** A column of a key, of any type that a key may have. */
  static RandomProperty ofKey(String name, Random random) {
    String base = random.nextInt(6) == 0 ? "enum(calm, busy)" : base(random);
    return new RandomProperty(name, base, false, false, "");
  }

  /** The same with another rule. */
  RandomProperty with(String other) {
    return new RandomProperty(name, base, list, nullable, other);
  }

  boolean isVector() {
    return base.startsWith("Vector(");
  }

  /** Whether a vector may be the embedding of it. */
  boolean isText() {
    return !list && (base.equals("String") || base.startsWith("enum("));
  }

  /** Whether there are only two values that a key column of the type may have. */
  boolean hasTwoValues() {
    return base.equals("Bool") || base.startsWith("enum(");
  }

  private static String base(Random random) {
    return BASES.get(random.nextInt(BASES.size()));
  }

  private static String enumeration(Random random) {
    List<String> values = new ArrayList<>(List.of("calm", "busy", "a-b", "-1", "enum"));
    java.util.Collections.shuffle(values, random);
    return "enum(" + String.join(", ", values.subList(0, 1 + random.nextInt(5))) + ")";
  }

  private static String pick(Random random, String... rules) {
    int which = random.nextInt(3 * rules.length);
    return which < rules.length ? rules[which] : "";
  }

  String text() {
    String type = (list ? "[" + base + "]" : base) + (nullable ? "?" : "");
    return name + ": " + type + (rule.isEmpty() ? "" : " " + rule);
  }

  /** A value as JSON input, and as the export writes it. */
  record Value(String input, String exported) {
    static final Value NULL = new Value("null", "null");

    static Value same(Object value) {
      return new Value(value.toString(), value.toString());
    }
  }

  Value value(Random random) {
    if (nullable && random.nextInt(4) == 0) {
      return Value.NULL;
    }
    return list ? items(random, random.nextInt(4), base) : scalar(random, base);
  }

  private Value items(Random random, int count, String type) {
    StringBuilder input = new StringBuilder("[");
    StringBuilder exported = new StringBuilder("[");
    for (int i = 0; i < count; i++) {
      Value item = scalar(random, type);
      input.append(i == 0 ? "" : ",").append(item.input());
      exported.append(i == 0 ? "" : ",").append(item.exported());
    }
    return new Value(input.append(']').toString(), exported.append(']').toString());
  }

  private Value scalar(Random random, String type) {
    if (type.startsWith("Vector(")) {
      return items(random, Integer.parseInt(type.substring(7, type.length() - 1)), "F32");
    } else if (type.startsWith("enum(")) {
      String[] values = type.substring(5, type.length() - 1).split(", ");
      return Value.same("\"" + values[random.nextInt(values.length)] + "\"");
    } else if (rule.startsWith("@range")) {
      return Value.same(
          type.equals("I32")
              ? Integer.toString(random.nextInt(11) - 5)
              : Double.toString(random.nextInt(1001) / 100.0 - 5));
    } else if (rule.startsWith("@check")) {
      return Value.same("\"ü" + random.nextInt(9) + "\"");
    }
    return switch (type) {
      case "String" -> Value.same(json(word(random)));
      case "Bool" -> Value.same(random.nextBoolean());
      case "I32" -> Value.same(edge(random, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case "I64" -> Value.same(edge(random, Long.MIN_VALUE, Long.MAX_VALUE));
      case "U32" -> Value.same(edge(random, 0, 4_294_967_295L));
      case "U64" -> Value.same(Long.toUnsignedString(random.nextLong() >> random.nextInt(64)));
      case "F32" -> Value.same((double) Float.intBitsToFloat(finite(random)));
      case "F64" -> Value.same(finiteDouble(random));
      case "Date" -> date(random);
      case "DateTime" -> time(random);
      case "Blob" -> Value.same(blob(random));
      default -> throw new IllegalStateException(type);
    };
  }

  /**
   * A value of a key column as input, as the export writes it, and as an id has it.
   *
   * @param id the canonical text
   */
  record KeyValue(Value value, String id) {}

  /** A value that no other row number has, but for the types with two values only. */
  KeyValue keyValue(int row, Random random) {
    if (base.startsWith("enum(")) {
      String text = row % 2 == 0 ? "calm" : "busy";
      return new KeyValue(Value.same(json(text)), text);
    }
    return switch (base) {
      case "String" -> {
        String text = word(random) + row;
        yield new KeyValue(Value.same(json(text)), text);
      }
      case "Bool" -> plain(Boolean.toString(row % 2 == 0));
      case "I32" -> plain(Integer.toString(row % 2 == 0 ? Integer.MIN_VALUE + row : row - 2));
      case "I64" -> plain(Long.toString(row % 2 == 0 ? Long.MIN_VALUE + row : row - 2));
      case "U32" -> plain(Long.toString(row % 2 == 0 ? 4_294_967_295L - row : row));
      case "U64" -> plain(Long.toUnsignedString(row % 2 == 0 ? -1L - row : row));
      case "F32" -> floating(row, value -> value.floatValue());
      case "F64" -> floating(row, BigDecimal::doubleValue);
      case "Date" -> day(row, random);
      case "DateTime" -> moment(row, random);
      default -> throw new IllegalStateException(base);
    };
  }

  private static KeyValue plain(String text) {
    return new KeyValue(Value.same(text), text);
  }

  /** Quarters around zero and powers of two; an id never has an exponent. */
  private static KeyValue floating(int row, ToDoubleFunction<BigDecimal> stored) {
    if (row == 1) {
      return new KeyValue(Value.same("-0.0"), "0");
    }
    BigDecimal value =
        row % 3 == 2
            ? BigDecimal.ONE.scaleByPowerOfTen(20 + row / 3)
            : BigDecimal.valueOf(row - 1L).divide(BigDecimal.valueOf(-4));
    return new KeyValue(
        new Value(value.toString(), Double.toString(stored.applyAsDouble(value))),
        value.stripTrailingZeros().toPlainString());
  }

  private static KeyValue day(int row, Random random) {
    LocalDate day =
        row % 2 == 0 ? LocalDate.of(1, 1, 1).plusDays(row) : LocalDate.EPOCH.minusDays(row);
    String days = Long.toString(day.toEpochDay());
    return new KeyValue(new Value(random.nextBoolean() ? days : "\"" + day + "\"", days), days);
  }

  private static KeyValue moment(int row, Random random) {
    Instant moment =
        row % 2 == 0
            ? Instant.parse("0001-01-01T00:00:00.001Z").plusMillis(row)
            : Instant.ofEpochMilli(-row);
    String millis = Long.toString(moment.toEpochMilli());
    String text = "\"" + moment + "\"";
    return new KeyValue(new Value(random.nextBoolean() ? millis : text, millis), millis);
  }

  private static String edge(Random random, long least, long most) {
    return switch (random.nextInt(6)) {
      case 0 -> Long.toString(least);
      case 1 -> Long.toString(most);
      case 2 -> "0";
      default -> {
        long value = random.nextLong() >> random.nextInt(64);
        yield Long.toString(Math.max(least, Math.min(most, value)));
      }
    };
  }

  private static int finite(Random random) {
    int bits = random.nextInt();
    return Float.isFinite(Float.intBitsToFloat(bits)) ? bits : 0x80000000;
  }

  private static double finiteDouble(Random random) {
    double value = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(value) ? value : -0.0;
  }

  private static Value date(Random random) {
    LocalDate day = LocalDate.of(1 + random.nextInt(9999), 1, 1).plusDays(random.nextInt(365));
    if (day.getYear() > 9999) {
      day = LocalDate.EPOCH;
    }
    String days = Long.toString(day.toEpochDay());
    return new Value(random.nextBoolean() ? days : "\"" + day + "\"", days);
  }

  private static Value time(Random random) {
    long millis = (long) (random.nextGaussian() * 5e12);
    String text = Instant.ofEpochMilli(millis).toString();
    return new Value(
        random.nextBoolean() ? Long.toString(millis) : "\"" + text + "\"", "" + millis);
  }

  private static String blob(Random random) {
    byte[] bytes = new byte[random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(200)];
    random.nextBytes(bytes);
    return "\"base64:" + Base64.getEncoder().encodeToString(bytes) + "\"";
  }

  static String word(Random random) {
    StringBuilder word = new StringBuilder();
    int[] letters = LETTERS.codePoints().toArray();
    for (int i = random.nextInt(12); i > 0; i--) {
      word.appendCodePoint(letters[random.nextInt(letters.length)]);
    }
    return word.toString();
  }

  static String json(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return new String(
        json.append('"').toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}

package org.omnigraph.query.plan;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;

/**
 * Makes literals of text that compare by their UTF-8 bytes, as stored text does, so that what the
 * planner decides about literals and ranges of them is what a comparison would say. Java's own
 * order differs: it puts U+FFFF behind everything above it.
 */
final class Utf8Literals extends RexBuilder {
  Utf8Literals(RelDataTypeFactory factory) {
    super(factory);
  }

  @Override
  @SuppressWarnings("rawtypes") // as overridden
  protected RexLiteral makeLiteral(
      @Nullable Comparable value, RelDataType type, SqlTypeName typeName) {
    RexLiteral literal = super.makeLiteral(value, type, typeName);
    return literal.getValue() instanceof NlsString text && !(text instanceof Utf8Text)
        ? super.makeLiteral(new Utf8Text(text), type, typeName)
        : literal;
  }

  private static final class Utf8Text extends NlsString {
    Utf8Text(NlsString text) {
      super(text.getValue(), text.getCharsetName(), text.getCollation());
    }

    @Override
    public int compareTo(NlsString other) {
      String mine = getValue();
      String others = other.getValue();
      int shared = Math.min(mine.length(), others.length());
      for (int i = 0; i < shared; i++) {
        char a = mine.charAt(i);
        char b = others.charAt(i);
        if (a != b) {
          boolean surrogateA = Character.isSurrogate(a);
          return surrogateA == Character.isSurrogate(b)
              ? Character.compare(a, b)
              : surrogateA ? 1 : -1;
        }
      }
      return Integer.compare(mine.length(), others.length());
    }
  }
}

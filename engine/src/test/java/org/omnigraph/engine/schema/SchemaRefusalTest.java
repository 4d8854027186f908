package org.omnigraph.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

/** A schema text that is wrong is refused with the place, the thing and what to write instead. */
class SchemaRefusalTest {
  private static final String DOMAIN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  static Stream<Arguments> refusals() {
    return Stream.of(
        // syntax
        of("nod P {}", 1, 1, "unexpected 'nod'; expected"),
        of("nodeP {}", 1, 1, "unexpected 'nodeP'"),
        of("node p {}", 1, 6, "names of types start with an upper-case letter"),
        of("node P { Age: I32 }", 1, 10, "names of properties"),
        of("node P {\n  age I32\n}", 2, 7, "unexpected 'I32'; expected ':'"),
        of("node P {", 1, 9, "unexpected end of the schema"),
        of("# x", 1, 1, "a comment starts with '//'"),
        of("\uFEFFnode P {}", 1, 1, "byte order mark"),
        of("/* x", 1, 1, "the comment is not closed"),
        of("node P @d(\"a\\\") {}", 1, 11, "the string is not closed"),
        of("node P implements I @d(\"x\") {}", 1, 21, "unexpected '@'"),
        of("node P implements I, {}", 1, 22, "expected a type name"),
        of("edge E: P -> P @d(\"x\") @card(0..1)", 1, 31, "unexpected '..'; expected ')', ','"),
        of("interface I @d(\"x\") {}", 1, 13, "unexpected '@'"),
        of(
            "interface I { a: I32 @key(a) }",
            1,
            22,
            "constraints with arguments in the body of a node or edge"),
        of("node P @key(a) { a: I32 }", 1, 12, "unexpected '('"),
        of("node P { a: enum() }", 1, 18, "expected an enum value"),
        of("node P { a: enum(a,) }", 1, 20, "expected an enum value"),
        of("node P { a: I32 @x(-5) }", 1, 20, "unexpected '-5'"),
        of("node P { a: I32 @x(k, m = n) }", 1, 27, "a string, a number, true or false"),
        // in a declaration
        of("node P { _rowid: I32 }", 1, 10, "reserved for a virtual storage system column"),
        of("node P { a: Strng }", 1, 13, "unknown type 'Strng'; the types are"),
        of("node P { a: [Blob] }", 1, 14, "list of Blob is not supported"),
        of("node P { a: [Vector] }", 1, 14, "Vector needs its length"),
        of("node P { a: Vector }", 1, 13, "write Vector(4)"),
        of("node P { a: String(4) }", 1, 13, "takes no size"),
        of("node P { a: Vector(0) }", 1, 20, "greater than zero"),
        of("node P { a: Vector(2147483648) }", 1, 20, "exceeds maximum supported"),
        of("node P { a: enum(b, a, b) }", 1, 24, "duplicate enum value 'b'"),
        of("edge E: P -> P @card(2..1)", 1, 16, "@card minimum 2 exceeds maximum 1"),
        of("edge E: P -> P @card(4294967296..)", 1, 22, "too large"),
        of("node P @d(\"\\u0041\") {}", 1, 11, "unsupported escape sequence: \\u"),
        of("node P { e: String @unique(\"x\") }", 1, 28, "expected property name in constraint"),
        of("node P { e: Bool @index(true) }", 1, 25, "expected property name in constraint"),
        of("node P { e: I32 @key(0..1) }", 1, 22, "expected property name in constraint"),
        of("node P { e: I32 @range(e) }", 1, 17, "write @range(age, 0..150)"),
        of("node P { e: I32 @range(e, 5) }", 1, 17, "write @range(age, 0..150)"),
        of("node P { e: String @check(e, 5) }", 1, 20, "@check takes a property and a pattern"),
        // interfaces
        of("node P implements Q {}", 1, 19, "implements unknown interface 'Q'"),
        of(
            "interface I { a: I32 } node P implements I { a: I32? }",
            1,
            46,
            "'P.a' has type I32? but interface 'I' declares I32"),
        of(
            "interface I { a: I32 @index } interface J { a: I32 } node P implements I, J {}",
            1,
            59,
            "incompatible property semantics"),
        // annotations
        of("node P @key { a: I32 }", 1, 8, "@key belongs to a property"),
        of("node P { a: I32 @key @key }", 1, 22, "@key is given twice"),
        of("node P { a: [I32] @unique }", 1, 19, "@unique is not supported on P.a of type [I32]"),
        of("node P { a: Vector(2) @key }", 1, 23, "@key is not supported"),
        of("node P { a: Blob @index }", 1, 18, "@index is not supported"),
        of("node P {} edge E: P -> P { a: I32 @key }", 1, 35, "not supported on edge properties"),
        of("node P @description(\" \") {}", 1, 8, "needs a text that is not blank"),
        of("node P @description(\"a\") @description(\"b\") {}", 1, 26, "given twice"),
        of("node P { a: I32 @instruction(\"x\") }", 1, 17, "only supported on node and edge types"),
        of("node P @rename_from {}", 1, 8, "@rename_from needs a text"),
        of("node P @rename_from(\"O\", x=1) {}", 1, 8, "takes only the old name"),
        of("interface I { a: I32 @rename_from(\"\") }", 1, 22, "@rename_from needs"),
        of("node P { v: Vector(2) @embed(t) }", 1, 23, "'P' has no property 't'"),
        of("node P { v: Vector(2) @embed(t) t: I32 }", 1, 23, "it must be a String"),
        of("node P { v: Vector(2) @embed }", 1, 23, "needs the name of its source"),
        of("node P { v: Vector(2) @embed(t, x=\"m\") t: String }", 1, 23, "only model is known"),
        of("node P { v: String @embed(v) }", 1, 20, "only supported on Vector"),
        // constraints
        of("node P { a: I32 b: I32 @key @key(a) }", 1, 24, "more than one @key"),
        of("node P { a: I32 @key(a, a) }", 1, 25, "@key on 'P' names 'a' twice"),
        of("node P { a: I32 b: I32 @unique(a, b, a) }", 1, 38, "names 'a' twice"),
        of("node P { a: I32 @index(a, a) }", 1, 27, "@index on 'P' names 'a' twice"),
        of("node P { } edge E: P -> P { @unique(src, src) }", 1, 42, "names 'src' twice"),
        of("node P { a: I32? @key }", 1, 18, "must not be nullable"),
        of("node P { @key(a) a: [I32] }", 1, 10, "@key needs a scalar"),
        of("node P { @unique(b) a: I32 }", 1, 18, "has no property 'b'; its properties are a"),
        of("node P { @unique(src) }", 1, 18, "has no property 'src'; it has none"),
        of("node P { a: Blob @index(a) }", 1, 18, "@index needs anything but a Blob"),
        of("node P { a: String @range(a, 0..1) }", 1, 20, "@range needs a number"),
        of("node P { a: I32 @check(a, \"x\") }", 1, 17, "@check needs a String"),
        of("node P {} edge E: P -> P { a: I32 @range(a, 0..1) }", 1, 42, "only supported on nodes"),
        of("node P {} edge E: P -> P { a: I32 @key(a) }", 1, 35, "not supported on edge 'E'"),
        // names
        of("node P {} node P {}", 1, 16, "duplicate node type 'P'"),
        of("interface I {} interface I {}", 1, 26, "duplicate interface type 'I'"),
        of("node P { a: I32 a: I64 }", 1, 17, "duplicate property 'P.a'"),
        of("node P {} edge Es: P -> P edge ES: P -> P", 1, 32, "after case folding"),
        of("node P {} edge E: P -> Q", 1, 24, "no node type; the node types are P"),
        of("interface I {} node P {} edge E: I -> P", 1, 34, "'I', which is no node type"),
        of(
            "node P { a: F64 @range(a, -1" + "0".repeat(309) + "..) }",
            1,
            27,
            "beyond every number"),
        of("node P { a: F64 @range(a, 0..1" + "0".repeat(309) + ".5) }", 1, 30, "beyond every"),
        // only for new schemas
        of(
            "interface I { v: Vector(2) @embed(t) } node P implements I { t: String }",
            1,
            28,
            "declare 't' in 'I' too"),
        of("interface I { v: Vector(2) @embed }", 1, 28, "a source property of the same interface"),
        of("node P { id: String }", 1, 10, "collides with the id"),
        of("interface I { id: I32 } node P implements I {}", 1, 15, "collides with the id"),
        of("node P {} edge E: P -> P { from: I32 }", 1, 28, "collides with the end points"),
        of("node P {} edge E: P -> P { dst: I32 }", 1, 28, "collides with the end points"),
        of("node P { _tombstone: I32 }", 1, 10, "reserved in input files"),
        of("node P { a: [I32] @range(a, 0..1) }", 1, 19, "@range needs a number"),
        of("node P { a: [String] @check(a, \"x\") }", 1, 22, "@check needs a String"),
        of("node P { a: I32 @range(a, 2..1) }", 1, 17, "minimum above its maximum"),
        of("node P { a: String @check(a, \"(\") }", 1, 20, "invalid regex '('"),
        of("node P { a: Blob @unique(a) }", 1, 18, "@unique needs a scalar"),
        of("node P { a: [I32] @unique(a) }", 1, 19, "@unique needs a scalar"),
        of("node P {} edge E: P -> P @card(5)", 1, 26, "write @card(0..1)"),
        of("node P @embed(x) {}", 1, 8, "@embed belongs to a Vector property"));
  }

  private static Arguments of(String source, int line, int column, String message) {
    return Arguments.of(source, line, column, message);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isRefusedWithItsPlace(String source, int line, int column, String message) {
    assertThatThrownBy(() -> SchemaCompiler.accept(source, DOMAIN))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("schema line " + line + ", column " + column + ": ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node P{a:I32 b:String?}edge E:P->P",
        "node P {\r\n\ta: I32\r\n}\r\n",
        "node P { _a: I32 repoName: String _row_id: I32 _ROWID: I32 }",
        "node P { a: I32 @range(a, -5..5) b: F64 @range(b, 1.5..2) @range(b, 0..) }",
        "node P { key: String @key unique: I32 index: I32 range: I32 check: I32 card: I32 }",
        "node P { a: enum(enum) b: enum /* x */ ( -a, 1b, a_c )? // c\n }",
        "node P @enum(\"x\") @keyed(x) @node @note(5) @note(0.5) { a: I32 @odd(true, k = \"v\", l = true, m = 0.5) }",
        "node P { a: String @description(\"raw\nline 😀\") @check(a, \"^\\\\d{3}$\") }",
        "node E {} edge E: E -> E @card(0..) @description(\"x\") {}",
        "node P {} edge E: P -> P { a: I32 @unique(src, a) @index(dst) }",
        "node P { v: Vector(2)? @index @embed(s) s: enum(a)? l: [Date]? b: Blob? }",
        "node P { trueish: I32 @index(trueish) falsey: I32 @range(falsey, ..1) @unique(falsey) }",
        "interface I { a: I32 @key } node P implements I { b: I32 }",
        "interface I { v: Vector(2) @embed(t) t: String } node P implements I { t: String }",
        "interface I { a: I32 @key } node P implements I { a: I32 b: I32 @key }",
      })
  void isAccepted(String source) {
    assertThatCode(() -> SchemaCompiler.accept(source, DOMAIN)).doesNotThrowAnyException();
  }

  @Test
  void anUnnamedKindOfErrorNeverEscapes() {
    String source = "interface I { a: I32 } node P implements I { b: enum(a, b) @range(a, 0..9) }";
    for (int cut = 0; cut < source.length(); cut++) {
      String prefix = source.substring(0, cut);
      try {
        SchemaCompiler.accept(prefix, DOMAIN);
      } catch (InvalidRequest e) {
        assertThat(e).hasMessageStartingWith("schema line 1, column ");
      }
    }
  }
}

/** Tokens of the .pg schema language. */
lexer grammar SchemaLexer;

@members {
  private int previous = Token.EOF;

  @Override
  public void emit(Token token) {
    previous = token.getType();
    super.emit(token);
  }
}

INTERFACE : 'interface';
NODE : 'node';
EDGE : 'edge';
IMPLEMENTS : 'implements';
KEY : 'key';
UNIQUE : 'unique';
INDEX : 'index';
RANGE : 'range';
CHECK : 'check';
CARD : 'card';

// A type only directly after a colon: elsewhere a property or an annotation may be called enum.
ENUM : 'enum' {previous == COLON}? -> pushMode(ENUM_BODY);

TYPE_NAME : [A-Z] [A-Za-z0-9_]*;
IDENT : [a-z_] [A-Za-z0-9_]*;
STRING : '"' ('\\' . | ~["\\])* '"';
FLOAT : [0-9]+ '.' [0-9]+;
INT : [0-9]+;
NEGATIVE : '-' [0-9]+ ('.' [0-9]+)?;

ARROW : '->';
DOTS : '..';
LBRACE : '{';
RBRACE : '}';
LPAREN : '(';
RPAREN : ')';
LBRACKET : '[';
RBRACKET : ']';
COLON : ':';
COMMA : ',';
EQUALS : '=';
QUESTION : '?';
AT : '@';

SPACE : [ \t\r\n]+ -> skip;
LINE_COMMENT : '//' ~[\n]* -> skip;
BLOCK_COMMENT : '/*' .*? '*/' -> skip;
// Never a token of the grammar: the parser reports the place.
STRAY : .;

// The values of an enum may start with a digit or a dash, which no other place allows.
mode ENUM_BODY;
ENUM_VALUE : [A-Za-z0-9_-]+;
ENUM_OPEN : '(' -> type(LPAREN);
ENUM_COMMA : ',' -> type(COMMA);
ENUM_CLOSE : ')' -> type(RPAREN), popMode;
ENUM_SPACE : [ \t\r\n]+ -> skip;
ENUM_LINE_COMMENT : '//' ~[\n]* -> skip;
ENUM_BLOCK_COMMENT : '/*' .*? '*/' -> skip;
ENUM_STRAY : . -> type(STRAY);

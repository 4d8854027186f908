/** The .pg schema language. */
parser grammar SchemaParser;

options {
  tokenVocab = SchemaLexer;
}

file : declaration* EOF;

declaration : interfaceDeclaration | nodeDeclaration | edgeDeclaration;

interfaceDeclaration : INTERFACE TYPE_NAME LBRACE property* RBRACE;

nodeDeclaration : NODE TYPE_NAME annotation* implementsClause? LBRACE bodyItem* RBRACE;

implementsClause : IMPLEMENTS TYPE_NAME (COMMA TYPE_NAME)*;

edgeDeclaration
  : EDGE TYPE_NAME COLON from = TYPE_NAME ARROW to = TYPE_NAME cardinality? annotation*
    (LBRACE bodyItem* RBRACE)?
  ;

cardinality : AT CARD LPAREN min = INT DOTS max = INT? RPAREN;

bodyItem : property | bodyConstraint;

property : identifier COLON type annotation*;

type : core QUESTION?;

core
  : LBRACKET TYPE_NAME RBRACKET                       # listType
  | ENUM LPAREN ENUM_VALUE (COMMA ENUM_VALUE)* RPAREN # enumType
  | TYPE_NAME LPAREN INT RPAREN                       # sizedType
  | TYPE_NAME                                         # plainType
  ;

// A constraint word with arguments is a body constraint, also directly behind a property.
annotation
  : AT annotationName (LPAREN argument (COMMA keywordArgument)* RPAREN)?
  | AT constraintWord
  ;

argument : literal | identifier;

// The identifiers that are literals are true and false.
keywordArgument : identifier EQUALS argument;

bodyConstraint
  : AT constraintWord LPAREN constraintArgument (COMMA constraintArgument)* RPAREN
  ;

constraintArgument : rangeBounds | literal | identifier;

rangeBounds : low = number DOTS high = number? | DOTS high = number;

number : NEGATIVE | FLOAT | INT;

literal : STRING | FLOAT | INT;

constraintWord : KEY | UNIQUE | INDEX | RANGE | CHECK;

annotationName : IDENT | CARD | INTERFACE | NODE | EDGE | IMPLEMENTS;

identifier : annotationName | constraintWord;

/** The .gq query language. */
parser grammar GqParser;

options {
  tokenVocab = GqLexer;
}

file : query* EOF;

query
  : QUERY identifier LPAREN (parameter (COMMA parameter)*)? RPAREN annotation* LBRACE body RBRACE
  ;

annotation : AT identifier LPAREN STRING RPAREN;

parameter : VARIABLE COLON parameterType QUESTION?;

parameterType
  : LBRACKET TYPE_NAME RBRACKET   # listType
  | TYPE_NAME LPAREN INT RPAREN   # sizedType
  | TYPE_NAME                     # plainType
  ;

body : read | statement+;

read
  : MATCH LBRACE clause+ RBRACE RETURN LBRACE projection+ RBRACE
    (ORDER LBRACE orderKey (COMMA orderKey)* RBRACE)? (LIMIT INT)?
  ;

// A traversal is tried before a filter: a bare variable to the left of a word walks an edge.
clause : negation | optionalMatch | binding | traversal | filter | textMatch;

negation : NOT LBRACE clause+ RBRACE;

optionalMatch : OPTIONAL LBRACE clause+ RBRACE;

binding
  : VARIABLE COLON TYPE_NAME (LBRACE (propertyMatch (COMMA propertyMatch)* COMMA?)? RBRACE)?
  ;

propertyMatch : identifier COLON value;

traversal
  : left = VARIABLE (edge = VARIABLE COLON)? (identifier | LESS identifier GREATER) bounds?
    right = VARIABLE
  ;

bounds : LBRACE min = INT COMMA max = INT? RBRACE;

filter : expression operator expression;

operator : STARTS_WITH | CONTAINS | comparison;

comparison : GREATER_OR_EQUAL | LESS_OR_EQUAL | NOT_EQUAL | GREATER | LESS | EQUAL;

textMatch : search | fuzzy | matchText;

value : literal | VARIABLE | now;

projection : expression (AS identifier)? COMMA?;

orderKey : nearest | expression (ASC | DESC)?;

expression
  : literal
  | now
  | nearest
  | textMatch
  | bm25
  | rrf
  | aggregate
  | VARIABLE DOT identifier
  | VARIABLE
  | identifier
  ;

now : NOW LPAREN RPAREN;

nearest : NEAREST LPAREN VARIABLE DOT identifier COMMA expression RPAREN;

search : SEARCH LPAREN expression COMMA expression RPAREN;

fuzzy : FUZZY LPAREN expression COMMA expression (COMMA expression)? RPAREN;

matchText : MATCH_TEXT LPAREN expression COMMA expression RPAREN;

bm25 : BM25 LPAREN expression COMMA expression RPAREN;

rrf : RRF LPAREN rank COMMA rank (COMMA expression)? RPAREN;

rank : nearest | bm25;

aggregate : (COUNT | SUM | AVG | MIN | MAX) LPAREN expression RPAREN;

statement : insert | update | delete;

insert : INSERT TYPE_NAME LBRACE assignment* RBRACE;

update : UPDATE TYPE_NAME SET LBRACE assignment* RBRACE WHERE predicate;

delete : DELETE TYPE_NAME WHERE predicate;

assignment : identifier COLON value COMMA?;

predicate : identifier comparison value;

literal
  : STRING
  | INT
  | FLOAT
  | TRUE
  | FALSE
  | DATE LPAREN STRING RPAREN
  | DATETIME LPAREN STRING RPAREN
  | list
  ;

list : LBRACKET (literal (COMMA literal)*)? RBRACKET;

identifier
  : IDENT
  | QUERY
  | MATCH
  | RETURN
  | ORDER
  | LIMIT
  | NOT
  | OPTIONAL
  | AS
  | ASC
  | DESC
  | INSERT
  | UPDATE
  | SET
  | DELETE
  | WHERE
  | NOW
  | NEAREST
  | SEARCH
  | FUZZY
  | MATCH_TEXT
  | BM25
  | RRF
  | COUNT
  | SUM
  | AVG
  | MIN
  | MAX
  | STARTS_WITH
  | CONTAINS
  | DATE
  | DATETIME
  | TRUE
  | FALSE
  ;

/** Tokens of the .gq query language. Every word is also a name where a name is expected. */
lexer grammar GqLexer;

QUERY : 'query';
MATCH : 'match';
RETURN : 'return';
ORDER : 'order';
LIMIT : 'limit';
NOT : 'not';
OPTIONAL : 'optional';
AS : 'as';
ASC : 'asc';
DESC : 'desc';
INSERT : 'insert';
UPDATE : 'update';
SET : 'set';
DELETE : 'delete';
WHERE : 'where';
NOW : 'now';
NEAREST : 'nearest';
SEARCH : 'search';
FUZZY : 'fuzzy';
MATCH_TEXT : 'match_text';
BM25 : 'bm25';
RRF : 'rrf';
COUNT : 'count';
SUM : 'sum';
AVG : 'avg';
MIN : 'min';
MAX : 'max';
STARTS_WITH : 'starts_with';
CONTAINS : 'contains';
DATE : 'date';
DATETIME : 'datetime';
TRUE : 'true';
FALSE : 'false';

VARIABLE : '$' [a-z_] [A-Za-z0-9_]*;
TYPE_NAME : [A-Z] [A-Za-z0-9_]*;
IDENT : [a-z_] [A-Za-z0-9_]*;
STRING : '"' ('\\' . | ~["\\])* '"';
FLOAT : [0-9]+ '.' [0-9]+;
INT : [0-9]+;

LBRACE : '{';
RBRACE : '}';
LPAREN : '(';
RPAREN : ')';
LBRACKET : '[';
RBRACKET : ']';
COLON : ':';
COMMA : ',';
DOT : '.';
QUESTION : '?';
AT : '@';
GREATER_OR_EQUAL : '>=';
LESS_OR_EQUAL : '<=';
NOT_EQUAL : '!=';
GREATER : '>';
LESS : '<';
EQUAL : '=';

SPACE : [ \t\r\n]+ -> skip;
LINE_COMMENT : '//' ~[\n]* -> skip;
BLOCK_COMMENT : '/*' .*? '*/' -> skip;
// Never a token of the grammar: the parser reports the place.
STRAY : .;

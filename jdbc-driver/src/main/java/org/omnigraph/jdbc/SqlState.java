package org.omnigraph.jdbc;

/** The SQLState codes that this driver uses. */
final class SqlState {
  static final String CANNOT_CONNECT = "08001";
  static final String CONNECTION_CLOSED = "08003";
  static final String CONNECTION_FAILED = "08006";
  static final String NOT_SUPPORTED = "0A000";
  static final String OUT_OF_RANGE = "22003";
  static final String TIME_OUT_OF_RANGE = "22008";
  static final String BAD_CAST = "22018";
  static final String BAD_CHARACTER = "22021";
  static final String BAD_VALUE = "22023";
  static final String INTEGRITY = "23000";
  static final String NULL_VALUE = "23502";
  static final String NO_SUCH_NODE = "23503";
  static final String DUPLICATE = "23505";
  static final String BROKEN_RULE = "23514";
  static final String NO_TRANSACTION = "25000";
  static final String ACTIVE_TRANSACTION = "25001";
  static final String READ_ONLY = "25006";
  static final String UNAUTHENTICATED = "28000";
  static final String SERIALIZATION = "40001";
  static final String OUTCOME_UNKNOWN = "40003";
  static final String SYNTAX_OR_ACCESS = "42000";
  static final String DENIED = "42501";
  static final String NOT_FOUND = "42704";
  static final String RESOURCES = "53000";
  static final String TOO_MANY = "53300";
  static final String LIMIT = "54000";
  static final String WRONG_STATE = "55000";
  static final String IN_USE = "55006";
  static final String CANCELLED = "57014";
  static final String IO = "58030";
  static final String INTERNAL = "XX000";
  static final String CORRUPT = "XX001";
  static final String BAD_INDEX = "07009";
  static final String CURSOR_STATE = "24000";
  static final String GENERAL = "HY000";
  static final String TIMEOUT = "HYT00";

  private SqlState() {}
}

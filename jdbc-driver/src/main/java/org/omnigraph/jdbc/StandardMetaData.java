package org.omnigraph.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.sql.SQLException;

/**
 * The getters without a result set: what the server says of itself by SqlInfo code, with the value
 * that OmniGraph Flight is known to have where it says nothing, and what this driver can do.
 */
abstract class StandardMetaData implements DatabaseMetaData {
  private final ServerInfo info;

  StandardMetaData(ServerInfo info) {
    this.info = info;
  }

  final ServerInfo info() {
    return info;
  }

  @Override
  public boolean allProceduresAreCallable() throws SQLException {
    return false;
  }

  @Override
  public boolean allTablesAreSelectable() throws SQLException {
    return info.flag(506, true);
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return info.flag(3, false);
  }

  @Override
  public boolean nullsAreSortedHigh() throws SQLException {
    return info.number(507, 0) == 0;
  }

  @Override
  public boolean nullsAreSortedLow() throws SQLException {
    return info.number(507, 0) == 1;
  }

  @Override
  public boolean nullsAreSortedAtStart() throws SQLException {
    return info.number(507, 0) == 2;
  }

  @Override
  public boolean nullsAreSortedAtEnd() throws SQLException {
    return info.number(507, 0) == 3;
  }

  @Override
  public String getDatabaseProductName() throws SQLException {
    return info.text(0, "OmniGraph Flight");
  }

  @Override
  public String getDatabaseProductVersion() throws SQLException {
    return info.text(1, "unknown");
  }

  @Override
  public String getDriverName() throws SQLException {
    return OmniGraphDriver.NAME;
  }

  @Override
  public String getDriverVersion() throws SQLException {
    return OmniGraphDriver.VERSION;
  }

  @Override
  public int getDriverMajorVersion() {
    return OmniGraphDriver.versionPart(0);
  }

  @Override
  public int getDriverMinorVersion() {
    return OmniGraphDriver.versionPart(1);
  }

  @Override
  public boolean usesLocalFiles() throws SQLException {
    return false;
  }

  @Override
  public boolean usesLocalFilePerTable() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsMixedCaseIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesUpperCaseIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesLowerCaseIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesMixedCaseIdentifiers() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsMixedCaseQuotedIdentifiers() throws SQLException {
    return true;
  }

  @Override
  public boolean storesUpperCaseQuotedIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesLowerCaseQuotedIdentifiers() throws SQLException {
    return false;
  }

  @Override
  public boolean storesMixedCaseQuotedIdentifiers() throws SQLException {
    return true;
  }

  @Override
  public String getIdentifierQuoteString() throws SQLException {
    return info.text(504, "\"");
  }

  @Override
  public String getSQLKeywords() throws SQLException {
    return info.names(508);
  }

  @Override
  public String getNumericFunctions() throws SQLException {
    return info.names(509);
  }

  @Override
  public String getStringFunctions() throws SQLException {
    return info.names(510);
  }

  @Override
  public String getSystemFunctions() throws SQLException {
    return info.names(511);
  }

  @Override
  public String getTimeDateFunctions() throws SQLException {
    return info.names(512);
  }

  @Override
  public String getSearchStringEscape() throws SQLException {
    return info.text(513, "\\");
  }

  @Override
  public String getExtraNameCharacters() throws SQLException {
    return info.text(514, "");
  }

  @Override
  public boolean supportsAlterTableWithAddColumn() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsAlterTableWithDropColumn() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsColumnAliasing() throws SQLException {
    return info.flag(515, true);
  }

  @Override
  public boolean nullPlusNonNullIsNull() throws SQLException {
    return info.flag(516, true);
  }

  @Override
  public boolean supportsConvert() throws SQLException {
    return info.has(517);
  }

  @Override
  public boolean supportsConvert(int from, int to) throws SQLException {
    return ConvertCodes.converts(info, from, to);
  }

  @Override
  public boolean supportsTableCorrelationNames() throws SQLException {
    return info.flag(518, true);
  }

  @Override
  public boolean supportsDifferentTableCorrelationNames() throws SQLException {
    return info.flag(519, false);
  }

  @Override
  public boolean supportsExpressionsInOrderBy() throws SQLException {
    return info.flag(520, true);
  }

  @Override
  public boolean supportsOrderByUnrelated() throws SQLException {
    return info.flag(521, true);
  }

  @Override
  public boolean supportsGroupBy() throws SQLException {
    return info.number(522, 1) != 0;
  }

  @Override
  public boolean supportsGroupByUnrelated() throws SQLException {
    return info.bit(522, 0);
  }

  @Override
  public boolean supportsGroupByBeyondSelect() throws SQLException {
    return info.bit(522, 1);
  }

  @Override
  public boolean supportsLikeEscapeClause() throws SQLException {
    return info.flag(523, true);
  }

  @Override
  public boolean supportsMultipleResultSets() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsMultipleTransactions() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsNonNullableColumns() throws SQLException {
    return info.flag(524, true);
  }

  @Override
  public boolean supportsMinimumSQLGrammar() throws SQLException {
    return info.bit(525, 0);
  }

  @Override
  public boolean supportsCoreSQLGrammar() throws SQLException {
    return info.bit(525, 1);
  }

  @Override
  public boolean supportsExtendedSQLGrammar() throws SQLException {
    return info.bit(525, 2);
  }

  @Override
  public boolean supportsANSI92EntryLevelSQL() throws SQLException {
    return info.bit(526, 0);
  }

  @Override
  public boolean supportsANSI92IntermediateSQL() throws SQLException {
    return info.bit(526, 1);
  }

  @Override
  public boolean supportsANSI92FullSQL() throws SQLException {
    return info.bit(526, 2);
  }

  @Override
  public boolean supportsIntegrityEnhancementFacility() throws SQLException {
    return info.flag(527, false);
  }

  @Override
  public boolean supportsOuterJoins() throws SQLException {
    return info.number(528, 0) != 0 && !info.bit(528, 0);
  }

  @Override
  public boolean supportsFullOuterJoins() throws SQLException {
    return info.bit(528, 2);
  }

  @Override
  public boolean supportsLimitedOuterJoins() throws SQLException {
    return supportsOuterJoins();
  }

  @Override
  public String getSchemaTerm() throws SQLException {
    return info.text(529, "branch");
  }

  @Override
  public String getProcedureTerm() throws SQLException {
    return info.text(530, "procedure");
  }

  @Override
  public String getCatalogTerm() throws SQLException {
    return info.text(531, "graph");
  }

  @Override
  public boolean isCatalogAtStart() throws SQLException {
    return info.flag(532, true);
  }

  @Override
  public String getCatalogSeparator() throws SQLException {
    return ".";
  }

  @Override
  public boolean supportsSchemasInDataManipulation() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsSchemasInProcedureCalls() throws SQLException {
    return info.bit(533, 0);
  }

  @Override
  public boolean supportsSchemasInTableDefinitions() throws SQLException {
    return info.bit(533, 1);
  }

  @Override
  public boolean supportsSchemasInIndexDefinitions() throws SQLException {
    return info.bit(533, 1);
  }

  @Override
  public boolean supportsSchemasInPrivilegeDefinitions() throws SQLException {
    return info.bit(533, 2);
  }

  @Override
  public boolean supportsCatalogsInDataManipulation() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsCatalogsInProcedureCalls() throws SQLException {
    return info.bit(534, 0);
  }

  @Override
  public boolean supportsCatalogsInTableDefinitions() throws SQLException {
    return info.bit(534, 1);
  }

  @Override
  public boolean supportsCatalogsInIndexDefinitions() throws SQLException {
    return info.bit(534, 1);
  }

  @Override
  public boolean supportsCatalogsInPrivilegeDefinitions() throws SQLException {
    return info.bit(534, 2);
  }

  @Override
  public boolean supportsPositionedDelete() throws SQLException {
    return info.bit(535, 0);
  }

  @Override
  public boolean supportsPositionedUpdate() throws SQLException {
    return info.bit(535, 1);
  }

  @Override
  public boolean supportsSelectForUpdate() throws SQLException {
    return info.flag(536, false);
  }

  @Override
  public boolean supportsStoredProcedures() throws SQLException {
    return info.flag(537, false);
  }

  @Override
  public boolean supportsSubqueriesInComparisons() throws SQLException {
    return info.bit(538, 0);
  }

  @Override
  public boolean supportsSubqueriesInExists() throws SQLException {
    return info.bit(538, 1);
  }

  @Override
  public boolean supportsSubqueriesInIns() throws SQLException {
    return info.bit(538, 2);
  }

  @Override
  public boolean supportsSubqueriesInQuantifieds() throws SQLException {
    return info.bit(538, 3);
  }

  @Override
  public boolean supportsCorrelatedSubqueries() throws SQLException {
    return info.flag(539, false);
  }

  @Override
  public boolean supportsUnion() throws SQLException {
    return info.bit(540, 0);
  }

  @Override
  public boolean supportsUnionAll() throws SQLException {
    return info.bit(540, 1);
  }

  @Override
  public boolean supportsOpenCursorsAcrossCommit() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsOpenCursorsAcrossRollback() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsOpenStatementsAcrossCommit() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsOpenStatementsAcrossRollback() throws SQLException {
    return true;
  }

  @Override
  public int getMaxBinaryLiteralLength() throws SQLException {
    return info.limit(541);
  }

  @Override
  public int getMaxCharLiteralLength() throws SQLException {
    return info.limit(542);
  }

  @Override
  public int getMaxColumnNameLength() throws SQLException {
    return info.limit(543);
  }

  @Override
  public int getMaxColumnsInGroupBy() throws SQLException {
    return info.limit(544);
  }

  @Override
  public int getMaxColumnsInIndex() throws SQLException {
    return info.limit(545);
  }

  @Override
  public int getMaxColumnsInOrderBy() throws SQLException {
    return info.limit(546);
  }

  @Override
  public int getMaxColumnsInSelect() throws SQLException {
    return info.limit(547);
  }

  @Override
  public int getMaxColumnsInTable() throws SQLException {
    return info.limit(548);
  }

  @Override
  public int getMaxConnections() throws SQLException {
    return info.limit(549);
  }

  @Override
  public int getMaxCursorNameLength() throws SQLException {
    return info.limit(550);
  }

  @Override
  public int getMaxIndexLength() throws SQLException {
    return info.limit(551);
  }

  @Override
  public int getMaxSchemaNameLength() throws SQLException {
    return info.limit(552);
  }

  @Override
  public int getMaxProcedureNameLength() throws SQLException {
    return info.limit(553);
  }

  @Override
  public int getMaxCatalogNameLength() throws SQLException {
    return info.limit(554);
  }

  @Override
  public int getMaxRowSize() throws SQLException {
    return info.limit(555);
  }

  @Override
  public boolean doesMaxRowSizeIncludeBlobs() throws SQLException {
    return info.flag(556, false);
  }

  @Override
  public int getMaxStatementLength() throws SQLException {
    return info.limit(557);
  }

  @Override
  public int getMaxStatements() throws SQLException {
    return info.limit(558);
  }

  @Override
  public int getMaxTableNameLength() throws SQLException {
    return info.limit(559);
  }

  @Override
  public int getMaxTablesInSelect() throws SQLException {
    return info.limit(560);
  }

  @Override
  public int getMaxUserNameLength() throws SQLException {
    return info.limit(561);
  }

  @Override
  public int getDefaultTransactionIsolation() throws SQLException {
    return Connection.TRANSACTION_SERIALIZABLE;
  }

  @Override
  public boolean supportsTransactions() throws SQLException {
    return info.number(8, 0) > 0 && info.flag(563, true);
  }

  @Override
  public boolean supportsTransactionIsolationLevel(int level) throws SQLException {
    return level == Connection.TRANSACTION_SERIALIZABLE && supportsTransactions();
  }

  @Override
  public boolean supportsDataDefinitionAndDataManipulationTransactions() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsDataManipulationTransactionsOnly() throws SQLException {
    return supportsTransactions();
  }

  @Override
  public boolean dataDefinitionCausesTransactionCommit() throws SQLException {
    return info.flag(565, false);
  }

  @Override
  public boolean dataDefinitionIgnoredInTransactions() throws SQLException {
    return info.flag(566, false);
  }

  @Override
  public boolean supportsResultSetType(int type) throws SQLException {
    return type == ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public boolean supportsResultSetConcurrency(int type, int concurrency) throws SQLException {
    return type == ResultSet.TYPE_FORWARD_ONLY && concurrency == ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public boolean ownUpdatesAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean ownDeletesAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean ownInsertsAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean othersUpdatesAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean othersDeletesAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean othersInsertsAreVisible(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean updatesAreDetected(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean deletesAreDetected(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean insertsAreDetected(int type) throws SQLException {
    return false;
  }

  @Override
  public boolean supportsBatchUpdates() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsSavepoints() throws SQLException {
    return true;
  }

  @Override
  public boolean supportsNamedParameters() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsMultipleOpenResults() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsGetGeneratedKeys() throws SQLException {
    return false;
  }

  @Override
  public boolean supportsResultSetHoldability(int holdability) throws SQLException {
    return holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public int getDatabaseMajorVersion() throws SQLException {
    return versionPart(getDatabaseProductVersion(), 0);
  }

  @Override
  public int getDatabaseMinorVersion() throws SQLException {
    return versionPart(getDatabaseProductVersion(), 1);
  }

  @Override
  public int getJDBCMajorVersion() throws SQLException {
    return 4;
  }

  @Override
  public int getJDBCMinorVersion() throws SQLException {
    return 3;
  }

  @Override
  public int getSQLStateType() throws SQLException {
    return DatabaseMetaData.sqlStateSQL;
  }

  @Override
  public boolean locatorsUpdateCopy() throws SQLException {
    return info.flag(575, false);
  }

  @Override
  public boolean supportsStatementPooling() throws SQLException {
    return false;
  }

  @Override
  public RowIdLifetime getRowIdLifetime() throws SQLException {
    return RowIdLifetime.ROWID_UNSUPPORTED;
  }

  @Override
  public boolean supportsStoredFunctionsUsingCallSyntax() throws SQLException {
    return false;
  }

  @Override
  public boolean autoCommitFailureClosesAllResultSets() throws SQLException {
    return false;
  }

  @Override
  public boolean generatedKeyAlwaysReturned() throws SQLException {
    return false;
  }

  private static int versionPart(String version, int index) {
    String[] parts = version.split("[.-]", -1);
    return parts.length > index && parts[index].matches("\\d{1,9}")
        ? Integer.parseInt(parts[index])
        : 0;
  }
}

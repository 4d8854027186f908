package org.omnigraph.query.plan;

import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.type.SqlTypes;

/** Looks names up in the catalog of a statement, with or without regard to case. */
final class NamesReader extends CalciteCatalogReader {
  NamesReader(SqlCatalog catalog, boolean caseSensitive) {
    super(
        catalog.root(),
        SqlNameMatchers.withCaseSensitive(caseSensitive),
        catalog.searchPath(),
        SqlTypes.factory(),
        new CalciteConnectionConfigImpl(new Properties()));
  }
}

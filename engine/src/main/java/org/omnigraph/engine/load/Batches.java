package org.omnigraph.engine.load;

import java.io.IOException;
import java.util.OptionalLong;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/** The batches of one file, one at a time. */
interface Batches extends AutoCloseable {
  /** Shows the schema at once, and the rows of the current batch after {@link #next}. */
  VectorSchemaRoot root() throws IOException;

  DictionaryProvider dictionaries();

  /** Loads the next batch; false at the end. */
  boolean next() throws IOException;

  /** How many rows all batches have, if the file says so at its start or end. */
  default OptionalLong totalRows() {
    return OptionalLong.empty();
  }

  @Override
  void close() throws IOException;
}

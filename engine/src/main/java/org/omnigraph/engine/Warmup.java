package org.omnigraph.engine;

import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.engine.schema.SchemaContract;

/**
 * Makes the JVM set up what the first open of a graph needs, which is most of what a short command
 * does. Touches no graph and no file.
 */
public final class Warmup {
  private static final String SCHEMA = "node A { k: String @key }\nedge E: A -> A\n";
  private static final String DOMAIN = "00000000000000000000000000";

  private Warmup() {}

  /**
   * Parts that may run on threads of their own, each with libraries that the others leave alone:
   * classes that two threads initialize at once may wait for each other for ever. So no graph is to
   * be opened before they have ended.
   */
  public static List<Runnable> graph() {
    return List.of(Warmup::schema, Warmup::memory);
  }

  /** As {@link #graph}, for a {@link GraphLog}. */
  public static List<Runnable> log() {
    return List.of(Warmup::vectors, Warmup::memory);
  }

  private static void schema() {
    SchemaContract contract = SchemaCompiler.accept(SCHEMA, DOMAIN);
    SchemaContract.load(SCHEMA, contract.irJson(), contract.stateJson());
    vectors();
  }

  private static void vectors() {
    new Schema(List.of());
  }

  private static void memory() {
    new RootAllocator().close();
  }
}

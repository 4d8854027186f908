package org.omnigraph.jdbc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

/**
 * Makes Arrow's off-heap memory usable in this JVM.
 *
 * <p>Arrow reads the address of direct buffers by reflection, which the JVM allows only when {@code
 * java.nio} is open to its module. Where the JVM was not started with the flag, the driver opens
 * the package itself for as long as the JVM lets it.
 */
final class MemoryAccess {
  static final String FLAG = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  private static final String PACKAGE = "java.nio";

  private MemoryAccess() {}

  /**
   * @throws SQLException 08001 naming the flag and where tools keep it, when the package stays shut
   */
  static void require() throws SQLException {
    require(MemoryAccess.class.getModule());
  }

  /**
   * As {@link #require()}, for the Arrow of another module.
   *
   * @throws SQLException as {@link #require()}
   */
  static void require(Module module) throws SQLException {
    if (isOpen(module)) {
      return;
    }
    try {
      open(module);
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw shut(e);
    } catch (Throwable e) {
      if (e instanceof VirtualMachineError error) {
        throw error;
      }
      throw shut(e);
    }
    if (!isOpen(module)) {
      throw shut(null);
    }
  }

  private static boolean isOpen(Module module) {
    return Buffer.class.getModule().isOpen(PACKAGE, module);
  }

  /**
   * Takes the JVM's own fully trusted look-up, the only one that may open a package of {@code
   * java.base} at run time, and opens the one package to a module with it.
   */
  private static void open(Module module) throws Throwable {
    Class<?> unsafeType = Class.forName("sun.misc.Unsafe");
    Field theUnsafe = unsafeType.getDeclaredField("theUnsafe");
    theUnsafe.setAccessible(true);
    Object unsafe = theUnsafe.get(null);
    Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    Object base = unsafeType.getMethod("staticFieldBase", Field.class).invoke(unsafe, trusted);
    Object offset = unsafeType.getMethod("staticFieldOffset", Field.class).invoke(unsafe, trusted);
    MethodHandles.Lookup lookup =
        (MethodHandles.Lookup)
            unsafeType
                .getMethod("getObject", Object.class, long.class)
                .invoke(unsafe, base, offset);
    MethodHandle addOpens =
        lookup.findVirtual(
            Module.class,
            "implAddOpens",
            MethodType.methodType(void.class, String.class, Module.class));
    addOpens.invoke(Buffer.class.getModule(), PACKAGE, module);
  }

  private static SQLException shut(@org.jspecify.annotations.Nullable Throwable cause) {
    return new SQLNonTransientConnectionException(
        "this Java "
            + Runtime.version().feature()
            + " does not let the driver reach off-heap memory: start it with "
            + FLAG
            + " (DBeaver: a line of its own below -vmargs in dbeaver.ini; IntelliJ and DataGrip: the data"
            + " source's Advanced tab, VM options; Tableau: the environment variable"
            + " JAVA_TOOL_OPTIONS; other tools: JAVA_TOOL_OPTIONS or JDK_JAVA_OPTIONS)",
        SqlState.CANNOT_CONNECT,
        cause);
  }
}

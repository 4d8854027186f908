package org.omnigraph.jdbc;

import java.sql.Connection;

/**
 * A pool's connection that its borrower closes. JDBC has no call for that which every pool makes,
 * but what they call of the driver then, they call inside of the {@code close()} of their own
 * connection.
 */
final class LogicalClose {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private LogicalClose() {}

  /** Whether this call is part of one. */
  static boolean isUnderWay() {
    return STACK.walk(
        frames ->
            frames.anyMatch(
                frame ->
                    frame.getMethodName().equals("close")
                        && frame.getDeclaringClass() != OmniGraphConnection.class
                        && Connection.class.isAssignableFrom(frame.getDeclaringClass())));
  }
}

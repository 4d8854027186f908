package org.omnigraph.flight;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this JVM may reserve outside its heap, where Arrow's memory and the transport's is. */
final class DirectMemory {
  private static final Logger LOG = LoggerFactory.getLogger(DirectMemory.class);

  /** An eighth is left to the transport, or this where it is more, but never more than half. */
  private static final long LEAST_OF_TRANSPORT = 64L << 20;

  private DirectMemory() {}

  /**
   * The limit for requests: {@code wanted}, or what there is where that is less. Who wants no more
   * than what is usual gets no more than the size of the heap.
   */
  static long forRequests(long wanted) {
    boolean usual = wanted == ServerLimits.defaults().memory();
    long most = usual ? Math.min(reservable(), heap()) : reservable();
    long usable = most - Math.max(most / 8, Math.min(most / 2, LEAST_OF_TRANSPORT));
    if (wanted > usable && !usual) {
      LOG.warn(
          "--memory is {} bytes, but this JVM reserves no more than {} outside its heap: requests"
              + " get {} together; raise -XX:MaxDirectMemorySize of the JVM for more",
          wanted,
          most,
          usable);
    }
    return Math.min(wanted, usable);
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  private static long reservable() {
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long given =
        options == null ? 0 : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
    return given > 0 ? given : heap();
  }
}

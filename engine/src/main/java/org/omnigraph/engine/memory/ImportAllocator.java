package org.omnigraph.engine.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collection;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.AllocationReservation;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.BufferManager;
import org.apache.arrow.memory.ForeignAllocation;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.rounding.RoundingPolicy;

/**
 * An allocator to import batches of native code with.
 *
 * <p>When a buffer of an imported batch does not fit the limit, Arrow's own allocators forget that
 * the import holds on to the batch for that buffer: the batch is never given back to the native
 * code. This one gives it back.
 *
 * <p>A batch may outlive the import: its buffers can move to another allocator of the same root.
 * The {@code ArrowArray} by which it is given back lives as long, so the root has it. Everything
 * else is the other allocator's doing, also the ownership of the buffers.
 */
public final class ImportAllocator implements BufferAllocator {
  private static final MethodHandle RELEASE = release();

  /**
   * Bytes of a struct ArrowArray with 64-bit pointers (Arrow's specification of the C data
   * interface); a buffer of rows that happens to be as large is the root's as well.
   */
  private static final long ARROW_ARRAY = 80;

  private final BufferAllocator to;

  private ImportAllocator(BufferAllocator to) {
    this.to = to;
  }

  /** Imports into the memory of {@code allocator}, which stays the caller's to close. */
  public static BufferAllocator into(BufferAllocator allocator) {
    return allocator instanceof ImportAllocator ? allocator : new ImportAllocator(allocator);
  }

  private static MethodHandle release() {
    try {
      return MethodHandles.privateLookupIn(ForeignAllocation.class, MethodHandles.lookup())
          .findVirtual(ForeignAllocation.class, "release0", MethodType.methodType(void.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public ArrowBuf wrapForeignAllocation(ForeignAllocation allocation) {
    try {
      return to.wrapForeignAllocation(allocation);
    } catch (OutOfMemoryException e) {
      giveBack(allocation, e);
      throw e;
    }
  }

  private static void giveBack(ForeignAllocation allocation, OutOfMemoryException cause) {
    try {
      RELEASE.invokeExact(allocation);
    } catch (Throwable e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public ArrowBuf buffer(long size) {
    return size == ARROW_ARRAY ? to.getRoot().buffer(size) : to.buffer(size);
  }

  @Override
  public ArrowBuf buffer(long size, BufferManager manager) {
    return to.buffer(size, manager);
  }

  @Override
  public BufferAllocator getRoot() {
    return to.getRoot();
  }

  @Override
  public BufferAllocator newChildAllocator(String name, long reservation, long limit) {
    return into(to.newChildAllocator(name, reservation, limit));
  }

  @Override
  public BufferAllocator newChildAllocator(
      String name, AllocationListener listener, long reservation, long limit) {
    return into(to.newChildAllocator(name, listener, reservation, limit));
  }

  @Override
  public void close() {
    to.close();
  }

  @Override
  public long getAllocatedMemory() {
    return to.getAllocatedMemory();
  }

  @Override
  public long getLimit() {
    return to.getLimit();
  }

  @Override
  public long getInitReservation() {
    return to.getInitReservation();
  }

  @Override
  public void setLimit(long limit) {
    to.setLimit(limit);
  }

  @Override
  public long getPeakMemoryAllocation() {
    return to.getPeakMemoryAllocation();
  }

  @Override
  public long getHeadroom() {
    return to.getHeadroom();
  }

  @Override
  public boolean forceAllocate(long size) {
    return to.forceAllocate(size);
  }

  @Override
  public void releaseBytes(long size) {
    to.releaseBytes(size);
  }

  @Override
  public AllocationListener getListener() {
    return to.getListener();
  }

  @Override
  public BufferAllocator getParentAllocator() {
    return to.getParentAllocator();
  }

  @Override
  public Collection<BufferAllocator> getChildAllocators() {
    return to.getChildAllocators();
  }

  @Override
  public AllocationReservation newReservation() {
    return to.newReservation();
  }

  @Override
  public ArrowBuf getEmpty() {
    return to.getEmpty();
  }

  @Override
  public String getName() {
    return to.getName();
  }

  @Override
  public boolean isOverLimit() {
    return to.isOverLimit();
  }

  @Override
  public String toVerboseString() {
    return to.toVerboseString();
  }

  @Override
  public void assertOpen() {
    to.assertOpen();
  }

  @Override
  public RoundingPolicy getRoundingPolicy() {
    return to.getRoundingPolicy();
  }

  @Override
  public String toString() {
    return to.toString();
  }
}

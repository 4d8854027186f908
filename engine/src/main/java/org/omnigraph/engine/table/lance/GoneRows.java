package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.lance.FragmentMetadata;
import org.lance.fragment.DeletionFile;
import org.lance.fragment.DeletionFileType;
import org.lance.ipc.ScanOptions;

/** Which rows of a fragment are gone in one version of its table. */
final class GoneRows {
  private GoneRows() {}

  /** Whether the same rows of a fragment are gone in two versions, told without reading them. */
  static boolean areSame(FragmentMetadata one, FragmentMetadata other) {
    DeletionFile first = one.getDeletionFile();
    DeletionFile second = other.getDeletionFile();
    if (first == null || second == null) {
      return first == null && second == null;
    }
    return first.getId() == second.getId()
        && first.getReadVersion() == second.getReadVersion()
        && Objects.equals(first.getNumDeletedRows(), second.getNumDeletedRows());
  }

  /** Their offsets. A short list of them is read from its file, a long one follows from a scan. */
  static BitSet of(LanceTable table, FragmentMetadata fragment, BufferAllocator allocator) {
    DeletionFile deletions = fragment.getDeletionFile();
    if (deletions == null) {
      return new BitSet();
    }
    String doing = "reading which rows of " + table.ref().path() + " are gone";
    try {
      Optional<byte[]> list = list(table, fragment, deletions);
      return list.isPresent() ? listed(list.get(), allocator) : missing(table, fragment, allocator);
    } catch (IOException | RuntimeException e) {
      throw LanceErrors.classify(doing, e);
    }
  }

  private static Optional<byte[]> list(
      LanceTable table, FragmentMetadata fragment, DeletionFile deletions) {
    if (deletions.getFileType() != DeletionFileType.ARRAY || deletions.getBaseId().isPresent()) {
      return Optional.empty();
    }
    return table.files().read(DeletionFiles.path(table.dataset(), fragment, deletions));
  }

  private static BitSet listed(byte[] file, BufferAllocator allocator) throws IOException {
    BitSet gone = new BitSet();
    try (ArrowFileReader reader =
        new ArrowFileReader(new ByteArrayReadableSeekableByteChannel(file), allocator)) {
      while (reader.loadNextBatch()) {
        BaseIntVector offsets = (BaseIntVector) reader.getVectorSchemaRoot().getVector(0);
        for (int i = 0; i < offsets.getValueCount(); i++) {
          gone.set(Math.toIntExact(offsets.getValueAsLong(i)));
        }
      }
    }
    return gone;
  }

  private static BitSet missing(
      LanceTable table, FragmentMetadata fragment, BufferAllocator allocator) throws IOException {
    BitSet gone = new BitSet();
    gone.set(0, Math.toIntExact(fragment.getPhysicalRows()));
    ScanOptions.Builder addresses =
        new ScanOptions.Builder()
            .columns(List.of())
            .fragmentIds(List.of(fragment.getId()))
            .withRowAddress(true);
    try (ArrowReader reader = table.scan(addresses, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        UInt8Vector rows = (UInt8Vector) LanceReader.column(batch, "_rowaddr");
        for (int row = 0; row < batch.getRowCount(); row++) {
          gone.clear((int) rows.get(row));
        }
      }
    }
    return gone;
  }
}

package org.omnigraph.engine.table.lance;

import java.util.List;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.omnigraph.engine.table.StagedFragments;

/** Written data files, in the order of their rows. */
record LanceFragments(List<FragmentMetadata> fragments) implements StagedFragments {
  LanceFragments {
    fragments = List.copyOf(fragments);
  }

  @Override
  public long rows() {
    return fragments.stream().mapToLong(FragmentMetadata::getPhysicalRows).sum();
  }

  @Override
  public long bytes() {
    return files().stream()
        .map(DataFile::getFileSizeBytes)
        .mapToLong(size -> size == null ? 0 : size)
        .sum();
  }

  List<DataFile> files() {
    return fragments.stream().flatMap(f -> f.getFiles().stream()).toList();
  }

  /** The fragments of several parts, in their order. */
  static List<FragmentMetadata> all(List<StagedFragments> parts) {
    return parts.stream().flatMap(part -> of(part).fragments().stream()).toList();
  }

  static LanceFragments of(StagedFragments staged) {
    return (LanceFragments) staged;
  }
}

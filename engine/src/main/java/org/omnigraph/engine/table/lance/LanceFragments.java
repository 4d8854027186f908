package org.omnigraph.engine.table.lance;

import java.util.List;
import java.util.Optional;
import org.lance.Dataset;
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

  /**
   * The fragment of a number; empty when there is none, which Lance says by this exception only.
   */
  static Optional<FragmentMetadata> find(Dataset dataset, int number) {
    try {
      return Optional.of(dataset.getFragment(number).metadata());
    } catch (NullPointerException e) {
      return Optional.empty();
    }
  }

  static boolean isOfSameFiles(FragmentMetadata one, FragmentMetadata other) {
    return paths(one).equals(paths(other));
  }

  private static List<String> paths(FragmentMetadata fragment) {
    return fragment.getFiles().stream().map(DataFile::getPath).toList();
  }

  static LanceFragments of(StagedFragments staged) {
    return (LanceFragments) staged;
  }
}

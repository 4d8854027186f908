package org.omnigraph.engine.object;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Objects of a bucket as files; what looks like a directory is a part of their keys. */
final class S3Files implements StoredFiles {
  private final S3Bucket bucket;

  S3Files(S3Bucket bucket) {
    this.bucket = bucket;
  }

  private static String key(String file) {
    return S3Place.of(file).key();
  }

  private static String prefix(String directory) {
    return key(directory) + "/";
  }

  @Override
  public Optional<byte[]> read(String file) {
    return bucket.read(key(file));
  }

  @Override
  public Optional<Facts> facts(String file) {
    return bucket
        .head(key(file))
        .map(head -> new Facts(head.contentLength(), Optional.ofNullable(head.eTag())));
  }

  @Override
  public void delete(String file) {
    bucket.delete(key(file));
  }

  @Override
  public List<Entry> list(String directory) {
    String prefix = prefix(directory);
    List<Entry> entries = new ArrayList<>();
    bucket.pages(
        prefix,
        false,
        page ->
            page.contents()
                .forEach(
                    object ->
                        entries.add(
                            new Entry(object.key().substring(prefix.length()), object.size()))));
    return entries;
  }

  @Override
  public Tree walk(String directory, Set<String> without) {
    String prefix = prefix(directory);
    List<String> files = new ArrayList<>();
    bucket.pages(
        prefix,
        true,
        page ->
            page.contents().stream()
                .map(object -> object.key().substring(prefix.length()))
                .filter(name -> without.stream().noneMatch(other -> name.startsWith(other + "/")))
                .forEach(files::add));
    return new Tree(files, List.of());
  }

  @Override
  public void deleteIfEmpty(String directory) {
    // An empty directory is no object.
  }

  @Override
  public void copy(String from, String to) {
    bucket.copy(key(from), key(to));
  }

  @Override
  public boolean isCut(String file, byte[] end) {
    return false;
  }

  @Override
  public Optional<String> first(String directory) {
    String prefix = prefix(directory);
    return bucket.first(prefix, 1).contents().stream()
        .map(object -> object.key().substring(prefix.length()))
        .findFirst();
  }

  @Override
  public Optional<Object> mark(String directory) {
    return Optional.empty();
  }

  @Override
  public String recorded(String file) {
    return key(file);
  }
}

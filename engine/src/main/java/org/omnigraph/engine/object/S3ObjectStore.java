package org.omnigraph.engine.object;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.error.CorruptState;

/** Texts as objects below a prefix. Of two creators, the bucket chooses one. */
final class S3ObjectStore implements ObjectStore {
  private final String root;
  private final S3Bucket bucket;
  private final String prefix;

  S3ObjectStore(String root, S3Bucket bucket) {
    this.root = root;
    this.bucket = bucket;
    String key = S3Place.of(root).key();
    this.prefix = key.isEmpty() ? "" : key + "/";
  }

  @Override
  public String root() {
    return root;
  }

  @Override
  public boolean isRoot(String spelling) {
    return spelling.equals(root);
  }

  @Override
  public Optional<String> read(String name) {
    return bucket.read(prefix + name).map(bytes -> text(name, bytes));
  }

  private String text(String name, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new CorruptState(root + "/" + name + " is not UTF-8 text; restore the object", e);
    }
  }

  @Override
  public void write(String name, String text) {
    bucket.put(prefix + name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public boolean writeIfAbsent(String name, String text) {
    return bucket.putIfAbsent(prefix + name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void delete(String name) {
    bucket.delete(prefix + name);
  }

  @Override
  public boolean exists(String name) {
    String key = prefix + name;
    return !bucket.first(key + "/", 1).contents().isEmpty() || bucket.head(key).isPresent();
  }

  @Override
  public List<String> list(String directory) {
    String start = prefix + (directory.isEmpty() ? "" : directory + "/");
    List<String> names = new ArrayList<>();
    bucket.pages(
        start,
        false,
        page ->
            page.contents().forEach(object -> names.add(object.key().substring(start.length()))));
    names.sort(null);
    return names;
  }
}

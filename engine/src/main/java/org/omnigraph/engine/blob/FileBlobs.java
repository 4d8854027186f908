package org.omnigraph.engine.blob;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import org.omnigraph.engine.error.ExternalBlobUnavailable;

/**
 * Files below the bases of one policy.
 *
 * <p>Whether a file lies below a base is decided twice: by the spelling of its URI, before anything
 * is looked at, and by its real path, so that no link leads out. What lies below a base is trusted
 * not to be exchanged for a link while it is read.
 */
final class FileBlobs implements ExternalBlobs {
  private final List<Path> bases;

  FileBlobs(BlobPolicy policy) {
    this.bases = policy.bases().stream().map(base -> FileUri.parse(base).path()).toList();
  }

  @Override
  public String admit(String uri) {
    return allowed(uri).text();
  }

  private FileUri allowed(String uri) {
    FileUri file = FileUri.parse(uri);
    if (bases.isEmpty()) {
      throw FileUri.denied(uri, "no base of external blobs is allowed here (--allow-blob-base)");
    }
    if (bases.stream().noneMatch(base -> isBelow(base, file.path()))) {
      throw FileUri.denied(uri, "it lies below none of the allowed bases");
    }
    return file;
  }

  private static boolean isBelow(Path base, Path path) {
    return path.startsWith(base) && !path.equals(base);
  }

  @Override
  public long size(String uri) {
    FileUri file = allowed(uri);
    try {
      return attributes(file, real(file)).size();
    } catch (IOException e) {
      throw unavailable(file, e);
    }
  }

  @Override
  public byte[] read(String uri, int size) {
    FileUri file = allowed(uri);
    try {
      Path real = real(file);
      attributes(file, real);
      ByteBuffer bytes = ByteBuffer.allocate(size);
      try (SeekableByteChannel channel =
          Files.newByteChannel(real, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
        if (bytes.hasRemaining() || channel.position() != channel.size()) {
          throw new ExternalBlobUnavailable(file.text(), "its size changed while it was read");
        }
      }
      return bytes.array();
    } catch (IOException e) {
      throw unavailable(file, e);
    }
  }

  private Path real(FileUri file) throws IOException {
    Path real = file.path().toRealPath();
    for (Path base : bases) {
      if (Files.exists(base) && isBelow(base.toRealPath(), real)) {
        return real;
      }
    }
    throw FileUri.denied(file.text(), "a link on its path leads out of the allowed bases");
  }

  /** Of a plain file: what lies behind a device or a pipe has no end. */
  private static BasicFileAttributes attributes(FileUri file, Path real) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new ExternalBlobUnavailable(file.text(), "it is not a file");
    }
    return attributes;
  }

  private static ExternalBlobUnavailable unavailable(FileUri file, IOException e) {
    String reason =
        e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
    return new ExternalBlobUnavailable(ShownUri.of(file.text()), reason);
  }
}

package org.omnigraph.natives;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;

/**
 * The bytes of a library on the class path, and what tells them from those of another release.
 *
 * @param crc their CRC-32
 * @param size their number
 */
record PackedLibrary(URL resource, long crc, long size) {
  /**
   * Finds a library and its checksum; reads no content when the library is in a jar.
   *
   * @throws UnsatisfiedLinkError when there is none: the jar has no library for this platform
   */
  static PackedLibrary at(Class<?> owner, String path) {
    URL resource = owner.getResource(path);
    if (resource == null) {
      throw new UnsatisfiedLinkError(
          "no native library "
              + path
              + " beside "
              + owner.getName()
              + ": the jar has none for "
              + Platform.CURRENT.dashed());
    }
    try {
      return measured(resource);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  InputStream open() throws IOException {
    return resource.openStream();
  }

  static PackedLibrary measured(URL resource) throws IOException {
    URLConnection connection = resource.openConnection();
    if (connection instanceof JarURLConnection jar) {
      ZipEntry entry = jar.getJarEntry();
      if (entry.getCrc() >= 0 && entry.getSize() >= 0) {
        return new PackedLibrary(resource, entry.getCrc(), entry.getSize());
      }
    }
    return measuredByReading(resource);
  }

  private static PackedLibrary measuredByReading(URL resource) throws IOException {
    CRC32 crc = new CRC32();
    try (InputStream in = new CheckedInputStream(resource.openStream(), crc)) {
      long size = in.transferTo(OutputStream.nullOutputStream());
      return new PackedLibrary(resource, crc.getValue(), size);
    }
  }
}

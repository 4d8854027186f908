package org.omnigraph.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A native library inside a jar.
 *
 * @param content where the library's bytes are
 * @param name the bare name, such as {@code lance_jni}
 */
public record NativeLibrary(PackedLibrary content, String name) {
  /**
   * The library at a resource path.
   *
   * @param owner a class whose loader sees the resource. The JVM ties a loaded library to the class
   *     loader of this package, so both must come from the same one
   * @param resource an absolute resource path
   * @throws UnsatisfiedLinkError when there is no such resource
   */
  public static NativeLibrary in(Class<?> owner, String resource, String name) {
    return new NativeLibrary(PackedLibrary.at(owner, resource), name);
  }

  /** The system property that names a file to load instead. */
  public String property() {
    String stem = name.endsWith("_jni") ? name.substring(0, name.length() - 4) : name;
    return "omnigraph." + stem.replace('_', '-') + ".library";
  }

  /**
   * Loads the library into this JVM; a second call does nothing.
   *
   * @throws UnsatisfiedLinkError when no copy can be made or loaded; it lists what was tried
   */
  public void load() {
    String given = System.getProperty(property());
    if (given != null) {
      loadGiven(Path.of(given));
    } else {
      loadFirst(LibraryCache.candidates());
    }
  }

  private void loadGiven(Path file) {
    if (!Files.isReadable(file)) {
      throw new UnsatisfiedLinkError(
          "-D"
              + property()
              + "="
              + file
              + " names no readable file: point it at the library, or leave it out");
    }
    System.load(file.toAbsolutePath().toString());
  }

  private void loadFirst(List<LibraryCache> caches) {
    List<Throwable> failures = new ArrayList<>();
    for (LibraryCache cache : caches) {
      Throwable failure = tryLoad(cache);
      if (failure == null) {
        return;
      }
      failures.add(failure);
    }
    throw unloadable(failures);
  }

  /** Why the cache cannot serve: not writable, full, or on a file system that forbids execution. */
  private @Nullable Throwable tryLoad(LibraryCache cache) {
    try {
      System.load(cache.hold(content, name).toString());
      return null;
    } catch (IOException | UnsatisfiedLinkError e) {
      return new IOException(cache.directory() + ": " + e, e);
    }
  }

  private UnsatisfiedLinkError unloadable(List<Throwable> failures) {
    StringBuilder message =
        new StringBuilder("the native library '" + name + "' cannot be loaded.");
    for (Throwable failure : failures) {
      message.append("\n  tried ").append(failure.getMessage());
    }
    message.append("\nSet XDG_CACHE_HOME to a folder with ").append(content.size() >> 20);
    message.append(" MB free that allows execution, or unpack ").append(content.resource());
    message.append(" and pass -D").append(property()).append("=/path/to/it");
    UnsatisfiedLinkError error = new UnsatisfiedLinkError(message.toString());
    failures.forEach(error::addSuppressed);
    return error;
  }
}

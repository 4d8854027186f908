package io.questdb.jar.jni;

import org.jspecify.annotations.Nullable;
import org.omnigraph.natives.ArrowLibrary;
import org.omnigraph.natives.NativeLibrary;
import org.omnigraph.natives.Platform;

/**
 * Loads a native library that travels inside a jar. Name, signatures and resource paths are those
 * that lance-core is compiled against.
 */
public interface JarJniLoader {
  /** Loads {@code prefix/<os>-<arch>/<library file>} for the platform that runs. */
  static <T> void loadLib(Class<T> owner, String prefix, String name) {
    loadLib(owner, prefix, name, Platform.CURRENT.dashed());
  }

  /**
   * Loads {@code prefix/platform/<library file>}.
   *
   * @param owner a class of the jar that holds the library
   * @param name the bare name, such as {@code lance_jni}
   * @param platform the folder below {@code prefix}; null when the library is in {@code prefix}
   *     itself
   * @throws UnsatisfiedLinkError when no copy of the library can be made or loaded
   */
  static <T> void loadLib(Class<T> owner, String prefix, String name, @Nullable String platform) {
    String folder = prefix.endsWith("/") ? prefix : prefix + "/";
    String below = platform == null ? folder : folder + platform + "/";
    NativeLibrary.in(owner, below + System.mapLibraryName(name), name).load();
    // Lance hands all its data over through it: so no caller can meet Arrow's own unpacking first.
    ArrowLibrary.C_DATA.load();
  }
}

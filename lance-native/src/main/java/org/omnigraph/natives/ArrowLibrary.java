package org.omnigraph.natives;

import java.lang.reflect.Field;
import java.util.Set;

/**
 * A native library of Arrow Java. Arrow's own loaders copy theirs into the temp folder at every
 * start (76 MB and half a second for Dataset) and leave the copy behind when the JVM is killed.
 */
public enum ArrowLibrary {
  /** The C data interface. Loaded together with Lance, which needs it for every scan. */
  C_DATA("arrow_cdata_jni", "org.apache.arrow.c.jni.JniLoader"),
  /** The readers of Parquet, CSV and IPC files. */
  DATASET("arrow_dataset_jni", "org.apache.arrow.dataset.jni.JniLoader");

  private final String library;
  private final String loader;

  ArrowLibrary(String library, String loader) {
    this.library = library;
    this.loader = loader;
  }

  /**
   * Loads the library from the cache, before Arrow would load it. Does nothing when Arrow has
   * loaded it, or when this Arrow keeps its books in another way: then it unpacks as it always did.
   *
   * @throws UnsatisfiedLinkError when no copy can be made or loaded
   */
  public void load() {
    try {
      loadInPlaceOf(Class.forName(loader));
    } catch (ReflectiveOperationException e) {
      System.getLogger(ArrowLibrary.class.getName())
          .log(System.Logger.Level.DEBUG, "Arrow unpacks " + library + " by itself", e);
    }
  }

  /** Arrow's loader has no switch: what it still has to load is a private set of names. */
  private void loadInPlaceOf(Class<?> arrow) throws ReflectiveOperationException {
    Object instance = arrow.getMethod("get").invoke(null);
    Field remaining = arrow.getDeclaredField("librariesToLoad");
    remaining.setAccessible(true);
    Set<?> names = (Set<?>) remaining.get(instance);
    synchronized (instance) {
      if (names.contains(library)) {
        NativeLibrary.in(arrow, resource(), library).load();
        names.remove(library);
      }
    }
  }

  private String resource() {
    String folder = Platform.CURRENT.architecture().equals("aarch64") ? "aarch_64" : "x86_64";
    return "/" + library + "/" + folder + "/" + System.mapLibraryName(library);
  }
}

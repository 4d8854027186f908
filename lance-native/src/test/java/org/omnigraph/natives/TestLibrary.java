package org.omnigraph.natives;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A jar with one file of noise in the place of a library. */
record TestLibrary(Path jar) {
  static final int SIZE = 8 << 20;

  static TestLibrary in(Path folder, long seed) throws IOException {
    Path jar = folder.resolve("library-" + seed + ".jar");
    byte[] noise = new byte[SIZE];
    new Random(seed).nextBytes(noise);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("lib/noise.so"));
      out.write(noise);
      out.closeEntry();
    }
    return new TestLibrary(jar);
  }

  PackedLibrary packed() throws IOException {
    return PackedLibrary.measured(new URL("jar:" + jar.toUri() + "!/lib/noise.so"));
  }
}

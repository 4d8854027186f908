/**
 * Native libraries that travel inside jars, unpacked once a user instead of once a start.
 *
 * <p>A library is found in a cache folder under a name made of its bare name and the CRC and size
 * that the jar's central directory states, so that neither a new release meets an old copy nor a
 * start reads the library to know that the copy is right. The folder is the first of these that can
 * be written and loaded from:
 *
 * <ol>
 *   <li>{@code $XDG_CACHE_HOME/omnigraph/native}
 *   <li>{@code ~/.cache/omnigraph/native}
 *   <li>{@code omnigraph-native-USER} below {@code java.io.tmpdir}, if nobody else owns it
 * </ol>
 *
 * <p>A copy is written beside its place, forced to disk and renamed, under a file lock. So of many
 * JVMs that start together one unpacks and the others wait; a reader never sees half a file; what a
 * killed JVM left half-written is removed by the next one that unpacks. All of the folder may be
 * deleted at any time.
 *
 * <p>{@code -Domnigraph.NAME.library=/path} (for Lance {@code omnigraph.lance.library}) names a
 * file to load as it is; nothing is unpacked then.
 *
 * <p>DuckDB is not served here: its driver looks for its library inside its own jar first, without
 * a way to tell it otherwise. The launcher's build takes the library out of the jar and puts it
 * beside, where the driver finds it.
 *
 * <p>Start reading at {@link org.omnigraph.natives.NativeLibrary#load}.
 */
@NullMarked
package org.omnigraph.natives;

import org.jspecify.annotations.NullMarked;

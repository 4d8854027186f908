/**
 * Stands in for the one class of {@code org.questdb:jar-jni} that lance-core calls.
 *
 * <p>The original copies the native library (181 MB on Linux x86-64) out of the jar into the temp
 * folder at every start of a JVM, which takes longer than all the rest of a short command, and
 * removes the copy only on a clean exit: each killed JVM leaves one behind. lance-core looks the
 * class up by name, so the build leaves that artifact out and supplies this package in its place.
 * What it does instead is in {@link org.omnigraph.natives}.
 */
@NullMarked
package io.questdb.jar.jni;

import org.jspecify.annotations.NullMarked;

/**
 * The one publication door: a {@link org.omnigraph.engine.manifest.Snapshot} is what {@code
 * __manifest} says at one version.
 */
@NullMarked
package org.omnigraph.engine.manifest;

import org.jspecify.annotations.NullMarked;

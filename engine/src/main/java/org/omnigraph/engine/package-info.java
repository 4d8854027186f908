/**
 * The front door: {@link org.omnigraph.engine.Graph}. Delegates; holds no protocol; nothing below
 * imports it.
 */
@NullMarked
package org.omnigraph.engine;

import org.jspecify.annotations.NullMarked;

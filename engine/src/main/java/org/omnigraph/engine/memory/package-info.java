/** Arrow memory that native code hands over. */
@NullMarked
package org.omnigraph.engine.memory;

import org.jspecify.annotations.NullMarked;

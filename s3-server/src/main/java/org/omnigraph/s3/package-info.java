/**
 * An S3 server for tests.
 *
 * <p>Owns: a server in memory, with its libraries in a class loader of their own. Promises: what it
 * does with keys, conditions and signatures is what S3 does.
 */
@NullMarked
package org.omnigraph.s3;

import org.jspecify.annotations.NullMarked;

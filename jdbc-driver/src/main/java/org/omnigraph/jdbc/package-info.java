/**
 * The JDBC driver: {@code jdbc:omnigraph://host:port/graph?branch=main}, or {@code
 * jdbc:omnigraph:file:/directory} for a graph that the engine opens in this process ({@link
 * org.omnigraph.jdbc.EmbeddedGraph}; the driver itself is built without the engine).
 *
 * <p>Owns the {@code java.sql} face over Arrow's Flight SQL client: the URL, statements, results,
 * metadata and transactions. A connection is one {@link org.omnigraph.jdbc.ServerSession}, which
 * holds the one channel to the server, its memory and the open transaction; closing the connection
 * closes every statement and result taken from it, and frees all memory.
 *
 * <p>Where a connection works goes along with every request as headers, never as state of the
 * server's session, which may end: {@code setSchema} changes the headers, and so does a statement
 * like {@code USE} ({@link org.omnigraph.jdbc.Places}).
 *
 * <p>Promises: {@code commit} and {@code rollback} reach the server; a result holds one batch at a
 * time; every failure is a {@link java.sql.SQLException} with an SQLState. Refuses, by name:
 * scrolling and updatable results, stored procedures, generated keys.
 *
 * <p>Values pass through one canonical Java type each (see {@link org.omnigraph.jdbc.ArrowValues});
 * what a getter returns is {@link org.omnigraph.jdbc.Conversions}. Start reading at {@link
 * org.omnigraph.jdbc.OmniGraphDriver}.
 */
@NullMarked
package org.omnigraph.jdbc;

import org.jspecify.annotations.NullMarked;

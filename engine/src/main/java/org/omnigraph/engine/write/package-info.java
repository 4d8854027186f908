/**
 * The write path: phases of which each accepts only what the one before returned.
 *
 * <p>Settle intents of earlier writes; prepare (validate, write files); take the gates; revalidate;
 * arm the sidecar; fork the tables that the branch had inherited; effect (one transaction a table);
 * confirm; publish; retire the sidecar. Until arming nothing durable exists but unreferenced files.
 * From arming on, a failure leaves the sidecar and is a {@link
 * org.omnigraph.engine.error.RecoveryRequired}. After the publish nothing fails the caller. Start
 * reading at {@link org.omnigraph.engine.write.Writer}.
 */
@NullMarked
package org.omnigraph.engine.write;

import org.jspecify.annotations.NullMarked;

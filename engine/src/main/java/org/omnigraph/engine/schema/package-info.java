/**
 * The schema language and the accepted schema: parse, identity, digests, constraints as data.
 *
 * <p>A text goes through declarations ({@code SchemaReader}), interfaces ({@code ResolvedSchema}),
 * rules ({@code SchemaRules}; for new texts also {@code AdmissionRules}), its shape ({@code
 * ShapeCompiler}) and ids ({@code Identities}) to a {@link
 * org.omnigraph.engine.schema.SchemaContract}: the accepted schema and the texts of its three
 * files. A digest is taken over compact JSON, so every list there has one order and every number
 * one spelling. A contract read back is proved before use: the stored ids and references against
 * each other, the digests, and the text against the shape.
 *
 * <p>Start reading at {@link org.omnigraph.engine.schema.SchemaCompiler} and {@link
 * org.omnigraph.engine.schema.AcceptedSchema}.
 */
@NullMarked
package org.omnigraph.engine.schema;

import org.jspecify.annotations.NullMarked;

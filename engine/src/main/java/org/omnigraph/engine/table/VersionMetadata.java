package org.omnigraph.engine.table;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where the file that describes one table version lies. Recovery compares it for equality, so the
 * same value goes into the sidecar and into the manifest row.
 *
 * @param manifestPath the graph root as spelled, then the path below it
 * @param manifestSize in bytes
 * @param eTag what the object store calls this content
 * @param namingScheme how versions spell their file names: {@code V2}
 */
public record VersionMetadata(
    String manifestPath,
    OptionalLong manifestSize,
    Optional<String> eTag,
    Optional<String> namingScheme) {}

package org.omnigraph.flight.auth;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server encrypts with, as PEM files.
 *
 * @param certificates the server's certificate, then those that signed it
 * @param key its private key, PKCS #8 and not encrypted
 * @param clientAuthorities who must have signed the certificate that each client has to show;
 *     without them clients show none
 */
public record TlsFiles(Path certificates, Path key, Optional<Path> clientAuthorities) {}

package org.omnigraph.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.auth.TlsFiles;
import picocli.CommandLine.Option;

/** What a server encrypts with. */
final class TlsOptions {
  @Option(
      names = "--tls-cert",
      required = true,
      paramLabel = "FILE",
      description =
          "The server's certificate and those that signed it, as PEM. Read again when it changes.")
  private Path certificates = Path.of("");

  @Option(
      names = "--tls-key",
      required = true,
      paramLabel = "FILE",
      description = "Its private key, as PEM (PKCS #8) without a password.")
  private Path key = Path.of("");

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description =
          "Clients must show a certificate that one of these has signed; its common name is who"
              + " they are.")
  private @Nullable Path clientAuthorities;

  TlsFiles files() {
    return new TlsFiles(certificates, key, Optional.ofNullable(clientAuthorities));
  }
}

package org.omnigraph.flight.auth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;

class TokenFileTest {
  // printf s3cret | sha256sum
  private static final String HASH =
      "1ec1c26b50d5d3c58d9583181af8076655fe00756bf7285940ba3670f99fcba0";

  @TempDir Path dir;
  private Authenticator authenticator;

  @BeforeEach
  void twoCallersAreKnown() throws IOException {
    Path file = dir.resolve("tokens");
    Files.writeString(file, "# callers\n\nada: plain:secret \nbob:sha256=" + HASH + "\n");
    authenticator = Authenticator.of(Optional.of(file), Duration.ofHours(1));
  }

  private static String basic(String pair) {
    // Go clients leave the padding out.
    return "Basic " + Base64.getEncoder().withoutPadding().encodeToString(pair.getBytes(UTF_8));
  }

  @Test
  void eachHandshakeGetsATokenOfItsOwnThatNamesTheCaller() {
    Authenticator.Identity first =
        authenticator.identify(basic("ada:plain:secret"), Optional.empty());
    Authenticator.Identity second =
        authenticator.identify(basic("ada:plain:secret"), Optional.empty());

    assertThat(first.principal()).isEqualTo(Principal.named("ada"));
    assertThat(first.issued()).isTrue();
    assertThat(first.token()).isNotEqualTo(second.token());

    Authenticator.Identity later =
        authenticator.identify("Bearer " + first.token().orElseThrow(), Optional.empty());
    assertThat(later.principal()).isEqualTo(Principal.named("ada"));
    assertThat(later.issued()).isFalse();
  }

  @Test
  void aHashedSecretIsComparedByItsHash() {
    assertThat(authenticator.identify(basic("bob:s3cret"), Optional.empty()).principal())
        .isEqualTo(Principal.named("bob"));
  }

  @Test
  void aSecretUsedAsABearerTokenNamesTheCallerAndNoSession() {
    Authenticator.Identity identity = authenticator.identify("bearer s3cret", Optional.empty());

    assertThat(identity.principal()).isEqualTo(Principal.named("bob"));
    assertThat(identity.token()).isEmpty();
  }

  @Test
  void everybodyElseIsRefused() {
    for (String header :
        new String[] {
          basic("ada:s3cret"), basic("bob:" + HASH), "Bearer nonsense", "Basic ?", ""
        }) {
      assertThatThrownBy(() -> authenticator.identify(header, Optional.empty()))
          .as(header)
          .isInstanceOfSatisfying(
              FlightRuntimeException.class,
              e -> assertThat(e.status().code().name()).isEqualTo("UNAUTHENTICATED"));
    }
    assertThatThrownBy(() -> authenticator.identify(null, Optional.empty()))
        .isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void aBrokenLineIsNamed() throws IOException {
    Path file = dir.resolve("broken");
    Files.writeString(file, "ada:ok\nbob\n");

    assertThatThrownBy(() -> Authenticator.of(Optional.of(file), Duration.ofHours(1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 2");
  }

  @Test
  void aFileThatNamesNobodyIsRefused() throws IOException {
    Path file = dir.resolve("empty");
    Files.writeString(file, "# nobody\n");

    assertThatThrownBy(() -> Authenticator.of(Optional.of(file), Duration.ofHours(1)))
        .isInstanceOf(InvalidRequest.class);
  }

  @Test
  void aFileThatIsNotThereIsSaidToBeMissing() {
    assertThatThrownBy(
            () -> Authenticator.of(Optional.of(dir.resolve("nosuch")), Duration.ofHours(1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageEndingWith("nosuch: there is no such file");
  }

  @Test
  void aFileThatIsNoTextIsSaidToBeNone() throws IOException {
    Path file = Files.write(dir.resolve("binary"), new byte[] {(byte) 0xff, 0});

    assertThatThrownBy(() -> Authenticator.of(Optional.of(file), Duration.ofHours(1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageEndingWith("binary: it is not UTF-8 text");
  }

  @Test
  void aFileThatOthersMayReadIsNoticed() throws IOException {
    Path file = dir.resolve("tokens");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(TokenFile.isReadByOthers(file)).isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(TokenFile.isReadByOthers(file)).isFalse();
  }
}

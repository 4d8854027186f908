package org.omnigraph.flight.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.PolicyDenied;
import org.omnigraph.engine.id.BranchName;

class RoleFileTest {
  private static final BranchName FEATURE = BranchName.of("feature/x");

  @TempDir Path folder;

  private Path file(String lines) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "roles", ""), lines);
  }

  private Roles roles(String lines) throws IOException {
    return Roles.of(Optional.of(file(lines)));
  }

  @Test
  void aRoleIncludesThoseBelowItWhereItsPatternsReach() throws IOException {
    Access ada = roles("ada write fl* feature/?\n").of(Principal.named("ada"));

    assertThat(ada.has(Role.READ, "flights", FEATURE)).isTrue();
    assertThat(ada.has(Role.WRITE, "flights", FEATURE)).isTrue();
    assertThat(ada.has(Role.ADMIN, "flights", FEATURE)).isFalse();
    assertThat(ada.has(Role.READ, "flights", BranchName.MAIN)).isFalse();
    assertThat(ada.has(Role.READ, "people", FEATURE)).isFalse();
    assertThat(ada.seesGraph("flights")).isTrue();
    assertThat(ada.seesGraph("people")).isFalse();
  }

  @Test
  void aDenialNamesAllThatMatters() throws IOException {
    Roles roles = roles("\"Ada L.\" read * *\n");

    assertThatThrownBy(
            () -> roles.of(Principal.named("Ada L.")).require(Role.WRITE, "flights", FEATURE))
        .isInstanceOf(PolicyDenied.class)
        .hasMessageContainingAll("'Ada L.'", "role write", "'feature/x'", "'flights'");
    assertThatThrownBy(() -> roles.of(Principal.ANONYMOUS).requireGraph("flights"))
        .hasMessageContaining("an anonymous caller needs the role read");
  }

  @Test
  void aStarIsEverybodyAndWithoutAFileEverybodyMayDoEverything() throws IOException {
    Access anybody = roles("* read public main").of(Principal.ANONYMOUS);

    assertThat(anybody.has(Role.READ, "public", BranchName.MAIN)).isTrue();
    assertThat(anybody.has(Role.WRITE, "public", BranchName.MAIN)).isFalse();
    assertThat(Roles.none().of(Principal.ANONYMOUS).has(Role.ADMIN, "any", FEATURE)).isTrue();
    assertThat(Roles.none().of(Principal.ANONYMOUS).isAdminOfAll()).isFalse();
  }

  @Test
  void anAdminOfEverythingIsOneOnEveryBranchOfEveryGraph() throws IOException {
    Roles roles = roles("root admin * *\nada admin flights *\n");

    assertThat(roles.of(Principal.named("root")).isAdminOfAll()).isTrue();
    assertThat(roles.of(Principal.named("ada")).isAdminOfAll()).isFalse();
  }

  @Test
  void aLineThatIsWrongIsNamed() {
    assertRefused("ada read flights", "line 1 is not 'PRINCIPAL ROLE GRAPH BRANCH'");
    assertRefused("# fine\n\nada reed * *", "line 3: there is no role 'reed'");
    assertRefused("\"ada read * *", "line 1 is not");
    assertRefused("ada read * * more", "line 1 is not");
    assertRefused("# nobody", "allows nobody anything");
  }

  private void assertRefused(String lines, String words) {
    assertThatThrownBy(() -> roles(lines))
        .as(lines)
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(words);
  }

  @Test
  void aTokenOfSomebodyWhoHasLeftTheFileIsGoodNoMore() throws IOException {
    Path tokens = file("ada:one\nbob:two\n");
    Authenticator authenticator = Authenticator.of(Optional.of(tokens), Duration.ofHours(1));
    String ada = "Bearer " + login(authenticator, "ada:one");
    String bob = "Bearer " + login(authenticator, "bob:two");

    Files.writeString(tokens, "ada:changed-secret\nbob:two\n");
    authenticator.reload();

    assertThatThrownBy(() -> authenticator.identify(ada, Optional.empty()))
        .isInstanceOf(FlightRuntimeException.class);
    assertThat(authenticator.identify(bob, Optional.empty()).principal().name()).contains("bob");
    assertThat(login(authenticator, "ada:changed-secret")).isNotEmpty();
  }

  private static String login(Authenticator authenticator, String pair) {
    String basic =
        "Basic "
            + Base64.getEncoder()
                .encodeToString(pair.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return authenticator.identify(basic, Optional.empty()).token().orElseThrow();
  }
}

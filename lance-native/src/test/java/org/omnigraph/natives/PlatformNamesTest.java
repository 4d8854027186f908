package org.omnigraph.natives;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformNamesTest {
  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86-64",
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, aarch64, darwin-aarch64",
    "Mac OS X, x86_64, darwin-x86-64",
    "Windows 11, amd64, win32-x86-64",
  })
  void areThoseOfTheFoldersInTheJar(String os, String architecture, String folder) {
    assertThat(Platform.of(os, architecture).dashed()).isEqualTo(folder);
  }
}

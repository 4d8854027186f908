package org.omnigraph.flight;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates made by the JDK's {@code keytool}, as PEM files in one folder. */
final class Certificates {
  private static final String PASSWORD = "changeit";

  private final Path folder;

  /** Makes an authority. */
  Certificates(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    generate("authority", "-ext", "bc:c");
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "authority",
        "-keystore",
        store("authority"),
        "-file",
        file("authority.pem"));
  }

  /** The certificate of the authority. */
  Path authority() {
    return of("authority");
  }

  Path of(String name) {
    return folder.resolve(name + ".pem");
  }

  Path key(String name) {
    return folder.resolve(name + ".key");
  }

  /** Makes a certificate, for this machine, that the authority signs, and its key. */
  void sign(String name) throws IOException, InterruptedException, GeneralSecurityException {
    generate(name);
    keytool("-certreq", "-alias", name, "-keystore", store(name), "-file", file(name + ".csr"));
    keytool(
        "-gencert",
        "-rfc",
        "-alias",
        "authority",
        "-keystore",
        store("authority"),
        "-infile",
        file(name + ".csr"),
        "-outfile",
        file(name + ".pem"),
        "-ext",
        "san=dns:localhost,ip:127.0.0.1");
    writeKey(name);
  }

  private void writeKey(String name) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(folder.resolve(name + ".p12"))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    byte[] key = keys.getKey(name, PASSWORD.toCharArray()).getEncoded();
    Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
    Files.writeString(
        key(name),
        "-----BEGIN PRIVATE KEY-----\n"
            + lines.encodeToString(key)
            + "\n-----END PRIVATE KEY-----\n");
  }

  private void generate(String name, String... options) throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1"));
    all.addAll(List.of("-dname", "CN=" + name + ", O=OmniGraph", "-validity", "2"));
    all.addAll(List.of("-keystore", store(name), "-storetype", "PKCS12"));
    all.addAll(List.of(options));
    keytool(all.toArray(String[]::new));
  }

  private String store(String name) {
    return file(name + ".p12");
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin/keytool").toString()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storepass", PASSWORD));
    Path log = folder.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + Files.readString(log));
    }
  }
}

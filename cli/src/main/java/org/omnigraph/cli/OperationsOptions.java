package org.omnigraph.cli;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.operations.AuditTarget;
import org.omnigraph.flight.operations.OperationsConfig;
import picocli.CommandLine;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What a server tells its operator, and how it ends. */
final class OperationsOptions {
  private static final String CONSOLE = "-";
  private static final Pattern RECEIVER = Pattern.compile("(?i)https?://[^/].*");

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      showDefaultValue = Visibility.ALWAYS,
      description = "The server's own log on standard error: text, or json, one object a line.")
  private String logFormat = "";

  @Option(
      names = "--audit-log",
      paramLabel = "FILE",
      description =
          "Gets one JSON object a line for each login, denied call, statement and commit; - is"
              + " standard output.")
  private @Nullable String audit;

  @Option(
      names = "--audit-log-bytes",
      paramLabel = "N",
      defaultValue = "104857600",
      showDefaultValue = Visibility.ALWAYS,
      description = "An audit log of this size is put aside as FILE.1, and a new one begun.")
  private long auditBytes;

  @Option(
      names = "--audit-log-files",
      paramLabel = "N",
      defaultValue = "10",
      showDefaultValue = Visibility.ALWAYS,
      description = "So many audit logs are kept aside.")
  private int auditFiles;

  @Option(
      names = "--slow-statement",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Log each call that takes longer, with its statement (without values), the shape of its"
              + " plan and its times.")
  private @Nullable Duration slow;

  @Option(
      names = "--metrics-port",
      paramLabel = "N",
      description =
          "Serve metrics for Prometheus at http://HOST:N/metrics; 0 takes any free port, which the"
              + " first line of output names.")
  private @Nullable Integer metricsPort;

  @Option(
      names = "--otlp-endpoint",
      paramLabel = "URL",
      description =
          "Send a trace of each call to this receiver of OTLP over HTTP, as in"
              + " http://localhost:4318.")
  private @Nullable URI otlp;

  @Option(
      names = "--drain",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      defaultValue = "30s",
      showDefaultValue = Visibility.ALWAYS,
      description =
          "When told to end, take no new work and let what has begun go on for so long; what is"
              + " left then is rolled back.")
  private Duration drain = Duration.ZERO;

  /** Whether the log is JSON. */
  boolean logsJson(CommandLine command) {
    return switch (logFormat) {
      case "json" -> true;
      case "text" -> false;
      default ->
          throw new ParameterException(
              command, "--log-format is '" + logFormat + "'; it can be text or json");
    };
  }

  OperationsConfig config(CommandLine command) {
    requireAtLeast(command, "--audit-log-bytes", auditBytes, 1);
    requireAtLeast(command, "--audit-log-files", auditFiles, 0);
    return new OperationsConfig(
        Optional.ofNullable(audit).map(this::target),
        Optional.ofNullable(slow),
        metricsPort(command),
        receiver(command).map(OperationsConfig::otlp),
        drain);
  }

  private Optional<URI> receiver(CommandLine command) {
    URI given = otlp;
    if (given != null && !RECEIVER.matcher(given.toString()).matches()) {
      throw new ParameterException(
          command,
          "--otlp-endpoint is '" + given + "'; write it like http://localhost:4318, or https://");
    }
    return Optional.ofNullable(given);
  }

  private static void requireAtLeast(CommandLine command, String option, long value, long least) {
    if (value < least) {
      throw new ParameterException(command, option + " is " + value + "; give at least " + least);
    }
  }

  private OptionalInt metricsPort(CommandLine command) {
    Integer port = metricsPort;
    if (port == null) {
      return OptionalInt.empty();
    }
    if (port < 0 || port > 65_535) {
      throw new ParameterException(
          command, "--metrics-port is " + port + "; it can be 0 (any free port) to 65535");
    }
    return OptionalInt.of(port);
  }

  private AuditTarget target(String name) {
    Optional<Path> file = name.equals(CONSOLE) ? Optional.empty() : Optional.of(Path.of(name));
    return new AuditTarget(file, auditBytes, auditFiles);
  }
}

package org.omnigraph.cli;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How the object store of the graphs is reached, as far as the environment does not say it. */
final class StorageOptions {
  @Option(
      names = "--storage-option",
      paramLabel = "NAME=VALUE",
      description =
          "How graphs at s3:// are reached: aws_endpoint, aws_region, allow_http or"
              + " aws_virtual_hosted_style_request; may be repeated. Comes before the variables of"
              + " the environment.")
  private Map<String, String> options = new TreeMap<>();

  /**
   * The options.
   *
   * @throws ParameterException for a credential, which others could read on the command line
   */
  Map<String, String> given(CommandLine command) {
    for (String name : options.keySet()) {
      String folded = name.toLowerCase(Locale.ROOT);
      if (folded.contains("key") || folded.contains("token")) {
        throw new ParameterException(
            command,
            "--storage-option takes no '"
                + name
                + "', because others can see it there; set AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, for the server");
      }
    }
    return options;
  }
}

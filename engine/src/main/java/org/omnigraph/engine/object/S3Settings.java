package org.omnigraph.engine.object;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * How a bucket is reached: options, and for each that is not given the environment variables of the
 * AWS tools. Says no secret in its text.
 */
final class S3Settings {
  /** The options that there are, named as Lance names them, and the variables behind each. */
  private static final Map<String, List<String>> VARIABLES =
      new TreeMap<>(
          Map.of(
              "aws_endpoint",
              List.of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"),
              "aws_region",
              List.of("AWS_REGION", "AWS_DEFAULT_REGION"),
              "allow_http",
              List.of("AWS_ALLOW_HTTP", "ALLOW_HTTP"),
              "aws_virtual_hosted_style_request",
              List.of("AWS_VIRTUAL_HOSTED_STYLE_REQUEST"),
              "aws_access_key_id",
              List.of(),
              "aws_secret_access_key",
              List.of(),
              "aws_session_token",
              List.of()));

  private static final String LOCAL_REGION = "us-east-1";

  private final Map<String, String> values;

  private S3Settings(Map<String, String> values) {
    this.values = values;
  }

  /**
   * The settings.
   *
   * @throws InvalidRequest for an option that does not exist, a key without its secret, or a value
   *     that cannot be
   */
  static S3Settings of(Map<String, String> options, Map<String, String> environment) {
    Map<String, String> values = new HashMap<>();
    VARIABLES.forEach(
        (name, variables) ->
            variables.stream()
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .ifPresent(value -> values.put(name, value)));
    options.forEach((name, value) -> values.put(known(name), value));
    S3Settings settings = new S3Settings(values);
    settings.check();
    return settings;
  }

  private static String known(String name) {
    String folded = name.toLowerCase(Locale.ROOT);
    if (!VARIABLES.containsKey(folded)) {
      throw new InvalidRequest(
          "there is no storage option '"
              + name
              + "'; there are "
              + String.join(", ", VARIABLES.keySet()));
    }
    return folded;
  }

  private void check() {
    if (values.containsKey("aws_access_key_id") != values.containsKey("aws_secret_access_key")) {
      throw new InvalidRequest(
          "the storage options aws_access_key_id and aws_secret_access_key go together; give both,"
              + " or neither and use the environment or a profile");
    }
    endpoint();
    allowsHttp();
    virtualHosted();
  }

  /** The URL of a server other than AWS. */
  Optional<URI> endpoint() {
    Optional<URI> endpoint = value("aws_endpoint").map(S3Settings::url);
    if (endpoint.isPresent() && "http".equals(endpoint.get().getScheme()) && !allowsHttp()) {
      throw new InvalidRequest(
          "the endpoint "
              + endpoint.get()
              + " is not encrypted; use https, or allow it with AWS_ALLOW_HTTP=true");
    }
    return endpoint;
  }

  private static URI url(String text) {
    try {
      URI url = URI.create(text);
      if (Set.of("http", "https").contains(String.valueOf(url.getScheme()))
          && url.getHost() != null
          && url.getUserInfo() == null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw noUrl(e);
    }
    throw noUrl(new IllegalArgumentException("no http:// or https:// with a host"));
  }

  /** Without the text: who confuses variables may have put a secret there. */
  private static InvalidRequest noUrl(IllegalArgumentException reason) {
    return new InvalidRequest(
        "the endpoint of the object store is no URL like https://host:port; correct"
            + " AWS_ENDPOINT_URL or the storage option aws_endpoint",
        reason);
  }

  /** Where the bucket is, if that is said; a server of one's own has no regions. */
  Optional<String> region() {
    return value("aws_region").or(() -> value("aws_endpoint").map(endpoint -> LOCAL_REGION));
  }

  boolean allowsHttp() {
    return flag("allow_http").orElse(false);
  }

  /** Whether the bucket is a part of the host's name; a server of one's own has no such names. */
  boolean virtualHosted() {
    return flag("aws_virtual_hosted_style_request")
        .orElseGet(() -> value("aws_endpoint").isEmpty());
  }

  private Optional<Boolean> flag(String name) {
    return value(name)
        .map(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "true", "1", "yes", "on" -> true;
                  case "false", "0", "no", "off" -> false;
                  default ->
                      throw new InvalidRequest("the storage option " + name + " is true or false");
                });
  }

  Optional<Keys> keys() {
    return value("aws_access_key_id")
        .map(
            id ->
                new Keys(
                    id,
                    values.getOrDefault("aws_secret_access_key", ""),
                    value("aws_session_token")));
  }

  /** Credentials that were given outright. */
  static final class Keys {
    final String id;
    final String secret;
    final Optional<String> session;

    Keys(String id, String secret, Optional<String> session) {
      this.id = id;
      this.secret = secret;
      this.session = session;
    }
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name)).filter(text -> !text.isBlank());
  }

  /**
   * The same for Lance. Credentials that were not given outright it finds as the AWS tools do, and
   * renews them.
   *
   * @param region where the bucket is
   */
  Map<String, String> forLance(String region) {
    Map<String, String> options = new HashMap<>();
    for (String name : List.of("aws_access_key_id", "aws_secret_access_key", "aws_session_token")) {
      value(name).ifPresent(text -> options.put(name, text));
    }
    endpoint().ifPresent(url -> options.put("aws_endpoint", url.toString()));
    options.put("aws_region", region);
    options.put("allow_http", String.valueOf(allowsHttp()));
    options.put("aws_virtual_hosted_style_request", String.valueOf(virtualHosted()));
    return options;
  }
}

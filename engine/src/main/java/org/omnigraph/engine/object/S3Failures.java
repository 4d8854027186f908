package org.omnigraph.engine.object;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.error.StorageUnavailable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** What a request to a bucket failed of, in words that say what to do. */
final class S3Failures {
  private static final int FORBIDDEN = 403;
  private static final int NOT_IMPLEMENTED = 501;
  private static final String CREDENTIALS =
      "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, for this process";

  private static final Map<String, String> REMEDIES =
      Map.ofEntries(
          Map.entry("NoSuchBucket", "there is no such bucket; make it, or correct the graph's URI"),
          Map.entry("InvalidBucketName", "no bucket can have that name; correct the graph's URI"),
          Map.entry("InvalidAccessKeyId", "the access key is unknown there" + CREDENTIALS),
          Map.entry("SignatureDoesNotMatch", "the secret key is wrong" + CREDENTIALS),
          Map.entry("ExpiredToken", "the session of the credentials has expired; renew it"),
          Map.entry("InvalidToken", "the session token is wrong" + CREDENTIALS),
          Map.entry("RequestTimeTooSkewed", "the clock of this machine is wrong; set it"),
          Map.entry("AccessDenied", "these credentials may not do that; have it allowed"),
          Map.entry("PermanentRedirect", "the bucket is in another region; set AWS_REGION"),
          Map.entry(
              "AuthorizationHeaderMalformed", "the bucket is in another region; set AWS_REGION"));

  private final String bucket;
  private final Optional<URI> endpoint;

  S3Failures(String bucket, Optional<URI> endpoint) {
    this.bucket = bucket;
    this.endpoint = endpoint;
  }

  /**
   * The typed error.
   *
   * @param what was tried, as a verb
   */
  StorageUnavailable of(String what, String key, SdkException failure) {
    String at = endpoint.map(url -> " at " + url).orElse("");
    return new StorageUnavailable(
        "cannot " + what + " s3://" + bucket + "/" + key + at + ": " + reason(failure), failure);
  }

  private String reason(SdkException failure) {
    if (!(failure instanceof AwsServiceException answer)) {
      return noAnswer(failure);
    }
    Optional<String> code = code(answer);
    String remedy = REMEDIES.get(code.orElse(""));
    if (remedy != null) {
      return remedy;
    }
    if (answer.statusCode() == FORBIDDEN) {
      return "these credentials may not do that, or are wrong" + CREDENTIALS;
    }
    if (answer.statusCode() == NOT_IMPLEMENTED) {
      return "that server does not implement it; a graph needs conditional puts (If-None-Match)";
    }
    return "HTTP "
        + answer.statusCode()
        + code.map(known -> " " + known + ": " + answer.awsErrorDetails().errorMessage())
            .orElse("");
  }

  /** What the server calls its error, if it said so. */
  static Optional<String> code(AwsServiceException answer) {
    return Optional.ofNullable(answer.awsErrorDetails()).map(AwsErrorDetails::errorCode);
  }

  private String noAnswer(SdkException failure) {
    String text = String.valueOf(failure.getMessage());
    if (text.startsWith("Unable to load credentials")) {
      return "there are no credentials" + CREDENTIALS;
    }
    Throwable deepest = failure;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    return "no answer ("
        + deepest
        + "); is "
        + endpoint.map(URI::toString).orElse("AWS")
        + " reachable from here?";
  }

  /** Nobody has said where the bucket is. */
  StorageUnavailable noRegion(SdkException failure) {
    return new StorageUnavailable(
        "the region of s3://"
            + bucket
            + " is unknown; set AWS_REGION, or AWS_ENDPOINT_URL for a server other than AWS",
        failure);
  }
}

package org.omnigraph.engine.object;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.omnigraph.engine.error.StorageUnavailable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The objects of one bucket. Safe for use by many threads.
 *
 * <p>A request that fails for a reason that passes is tried again by the client. Every method
 * throws {@link StorageUnavailable} when it does not come to an end, with what to do about it.
 */
final class S3Bucket implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  /** What tells an object that a call put from one of the same text that another one put. */
  private static final String PUT_BY = "omnigraph-put";

  private static final int PRECONDITION_FAILED = 412;

  /** How often a conditional put is tried that met another one. */
  private static final int ATTEMPTS = 5;

  private final String name;
  private final S3Client client;
  private final S3Failures failures;
  private final Map<String, String> lanceOptions;

  private S3Bucket(
      String name, S3Client client, S3Failures failures, Map<String, String> lanceOptions) {
    this.name = name;
    this.client = client;
    this.failures = failures;
    this.lanceOptions = lanceOptions;
  }

  /** A bucket, which need not exist; no request is made. */
  static S3Bucket of(String name, S3Settings settings) {
    S3Failures failures = new S3Failures(name, settings.endpoint());
    String region = settings.region().orElseGet(() -> regionOfProfile(failures));
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(region))
            .forcePathStyle(!settings.virtualHosted())
            .credentialsProvider(credentials(settings))
            .httpClientBuilder(UrlConnectionHttpClient.builder());
    settings.endpoint().ifPresent(builder::endpointOverride);
    return new S3Bucket(name, builder.build(), failures, settings.forLance(region));
  }

  private static String regionOfProfile(S3Failures failures) {
    try {
      return new DefaultAwsRegionProviderChain().getRegion().id();
    } catch (SdkException e) {
      throw failures.noRegion(e);
    }
  }

  private static AwsCredentialsProvider credentials(S3Settings settings) {
    return settings
        .keys()
        .<AwsCredentialsProvider>map(keys -> StaticCredentialsProvider.create(given(keys)))
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  private static AwsCredentials given(S3Settings.Keys keys) {
    return keys.session
        .<AwsCredentials>map(token -> AwsSessionCredentials.create(keys.id, keys.secret, token))
        .orElseGet(() -> AwsBasicCredentials.create(keys.id, keys.secret));
  }

  String name() {
    return name;
  }

  /** How Lance reaches it. */
  Map<String, String> lanceOptions() {
    return lanceOptions;
  }

  /** The bytes of an object, or empty when there is none. */
  Optional<byte[]> read(String key) {
    return asked(
        "read",
        key,
        () -> client.getObjectAsBytes(r -> r.bucket(name).key(key)).asByteArrayUnsafe());
  }

  /** What is known of an object, or empty when there is none. */
  Optional<HeadObjectResponse> head(String key) {
    return asked("look at", key, () -> client.headObject(r -> r.bucket(name).key(key)));
  }

  private <T> Optional<T> asked(String what, String key, Supplier<T> request) {
    try {
      return Optional.of(request.get());
    } catch (NoSuchKeyException e) {
      return Optional.empty();
    } catch (NoSuchBucketException e) {
      throw failures.of(what, key, e);
    } catch (S3Exception e) {
      // An answer without a body, to HEAD, does not say what is missing.
      if (e.statusCode() == NOT_FOUND && S3Failures.code(e).isEmpty()) {
        return Optional.empty();
      }
      throw failures.of(what, key, e);
    } catch (SdkException e) {
      throw failures.of(what, key, e);
    }
  }

  /** Puts or replaces an object, whole. */
  void put(String key, byte[] bytes) {
    done(
        "write",
        key,
        () -> client.putObject(r -> r.bucket(name).key(key), RequestBody.fromBytes(bytes)));
  }

  /**
   * Puts an object unless the key is taken. A put whose answer is lost on the way is made again by
   * the client, below it even, and then meets its own object; so each carries a mark.
   *
   * @return whether it was put
   */
  boolean putIfAbsent(String key, byte[] bytes) {
    return putIfAbsent(key, bytes, UUID.randomUUID().toString(), ATTEMPTS);
  }

  private boolean putIfAbsent(String key, byte[] bytes, String mark, int attempts) {
    try {
      client.putObject(
          r -> r.bucket(name).key(key).ifNoneMatch("*").metadata(Map.of(PUT_BY, mark)),
          RequestBody.fromBytes(bytes));
      return true;
    } catch (S3Exception e) {
      if (e.statusCode() == PRECONDITION_FAILED) {
        return isPutBy(mark, key).orElse(false);
      }
      if (e.statusCode() == CONFLICT && attempts > 1) {
        return putIfAbsent(key, bytes, mark, attempts - 1);
      }
      throw failures.of("create", key, e);
    } catch (SdkException e) {
      // A server that refuses a put before it has read it may close the line, and no answer comes.
      return isPutBy(mark, key).orElseThrow(() -> failures.of("create", key, e));
    }
  }

  /** Whether the object of a key came with the mark; empty when there is none. */
  private Optional<Boolean> isPutBy(String mark, String key) {
    return head(key).map(there -> mark.equals(there.metadata().get(PUT_BY)));
  }

  /** Removes an object; a missing one is fine. */
  void delete(String key) {
    done("delete", key, () -> client.deleteObject(r -> r.bucket(name).key(key)));
  }

  /** Puts an object to a second key, without moving its bytes through here. */
  void copy(String from, String to) {
    done(
        "copy to " + to,
        from,
        () ->
            client.copyObject(
                r ->
                    r.sourceBucket(name)
                        .sourceKey(from)
                        .destinationBucket(name)
                        .destinationKey(to)));
  }

  /** The first objects whose keys begin with a prefix, in the order of the keys. */
  ListObjectsV2Response first(String prefix, int atMost) {
    try {
      return client.listObjectsV2(r -> r.bucket(name).prefix(prefix).maxKeys(atMost));
    } catch (SdkException e) {
      throw failures.of("list", prefix, e);
    }
  }

  /**
   * All objects whose keys begin with a prefix, page by page.
   *
   * @param below also those with a slash behind the prefix
   */
  void pages(String prefix, boolean below, Consumer<ListObjectsV2Response> reader) {
    done(
        "list",
        prefix,
        () -> client.listObjectsV2Paginator(r -> list(r, prefix, below)).forEach(reader));
  }

  private void list(ListObjectsV2Request.Builder request, String prefix, boolean below) {
    request.bucket(name).prefix(prefix);
    if (!below) {
      request.delimiter("/");
    }
  }

  private void done(String what, String key, Runnable request) {
    try {
      request.run();
    } catch (SdkException e) {
      throw failures.of(what, key, e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}

package org.omnigraph.engine.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.s3.S3Server;

class S3ObjectStoreTest {
  private static S3Server server;
  private static Storage storage;

  @BeforeAll
  static void start() {
    server = S3Server.start();
    storage = Storage.at(server.uri("a/graph"), options(Map.of()));
  }

  @AfterAll
  static void stop() throws Exception {
    storage.close();
    server.close();
  }

  private static Map<String, String> options(Map<String, String> other) {
    Map<String, String> options = new HashMap<>(server.options());
    options.putAll(other);
    return options;
  }

  @Test
  void aTextIsReplacedWhole() {
    ObjectStore store = storage.texts();
    assertThat(store.read("t/b.json")).isEmpty();
    store.write("t/b.json", "one");
    store.write("t/b.json", "zwö 😀");
    assertThat(store.read("t/b.json")).contains("zwö 😀");
    assertThat(store.exists("t/b.json")).isTrue();
    assertThat(store.exists("t")).isTrue();
    assertThat(store.exists("t/b")).isFalse();
    store.delete("t/b.json");
    store.delete("t/b.json");
    assertThat(store.exists("t")).isFalse();
  }

  @Test
  void onlyWhatIsDirectlyInADirectoryIsListed() {
    ObjectStore store = storage.texts();
    for (String name : List.of("l/b", "l/a", "l/below/c", "lx")) {
      store.write(name, name);
    }
    assertThat(store.list("l")).containsExactly("a", "b");
    assertThat(store.list("none")).isEmpty();
    assertThat(storage.files().list(storage.root() + "/l"))
        .containsExactlyInAnyOrder(new StoredFiles.Entry("a", 3), new StoredFiles.Entry("b", 3));
    assertThat(storage.files().walk(storage.root() + "/l", Set.of("below")).files())
        .containsExactlyInAnyOrder("a", "b");
    assertThat(storage.files().walk(storage.root() + "/l", Set.of()).files())
        .containsExactlyInAnyOrder("a", "b", "below/c");
    assertThat(storage.files().first(storage.root() + "/l")).contains("a");
  }

  @Test
  void ofManyCreatorsOneWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 5; round++) {
        String name = "race" + round;
        List<Callable<Boolean>> creators = new ArrayList<>();
        IntStream.range(0, 8)
            .forEach(i -> creators.add(() -> storage.texts().writeIfAbsent(name, "same")));
        int winners = 0;
        for (Future<Boolean> created : threads.invokeAll(creators)) {
          winners += created.get() ? 1 : 0;
        }
        assertThat(winners).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
    storage.requireExclusiveCreation();
    assertThat(storage.texts().list("")).noneMatch(name -> name.contains("probe"));
  }

  @Test
  void aFileIsCopiedWithinTheBucket() {
    storage.texts().write("from", "bytes");
    String to = storage.root() + "/to here/100%25";
    storage.files().copy(storage.root() + "/from", to);
    assertThat(storage.files().read(to)).contains("bytes".getBytes(StandardCharsets.UTF_8));
    StoredFiles.Facts facts = storage.files().facts(to).orElseThrow();
    assertThat(facts.size()).isEqualTo(5);
    assertThat(facts.tag()).isPresent();
    assertThat(storage.files().recorded(to)).isEqualTo("a/graph/to here/100%25");
  }

  private static String failure(String uri, Map<String, String> other) {
    StringBuilder message = new StringBuilder();
    try (Storage elsewhere = Storage.at(uri, options(other))) {
      assertThatThrownBy(() -> elsewhere.texts().read("x"))
          .isInstanceOf(StorageUnavailable.class)
          .satisfies(e -> message.append(e.getMessage()));
      assertThatThrownBy(() -> elsewhere.texts().exists("__manifest"))
          .isInstanceOf(StorageUnavailable.class);
    }
    assertThat(message.toString()).doesNotContain(S3Server.SECRET_KEY).doesNotContain("hidden");
    return message.toString();
  }

  @Test
  void whatIsWrongIsSaidWithTheRemedy() {
    assertThat(failure("s3://nobodys/graph", Map.of()))
        .contains("s3://nobodys/graph/x", "no such bucket");
    assertThat(failure(storage.root(), Map.of("aws_secret_access_key", "hidden")))
        .contains("secret key is wrong", "AWS_SECRET_ACCESS_KEY");
    assertThat(failure(storage.root(), Map.of("aws_access_key_id", "nobody")))
        .contains("access key is unknown", "AWS_PROFILE");
    assertThat(failure(storage.root(), Map.of("aws_endpoint", "http://127.0.0.1:1")))
        .contains("http://127.0.0.1:1", "reachable");
  }

  @Test
  void optionsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> S3Settings.of(Map.of("aws_secret", "hidden"), Map.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("aws_secret_access_key");
    assertThatThrownBy(() -> S3Settings.of(Map.of("aws_access_key_id", "id"), Map.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("go together");
    assertThatThrownBy(() -> S3Settings.of(Map.of("aws_endpoint", "hidden"), Map.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("AWS_ENDPOINT_URL")
        .hasMessageNotContaining("hidden");
    assertThatThrownBy(() -> S3Settings.of(Map.of("allow_http", "perhaps"), Map.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("true or false");
    assertThatThrownBy(
            () -> S3Settings.of(Map.of(), Map.of("AWS_ENDPOINT_URL", "http://localhost:9000")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("AWS_ALLOW_HTTP=true");
  }

  @Test
  void anOptionComesBeforeAVariable() {
    S3Settings settings =
        S3Settings.of(
            Map.of("aws_region", "eu-north-1"),
            Map.of("AWS_REGION", "eu-west-1", "AWS_ENDPOINT_URL", "https://minio:9000"));
    assertThat(settings.region()).contains("eu-north-1");
    assertThat(settings.virtualHosted()).isFalse();
    assertThat(settings.forLance("eu-north-1"))
        .containsEntry("aws_endpoint", "https://minio:9000")
        .containsEntry("allow_http", "false")
        .doesNotContainKey("aws_secret_access_key");
    assertThat(S3Settings.of(Map.of(), Map.of()).virtualHosted()).isTrue();
  }

  @Test
  void rootsAreSpelledInOneWay() {
    assertThat(GraphUri.normalize("s3://bucket/a/b//")).isEqualTo("s3://bucket/a/b");
    assertThat(GraphUri.normalize("s3://bucket/")).isEqualTo("s3://bucket");
    for (String uri : List.of("s3://", "s3:///graph")) {
      assertThatThrownBy(() -> GraphUri.normalize(uri))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("s3://bucket/prefix");
    }
  }
}

package org.omnigraph.engine.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class GraphUriTest {
  @ParameterizedTest
  @CsvSource({
    "graph, graph",
    "./a b/ü/, ./a b/ü",
    "file:///tmp/graph, /tmp/graph",
    "s3://bucket/a/b-c_d.e=1/, s3://bucket/a/b-c_d.e=1",
    "s3://bucket, s3://bucket"
  })
  void isSpelledWithoutASlashAtItsEnd(String uri, String root) {
    assertThat(GraphUri.normalize(uri)).isEqualTo(root);
  }

  /** Lance writes such keys in another spelling, or cuts them off and writes elsewhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://bucket/with space",
        "s3://bucket/ü",
        "s3://bucket/a?b",
        "s3://bucket/a#b",
        "s3://bucket/a%20b",
        "s3://bucket/a//b",
        "s3://bucket/../b",
        "s3://bucket/./b"
      })
  void aPrefixThatIsSpelledInSeveralWaysIsRefused(String uri) {
    assertThatThrownBy(() -> GraphUri.normalize(uri))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("cannot be part of a prefix");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://", "s3:///x", "s3://ada:secret@bucket/x", "s3://Bucket/x"})
  void noBucketIsRefusedWithoutSayingWhatStandsThere(String uri) {
    assertThatThrownBy(() -> GraphUri.normalize(uri))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("s3://bucket/prefix")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gs://bucket/x", "http://somewhere/x"})
  void otherStoresAreRefusedByName(String uri) {
    assertThatThrownBy(() -> GraphUri.normalize(uri)).isInstanceOf(Unsupported.class);
  }
}

package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.blob.BlobPolicy;
import org.omnigraph.engine.error.InvalidRequest;

class ServerConfigTest {
  @Test
  void aServerReadsNoFilesForItsClients() {
    GraphConfig reading =
        GraphConfig.defaults().allowing(new BlobPolicy(List.of("file:///anywhere")));
    ServerConfig config = ServerConfig.of(Map.of("g", "somewhere"));
    assertThatThrownBy(() -> config.opening(reading))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("a server reads no files for its clients");
  }
}

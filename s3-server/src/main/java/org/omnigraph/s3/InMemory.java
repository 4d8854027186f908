package org.omnigraph.s3;

import java.net.URI;
import java.util.concurrent.Callable;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import org.jspecify.annotations.Nullable;

/** What runs among the libraries of the server; only types of the JDK cross to the outside. */
public final class InMemory implements Callable<URI>, AutoCloseable {
  private @Nullable S3Proxy server;

  @Override
  public URI call() throws Exception {
    BlobStore store = new TransientNio2BlobStore();
    store.createContainer(S3Server.BUCKET);
    S3Proxy started =
        S3Proxy.builder()
            .blobStore(store)
            .awsAuthentication(AuthenticationType.AWS_V4, S3Server.ACCESS_KEY, S3Server.SECRET_KEY)
            .endpoint(URI.create("http://127.0.0.1:0"))
            .stopTimeout(0)
            .build();
    server = started;
    started.start();
    return URI.create("http://127.0.0.1:" + started.getPort());
  }

  @Override
  public void close() throws Exception {
    if (server != null) {
      server.stop();
    }
  }
}

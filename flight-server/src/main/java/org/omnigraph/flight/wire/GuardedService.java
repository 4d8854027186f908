package org.omnigraph.flight.wire;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import java.io.InputStream;
import java.util.Set;

/**
 * The Flight service, where what clients send is looked at before it is read, and where bytes that
 * are no message of Flight end their call by name, whoever works on it.
 */
public final class GuardedService {
  private static final Set<String> WITH_DATA = Set.of("DoPut", "DoExchange");

  private GuardedService() {}

  /** The same service, which refuses broken messages before they cost memory. */
  public static ServerServiceDefinition of(ServerServiceDefinition service) {
    ServerServiceDefinition.Builder guarded =
        ServerServiceDefinition.builder(service.getServiceDescriptor().getName());
    service.getMethods().forEach(method -> guarded.addMethod(guarded(method)));
    return guarded.build();
  }

  private static <Q, R> ServerMethodDefinition<InputStream, R> guarded(
      ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> descriptor = method.getMethodDescriptor();
    boolean withData = WITH_DATA.contains(String.valueOf(descriptor.getBareMethodName()));
    return ServerMethodDefinition.create(
        descriptor.toBuilder(Bytes.AS_THEY_ARE, descriptor.getResponseMarshaller()).build(),
        (call, headers) -> {
          GuardedCall<Q, R> guarded = new GuardedCall<>(call, descriptor);
          return new GuardedListener<>(
              guarded,
              method.getServerCallHandler().startCall(guarded, headers),
              withData ? new InboundCheck() : (message, length) -> {});
        });
  }

  private enum Bytes implements Marshaller<InputStream> {
    AS_THEY_ARE;

    @Override
    public InputStream stream(InputStream value) {
      return value;
    }

    @Override
    public InputStream parse(InputStream stream) {
      return stream;
    }
  }
}

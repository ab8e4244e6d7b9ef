import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

class GrpcWaits {
  private static final MethodDescriptor<String, String> PRICE =
      MethodDescriptor.<String, String>newBuilder(new Text(), new Text())
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("shop/price")
          .build();

  private static final Map<String, CompletableFuture<Object>> sources = new ConcurrentHashMap<>();
  private static final AtomicInteger calls = new AtomicInteger();

  public static void main(String[] args) throws Exception {
    InProcessServerBuilder.forName("shop")
        .executor(Executors.newFixedThreadPool(1))
        .addService(
            ServerServiceDefinition.builder("shop")
                .addMethod(
                    PRICE,
                    ServerCalls.asyncUnaryCall(
                        (call, answer) ->
                            sources
                                .get(call)
                                .whenComplete(
                                    (value, thrown) -> {
                                      if (thrown != null) {
                                        answer.onError(Status.INTERNAL.withDescription(thrown.getMessage()).asException());
                                      } else {
                                        answer.onNext(value.toString());
                                        answer.onCompleted();
                                      }
                                    })))
                .build())
        .build()
        .start();
    Channel channel = InProcessChannelBuilder.forName("shop").build();
    Waits.check(
        "call",
        source -> {
          String call = "call " + calls.incrementAndGet();
          sources.put(call, source);
          return ClientCalls.blockingUnaryCall(channel, PRICE, CallOptions.DEFAULT, call);
        });
    System.exit(0);
  }

  private static class Text implements MethodDescriptor.Marshaller<String> {
    @Override
    public InputStream stream(String value) {
      return new ByteArrayInputStream(value.getBytes());
    }

    @Override
    public String parse(InputStream stream) {
      try {
        return new String(stream.readAllBytes());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}

/*
 * claim: request threads make blocking calls of gRPC that a timer answers; no second thread is held
 * twin of: async-blocking-pair
 * libraries: io.grpc:grpc-stub:1.85.1 io.grpc:grpc-inprocess:1.85.1
 * seconds: 12
 */
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class BenignGrpc {
  static final MethodDescriptor<String, String> PRICE =
      MethodDescriptor.<String, String>newBuilder(new Text(), new Text())
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("shop/price")
          .build();
  static final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  static Channel channel;

  public static void main(String[] args) throws Exception {
    InProcessServerBuilder.forName("shop")
        .executor(Executors.newFixedThreadPool(8))
        .addService(
            ServerServiceDefinition.builder("shop")
                .addMethod(
                    PRICE,
                    ServerCalls.asyncUnaryCall(
                        (article, answer) -> {
                          timer.schedule(
                              () -> {
                                answer.onNext("9.90");
                                answer.onCompleted();
                              },
                              150,
                              TimeUnit.MILLISECONDS);
                        }))
                .build())
        .build()
        .start();
    channel = InProcessChannelBuilder.forName("shop").build();
    ExecutorService requests = Executors.newFixedThreadPool(4);
    for (int i = 0; i < 4; i++) {
      requests.execute(BenignGrpc::serve);
    }
    Thread.sleep(11_000);
    System.exit(0);
  }

  static void serve() {
    while (true) {
      ClientCalls.blockingUnaryCall(channel, PRICE, CallOptions.DEFAULT, "shoe");
    }
  }

  static class Text implements MethodDescriptor.Marshaller<String> {
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

package dev.snarl.benchmarks;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A unary call of gRPC by a blocking stub, answered in the same process on the caller's thread: the
 * whole call without a network and without a thread that must be woken.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class GrpcUnary {
  private static final byte[] EMPTY = {};

  private static final MethodDescriptor<byte[], byte[]> ECHO =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("snarl.Benchmark/Echo")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Server server =
      InProcessServerBuilder.forName("benchmark")
          .directExecutor()
          .addService(
              ServerServiceDefinition.builder("snarl.Benchmark")
                  .addMethod(
                      ECHO,
                      ServerCalls.asyncUnaryCall(
                          (request, answer) -> {
                            answer.onNext(request);
                            answer.onCompleted();
                          }))
                  .build())
          .build();

  private final ManagedChannel channel =
      InProcessChannelBuilder.forName("benchmark").directExecutor().build();

  @Setup
  public void start() throws IOException {
    server.start();
  }

  @TearDown
  public void stop() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  @Benchmark
  public byte[] call() {
    return ClientCalls.blockingUnaryCall(channel, ECHO, CallOptions.DEFAULT, EMPTY);
  }
}

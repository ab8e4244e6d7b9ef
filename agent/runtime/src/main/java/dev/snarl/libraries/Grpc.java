package dev.snarl.libraries;

/** gRPC's blocking stubs: the caller runs the client's callbacks until the answer is there. */
final class Grpc {

  static final String TEXT =
      """
      library grpc gRPC
      jar grpc-stub 1.53 1.85
      kind grpc-call io.grpc.
      frames io.grpc.
      peer io.grpc.stub.
      socket io.grpc.stub.
      wait io/grpc/stub/ClientCalls$ThreadlessExecutor waitAndDrain ()
      wait io/grpc/stub/ClientCalls$ThreadSafeThreadlessExecutor waitAndDrainWithTimeout (ZJ optional
      """;

  private Grpc() {}
}

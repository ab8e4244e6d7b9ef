package dev.snarl.libraries;

/** Reactor: {@code Mono.block} and its kin, and its pools of connections. */
final class Reactor {

  static final String TEXT =
      """
      library reactor Reactor
      jar reactor-core 3.4 3.8
      kind reactor-block reactor.
      frames reactor.
      frames io.projectreactor.
      wait reactor/core/publisher/BlockingSingleSubscriber blockingGet () with reactor/core/publisher/BlockingSingleSubscriber.await
      wait reactor/core/publisher/BlockingSingleSubscriber blockingGet (J with reactor/core/publisher/BlockingSingleSubscriber.await

      library reactor-pool Reactor Pool, as in R2DBC
      jar reactor-pool 0.2 1.2
      resource reactor/pool/SimpleDequePool <init> (

      library reactor-netty Reactor Netty
      jar reactor-netty-core 1.0 1.3
      resource reactor/netty/internal/shaded/reactor/pool/SimpleDequePool <init> (
      """;

  private Reactor() {}
}

package dev.snarl.libraries;

/** Reactor: {@code Mono.block} and its kin. */
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
      """;

  private Reactor() {}
}

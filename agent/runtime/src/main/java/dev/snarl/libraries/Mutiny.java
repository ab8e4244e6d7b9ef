package dev.snarl.libraries;

/** Mutiny: {@code await()}, which waits at a latch of its own for the Uni that it is given. */
final class Mutiny {

  static final String TEXT =
      """
      library mutiny Mutiny
      jar mutiny 1.0 3.3
      kind mutiny-await io.smallrye.mutiny.
      wait-given io/smallrye/mutiny/operators/uni/UniBlockingAwait await (Lio/smallrye/mutiny/Uni;
      """;

  private Mutiny() {}
}

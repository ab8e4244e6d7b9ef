package dev.snarl.libraries;

/** Scala's {@code Await}, on futures of its library; Pekko's and Akka's are the same. */
final class Scala {

  static final String TEXT =
      """
      library scala Scala
      jar scala-library 2.13 3.10
      kind scala-await scala.concurrent.
      frames scala.concurrent.!
      frames scala.
      wait scala/concurrent/impl/Promise$DefaultPromise tryAwait0 (
      """;

  private Scala() {}
}

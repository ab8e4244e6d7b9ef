package dev.snarl.libraries;

/**
 * Threads that run the fibers of cats-effect 3 and ZIO 2, of which there are as many as processors.
 * One that blocks as the library knows, such as in {@code IO.blocking} or in Scala's {@code
 * blocking}, has been replaced by another.
 */
final class Fibers {

  static final String TEXT =
      """
      loop cats.effect.unsafe.WorkerThread unless=blocking
      loop zio.internal.ZScheduler$Worker unless=blocking
      frames cats.
      frames fs2.
      frames org.http4s.
      frames org.typelevel.
      frames zio.
      """;

  private Fibers() {}
}

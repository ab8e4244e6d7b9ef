package dev.snarl.libraries;

/** Ignite's futures, of caches, computations and the cluster. */
final class Ignite {

  static final String TEXT =
      """
      library ignite Ignite
      jar ignite-core 2.8 2.18
      kind ignite-future org.apache.ignite.
      wait org/apache/ignite/internal/util/future/GridFutureAdapter get0 (Z)
      wait org/apache/ignite/internal/util/future/GridFutureAdapter get0 (ZJ)
      """;

  private Ignite() {}
}

package dev.snarl.libraries;

/** Vert.x. Up to 4 it has no wait of its own that any thread may make. */
final class Vertx {

  static final String TEXT =
      """
      library vertx Vert.x
      jar vertx-core 4.0 5.2
      kind vertx-future io.vertx.
      frames io.vertx.
      built io/vertx/core/impl/TaskQueue <init> (
      limiter io.vertx.core.impl.TaskQueue queue=tasks
      wait io/vertx/core/Future await () optional
      wait io/vertx/core/Future await (J optional
      """;

  private Vertx() {}
}

package dev.snarl.libraries;

/**
 * kotlinx-coroutines. Three methods that are the same from 1.6 to 1.11: a part of a coroutine is
 * run, a coroutine is started, a coroutine is complete. Coroutines of {@code coroutineScope} and
 * {@code withContext} pass the last only, and are told apart there.
 */
final class KotlinCoroutines {

  static final String TEXT =
      """
      library kotlinx-coroutines kotlinx-coroutines
      jar kotlinx-coroutines-core-jvm 1.6 1.11
      frames kotlin.
      frames kotlinx.
      idle-queue kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park
      endless kotlinx.coroutines.BlockingCoroutine eventLoop._delayed.a
      coroutine-run kotlinx/coroutines/DispatchedTask run ()V
      coroutine-run kotlinx/coroutines/DispatchedTaskKt resume (Lkotlinx/coroutines/DispatchedTask;
      coroutine-start kotlinx/coroutines/AbstractCoroutine start (Lkotlinx/coroutines/CoroutineStart;
      job-built kotlinx/coroutines/JobImpl <init> (Lkotlinx/coroutines/Job;)
      coroutine-completed kotlinx/coroutines/AbstractCoroutine onCompletionInternal (Ljava/lang/Object;)V with kotlinx/coroutines/internal/ScopeCoroutine
      """;

  private KotlinCoroutines() {}
}

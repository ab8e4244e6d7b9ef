package dev.snarl.instrument;

import java.util.List;

/**
 * What is woven into kotlinx-coroutines. Three methods that are the same from 1.6 to 1.11: a part
 * of a coroutine is run, a coroutine is started, a coroutine is complete. Coroutines of {@code
 * coroutineScope} and {@code withContext} pass the last only, and are told apart there.
 */
final class Kotlin {

  private static final String ROOT = "kotlinx/coroutines/";

  private Kotlin() {}

  static Library coroutines() {
    return new Library(
        "kotlinx-coroutines",
        "kotlinx-coroutines-core-jvm",
        "1.6",
        "1.11",
        List.of(
            point(Weave.COROUTINE_RUN, "DispatchedTask", "run", "()V"),
            point(
                Weave.COROUTINE_RUN,
                "DispatchedTaskKt",
                "resume",
                "(Lkotlinx/coroutines/DispatchedTask;"),
            point(
                Weave.COROUTINE_START,
                "AbstractCoroutine",
                "start",
                "(Lkotlinx/coroutines/CoroutineStart;"),
            point(Weave.JOB_BUILT, "JobImpl", "<init>", "(Lkotlinx/coroutines/Job;)"),
            new Point(
                Hook.LIBRARY,
                Weave.COROUTINE_COMPLETED,
                ROOT + "AbstractCoroutine",
                "onCompletionInternal",
                "(Ljava/lang/Object;)V",
                false,
                ROOT + "internal/ScopeCoroutine")));
  }

  private static Point point(Weave weave, String owner, String name, String descriptor) {
    return new Point(Hook.LIBRARY, weave, ROOT + owner, name, descriptor);
  }
}

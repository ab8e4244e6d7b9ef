package dev.snarl.tests.programs;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import kotlin.Unit;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineScopeKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.Job;

/**
 * A running coroutine launches 60 coroutines that never end, each into a scope of its own, and 60
 * children. They are held until standard input ends; then nothing holds them any more.
 */
public final class NestedScopes {
  private static final List<Job> held = new ArrayList<>();

  private NestedScopes() {}

  public static void main(String[] args) throws Exception {
    CountDownLatch launched = new CountDownLatch(1);
    CoroutineScope application = scope(Dispatchers.getDefault());
    BuildersKt.launch(
        application,
        EmptyCoroutineContext.INSTANCE,
        CoroutineStart.DEFAULT,
        (running, end) -> {
          for (int i = 0; i < 60; i++) {
            nested();
            child(running);
          }
          launched.countDown();
          return Unit.INSTANCE;
        });
    launched.await();
    System.out.println("launched");
    Hello.awaitEnd();
    List<WeakReference<Job>> jobs = new ArrayList<>();
    held.forEach(job -> jobs.add(new WeakReference<>(job)));
    held.clear();
    for (int i = 0; i < 50 && jobs.stream().anyMatch(job -> job.get() != null); i++) {
      System.gc();
      Thread.sleep(50);
    }
    System.out.println("left " + jobs.stream().filter(job -> job.get() != null).count());
  }

  private static CoroutineScope scope(CoroutineContext context) {
    return CoroutineScopeKt.CoroutineScope(context);
  }

  private static void nested() {
    held.add(
        BuildersKt.launch(
            scope(Dispatchers.getIO()),
            EmptyCoroutineContext.INSTANCE,
            CoroutineStart.DEFAULT,
            (running, end) -> IntrinsicsKt.getCOROUTINE_SUSPENDED()));
  }

  private static void child(CoroutineScope running) {
    BuildersKt.launch(
        running,
        EmptyCoroutineContext.INSTANCE,
        CoroutineStart.UNDISPATCHED,
        (scope, end) -> Unit.INSTANCE);
  }
}

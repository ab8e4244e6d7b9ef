package dev.snarl.tests.programs;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import kotlin.Unit;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineDispatcher;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.GlobalScope;

/** Coroutines that wait in the queues of {@code Dispatchers.Default} and {@code Dispatchers.IO}. */
public final class QueuedCoroutines {
  private static final int COROUTINES = 100;

  private QueuedCoroutines() {}

  /** Says for each dispatcher how many seconds they have waited in all; ends with its input. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("Default " + waited(Dispatchers.getDefault()));
    System.out.println("IO " + waited(Dispatchers.getIO()));
    System.in.readAllBytes();
    System.exit(0);
  }

  private static double waited(CoroutineDispatcher dispatcher) throws InterruptedException {
    LongAdder nanos = new LongAdder();
    CountDownLatch all = new CountDownLatch(COROUTINES);
    for (int i = 0; i < COROUTINES; i++) {
      long launched = System.nanoTime();
      BuildersKt.launch(
          GlobalScope.INSTANCE,
          dispatcher,
          CoroutineStart.DEFAULT,
          (scope, continuation) -> {
            nanos.add(System.nanoTime() - launched);
            sleep();
            all.countDown();
            return Unit.INSTANCE;
          });
    }
    all.await();
    return nanos.sum() / 1e9;
  }

  private static void sleep() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

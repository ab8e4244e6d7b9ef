package dev.snarl.tests.programs;

import java.util.concurrent.CountDownLatch;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CompletableDeferred;
import kotlinx.coroutines.CompletableDeferredKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorCoroutineDispatcher;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.JobKt;
import kotlinx.coroutines.ThreadPoolDispatcherKt;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.channels.Channel;
import kotlinx.coroutines.channels.ChannelKt;
import kotlinx.coroutines.sync.MutexKt;
import kotlinx.coroutines.sync.SemaphoreKt;
import org.jspecify.annotations.Nullable;

/**
 * Threads in {@code runBlocking} that nobody can resume, named {@code lost-}, and others that
 * somebody may, named {@code kept-}.
 */
public final class LostCoroutines {
  private static final Channel<Integer> KEPT = channel();

  private LostCoroutines() {}

  /** The body of a coroutine that suspends at most once, as its last act. */
  private interface Body {
    @Nullable Object run(Continuation<?> continuation) throws Exception;
  }

  /** Starts them all, says {@code begun}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    lost();
    kept();
    Thread.sleep(1_500);
    System.out.println("begun");
    while (System.in.read() >= 0) {
      // Until it is closed.
    }
    System.exit(0);
  }

  private static Channel<Integer> channel() {
    return ChannelKt.Channel(0, BufferOverflow.SUSPEND, null);
  }

  private static void blocks(String name, Body body) {
    new Thread(() -> run(body), name).start();
  }

  private static void run(Body body) {
    try {
      BuildersKt.<@Nullable Object>runBlocking(
          EmptyCoroutineContext.INSTANCE, (scope, continuation) -> suspended(body, continuation));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @Nullable Object suspended(Body body, Continuation<?> continuation) {
    try {
      return body.run(continuation);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked") // a continuation takes what its coroutine's last call returns
  private static <T> Continuation<? super T> of(Continuation<?> continuation) {
    return (Continuation<? super T>) continuation;
  }

  private static void lost() {
    blocks("lost-receive", continuation -> channel().receive(of(continuation)));
    blocks("lost-send", continuation -> channel().send(1, of(continuation)));
    blocks("lost-deferred", continuation -> deferred().await(of(continuation)));
    blocks("lost-job", continuation -> JobKt.Job(null).join(of(continuation)));
    blocks("lost-mutex", continuation -> MutexKt.Mutex(true).lock(null, of(continuation)));
    blocks("lost-permit", continuation -> SemaphoreKt.Semaphore(1, 1).acquire(of(continuation)));
    blocks(
        "lost-child",
        continuation ->
            launched(continuation1 -> deferred().await(of(continuation1)), continuation));
    ExecutorCoroutineDispatcher single =
        ThreadPoolDispatcherKt.newSingleThreadContext("lost-nested");
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        single,
        CoroutineStart.DEFAULT,
        (scope, continuation) -> {
          run(inner -> BuildersKt.withContext(single, (s, c) -> Unit.INSTANCE, of(inner)));
          return Unit.INSTANCE;
        });
  }

  private static CompletableDeferred<Integer> deferred() {
    return CompletableDeferredKt.CompletableDeferred(null);
  }

  private static Object launched(Body body, Continuation<?> continuation) {
    return BuildersKt.launch(
            GlobalScope.INSTANCE,
            Dispatchers.getDefault(),
            CoroutineStart.DEFAULT,
            (scope, inner) -> {
              Object result = suspended(body, inner);
              return result == null ? Unit.INSTANCE : (Unit) result;
            })
        .join(of(continuation));
  }

  private static void kept() {
    blocks("kept-channel", continuation -> KEPT.receive(of(continuation)));
    blocks("kept-delay", continuation -> DelayKt.delay(3_600_000L, of(continuation)));
    CompletableDeferred<Integer> late = deferred();
    new Thread(
            () -> {
              try {
                Thread.sleep(3_600_000);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              late.complete(1);
            },
            "sleeper")
        .start();
    blocks("kept-by-a-sleeper", continuation -> late.await(of(continuation)));
    CountDownLatch latch = new CountDownLatch(1);
    blocks("kept-later", continuation -> later(latch, continuation));
    new Thread(
            () -> {
              try {
                latch.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "kept-latch")
        .start();
  }

  /** Its own frames hold the latch until the delay is over. */
  private static @Nullable Object later(CountDownLatch latch, Continuation<?> continuation) {
    if (latch.getCount() == 0) {
      return Unit.INSTANCE;
    }
    return DelayKt.delay(
        3_600_000L,
        new Continuation<Unit>() {
          @Override
          public kotlin.coroutines.CoroutineContext getContext() {
            return continuation.getContext();
          }

          @Override
          public void resumeWith(Object result) {
            latch.countDown();
            LostCoroutines.<Unit>of(continuation).resumeWith(result);
          }
        });
  }
}

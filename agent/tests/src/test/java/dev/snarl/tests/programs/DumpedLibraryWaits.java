package dev.snarl.tests.programs;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.ExecutorCoroutineDispatcher;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.TimeoutKt;
import org.jspecify.annotations.Nullable;

/**
 * Circles through Guava's futures, Netty's promises and coroutines, in threads whose names begin
 * with {@code stuck-}; their twins, {@code fine-}; and pairs of these and of a fork-join pool.
 */
@SuppressWarnings({"FutureReturnValueIgnored", "CheckReturnValue"}) // on purpose
public final class DumpedLibraryWaits {
  private static final SettableFuture<String> PROMISE = SettableFuture.create();
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private DumpedLibraryWaits() {}

  /** Starts them all, says {@code begun}, and stays until its standard input ends. */
  public static void main(String[] arguments) throws Exception {
    guava();
    netty();
    coroutines();
    fine();
    pairs();
    Thread.sleep(1_500);
    System.out.println("begun");
    System.in.readAllBytes();
    System.exit(0);
  }

  private static ThreadFactory named(String name) {
    AtomicInteger next = new AtomicInteger();
    return task -> new Thread(task, name + "-" + next.incrementAndGet());
  }

  private static ListeningExecutorService listening(String name, int threads) {
    return MoreExecutors.listeningDecorator(Executors.newFixedThreadPool(threads, named(name)));
  }

  private static String inner() {
    return "inner";
  }

  /** Each thread of it waits. */
  private static void nested(ExecutorService outer, int threads, Callable<?> wait) {
    CyclicBarrier all = new CyclicBarrier(threads);
    for (int i = 0; i < threads; i++) {
      outer.submit(
          () -> {
            all.await();
            return wait.call();
          });
    }
  }

  private static ListenableFuture<String> trimmed(ListeningExecutorService on) {
    return Futures.transform(
        on.submit(DumpedLibraryWaits::inner), String::trim, MoreExecutors.directExecutor());
  }

  private static void guava() {
    ListeningExecutorService tasks = listening("stuck-guava", 2);
    nested(tasks, 2, () -> tasks.submit(DumpedLibraryWaits::inner).get());
    ListeningExecutorService derived = listening("stuck-transformed", 1);
    nested(derived, 1, () -> trimmed(derived).get());
    ListeningExecutorService every = listening("stuck-every", 1);
    nested(every, 1, () -> Futures.allAsList(trimmed(every), trimmed(every)).get());
    ListeningExecutorService best = listening("stuck-best", 1);
    nested(best, 1, () -> Futures.successfulAsList(List.of(trimmed(best), PROMISE)).get());
  }

  private static void netty() {
    DefaultEventExecutor one = new DefaultEventExecutor(named("stuck-loop"));
    DefaultEventExecutor other = new DefaultEventExecutor(named("stuck-other-loop"));
    CyclicBarrier both = new CyclicBarrier(2);
    one.submit(
        () -> {
          both.await();
          return other.submit(DumpedLibraryWaits::inner).get();
        });
    other.submit(
        () -> {
          both.await();
          return one.submit(DumpedLibraryWaits::inner).get();
        });
  }

  private static ExecutorCoroutineDispatcher dispatcher(String name, int threads) {
    return ExecutorsKt.from(Executors.newFixedThreadPool(threads, named(name)));
  }

  /** Launches a coroutine that blocks its thread until another one has run. */
  private static void nested(ExecutorCoroutineDispatcher outer, ExecutorCoroutineDispatcher inner) {
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        outer,
        CoroutineStart.DEFAULT,
        (scope, continuation) -> {
          blocks((own, body) -> BuildersKt.withContext(inner, (s, c) -> Unit.INSTANCE, of(body)));
          return Unit.INSTANCE;
        });
  }

  private static void blocks(Function2<CoroutineScope, Continuation<?>, @Nullable Object> body) {
    try {
      BuildersKt.<@Nullable Object>runBlocking(EmptyCoroutineContext.INSTANCE, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("unchecked") // a continuation takes what its coroutine's last call returns
  private static <T> Continuation<? super T> of(Continuation<?> continuation) {
    return (Continuation<? super T>) continuation;
  }

  private static void coroutines() throws Exception {
    ExecutorCoroutineDispatcher one = dispatcher("stuck-nested", 1);
    nested(one, one);
    ExecutorCoroutineDispatcher child = dispatcher("stuck-parent", 1);
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        child,
        CoroutineStart.DEFAULT,
        (scope, continuation) -> {
          blocks(
              (own, body) ->
                  BuildersKt.launch(own, child, CoroutineStart.DEFAULT, (s, c) -> Unit.INSTANCE));
          return Unit.INSTANCE;
        });
    ExecutorCoroutineDispatcher free = dispatcher("fine-nested", 1);
    ExecutorCoroutineDispatcher busy = dispatcher("fine-busy", 1);
    CountDownLatch runs = new CountDownLatch(1);
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        busy,
        CoroutineStart.DEFAULT,
        (scope, continuation) -> {
          runs.countDown();
          try {
            NEVER.await(1, TimeUnit.HOURS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Unit.INSTANCE;
        });
    runs.await();
    nested(free, busy);
    ExecutorCoroutineDispatcher timed = dispatcher("fine-timeout", 1);
    BuildersKt.launch(
        GlobalScope.INSTANCE,
        timed,
        CoroutineStart.DEFAULT,
        (scope, continuation) -> {
          blocks(
              (own, body) ->
                  TimeoutKt.withTimeout(
                      3_600_000L,
                      (s, c) -> BuildersKt.withContext(timed, (s2, c2) -> Unit.INSTANCE, of(c)),
                      of(body)));
          return Unit.INSTANCE;
        });
  }

  private static void fine() {
    ListeningExecutorService free = listening("fine-free", 2);
    nested(free, 1, () -> free.submit(DumpedLibraryWaits::works).get());
    ListeningExecutorService timed = listening("fine-timed", 1);
    nested(timed, 1, () -> timed.submit(DumpedLibraryWaits::inner).get(1, TimeUnit.HOURS));
    ListeningExecutorService outside = listening("fine-outside", 1);
    nested(outside, 1, PROMISE::get);
    outside.submit(DumpedLibraryWaits::inner);
    ListeningExecutorService first = listening("fine-first-failure", 1);
    nested(first, 1, () -> Futures.allAsList(List.of(trimmed(first), PROMISE)).get());
    DefaultEventExecutor loop = new DefaultEventExecutor(named("fine-loop"));
    DefaultEventExecutor busy = new DefaultEventExecutor(named("fine-busy-loop"));
    busy.submit(DumpedLibraryWaits::works);
    loop.submit(() -> busy.submit(DumpedLibraryWaits::inner).get());
  }

  private static void pairs() {
    ListeningExecutorService workers = listening("pair-worker", 8);
    DefaultEventExecutor loop = new DefaultEventExecutor(named("pair-loop"));
    ForkJoinPool forked = new ForkJoinPool(2);
    for (int i = 0; i < 3; i++) {
      start("pair-guava-" + i, () -> workers.submit(DumpedLibraryWaits::works).get());
    }
    start("pair-netty-0", () -> loop.submit(DumpedLibraryWaits::works).get());
    start("pair-forked-0", () -> forked.submit(DumpedLibraryWaits::works).get());
    start(
        "fine-batch",
        () -> {
          ListenableFuture<?> one = workers.submit(DumpedLibraryWaits::works);
          ListenableFuture<?> two = workers.submit(DumpedLibraryWaits::works);
          one.get();
          return two.get();
        });
  }

  private static Object works() throws InterruptedException {
    return NEVER.await(1, TimeUnit.HOURS);
  }

  private static void start(String name, Callable<?> body) {
    new Thread(
            () -> {
              try {
                body.call();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            name)
        .start();
  }
}

package dev.snarl.tests.contract;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** What JDKs newer than 17 have, by reflection, since this is compiled for 17. */
@SuppressWarnings({"FutureReturnValueIgnored", "NullAway"})
final class Newer implements Checks.Group {
  @Override
  public void run(Checks checks) {
    if (Runtime.version().feature() < 21) {
      checks.that("all of it", () -> "not on this JDK");
      return;
    }
    checks.that("close of executors", Newer::close);
    checks.that("close, interrupted", Newer::closeInterrupted);
    checks.that("state and result of futures", Newer::states);
    checks.that("virtual thread", Newer::virtual);
    checks.that("virtual threads in a wait", Newer::virtualWaits);
    checks.that("virtual thread interrupted", Newer::virtualInterrupted);
    checks.that("executor of virtual threads", Newer::virtualExecutor);
    checks.that("frames in a virtual thread", Newer::virtualFrames);
    checks.that("thread-locals of virtual threads", Newer::virtualLocals);
    checks.that("threads of a factory, one for each task", Newer::perTask);
    checks.that("failure in a virtual thread", Newer::virtualFailure);
    checks.that("many virtual threads", Newer::manyVirtual);
    checks.that("scoped values", Newer::scoped);
    checks.that("thread builders", Newer::builders);
  }

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  private static Thread start(Runnable task) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }

  private static ExecutorService executors(String name, Object... arguments) throws Exception {
    Method method =
        arguments.length == 0
            ? Executors.class.getMethod(name)
            : Executors.class.getMethod(name, ThreadFactory.class);
    return (ExecutorService) method.invoke(null, arguments);
  }

  private static void close(ExecutorService pool) throws Throwable {
    MethodHandle close =
        LOOKUP.findVirtual(ExecutorService.class, "close", MethodType.methodType(void.class));
    close.invoke(pool);
  }

  private static Object close() throws Throwable {
    List<Object> seen = new ArrayList<>();
    for (ExecutorService pool :
        List.of(
            Executors.newFixedThreadPool(1),
            Executors.newScheduledThreadPool(1),
            new ForkJoinPool(1))) {
      CountDownLatch began = new CountDownLatch(1);
      Future<String> future =
          pool.submit(
              () -> {
                began.countDown();
                Moments.sleep(10);
                return "finished first";
              });
      Moments.await(began);
      close(pool);
      seen.add(future.get() + " " + pool.isTerminated());
      close(pool);
    }
    return seen;
  }

  private static Object closeInterrupted() {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    AtomicReference<String> inside = new AtomicReference<>();
    CountDownLatch began = new CountDownLatch(1);
    pool.execute(
        () -> {
          began.countDown();
          try {
            Thread.sleep(60_000);
          } catch (InterruptedException e) {
            inside.set("interrupted");
          }
        });
    Moments.await(began);
    Thread.currentThread().interrupt();
    String seen;
    try {
      close(pool);
      seen = "closed";
    } catch (Throwable e) {
      seen = Said.chain(e);
      pool.shutdownNow();
    }
    boolean flag = Thread.interrupted();
    Moments.end(pool);
    return seen + " " + flag + " " + inside;
  }

  private static Object states() throws Throwable {
    List<Object> seen = new ArrayList<>();
    FutureTask<String> task = new FutureTask<>(() -> "value");
    for (Future<String> future : List.of(task, CompletableFuture.completedFuture("x"))) {
      seen.add(Future.class.getMethod("state").invoke(future));
      if (future == task) {
        seen.add(Said.failure(() -> Future.class.getMethod("resultNow").invoke(future)));
        task.run();
      }
      seen.add(Future.class.getMethod("state").invoke(future));
      seen.add(Future.class.getMethod("resultNow").invoke(future));
    }
    return seen;
  }

  private static Object virtual() throws Exception {
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    Thread thread =
        start(
            () -> {
              Thread me = Thread.currentThread();
              seen.add(me.getName() + " " + me.isDaemon() + " " + me.getPriority());
              seen.add(me.getThreadGroup().getName());
              seen.add(me.getContextClassLoader() == ClassLoader.getSystemClassLoader());
              seen.add(me.getClass().getName());
            });
    Moments.join(thread);
    seen.add(thread.getState());
    seen.add(thread.getStackTrace().length);
    return seen;
  }

  private static Object virtualWaits() throws Exception {
    List<Object> seen = new ArrayList<>();
    for (boolean joins : new boolean[] {true, false}) {
      CompletableFuture<Integer> future = new CompletableFuture<>();
      FutureTask<Integer> task = new FutureTask<>(() -> 1);
      Callable<Integer> wait = joins ? future::join : task::get;
      AtomicReference<Object> got = new AtomicReference<>();
      Thread thread =
          start(
              () -> {
                try {
                  got.set(wait.call());
                } catch (Exception e) {
                  got.set(Said.trace(e));
                }
              });
      Moments.waits(thread);
      Object blocker = LockSupport.getBlocker(thread);
      seen.add(blocker == null ? "nothing" : blocker.getClass().getName());
      for (StackTraceElement frame : thread.getStackTrace()) {
        seen.add(Said.frame(frame));
      }
      future.complete(1);
      task.run();
      Moments.join(thread);
      seen.add(got.get());
    }
    return seen;
  }

  private static Object virtualInterrupted() throws Exception {
    AtomicReference<Object> seen = new AtomicReference<>();
    Thread thread =
        start(
            () -> {
              try {
                new CompletableFuture<Integer>().get();
              } catch (Exception e) {
                seen.set(Said.trace(e) + " flag " + Thread.currentThread().isInterrupted());
              }
            });
    Moments.waits(thread);
    thread.interrupt();
    Moments.join(thread);
    return seen.get();
  }

  private static Object virtualExecutor() throws Throwable {
    ExecutorService pool = executors("newVirtualThreadPerTaskExecutor");
    List<Object> seen = new ArrayList<>();
    seen.add(pool.getClass().getName());
    Future<String> future = pool.submit(() -> Thread.currentThread().getName());
    seen.add(future.get() + "|" + future.getClass().getName());
    seen.add(pool.submit(() -> pool.submit(() -> 3).get()).get(20, TimeUnit.SECONDS));
    seen.add(pool.invokeAll(List.of(() -> 1, () -> 2)).get(1).get());
    seen.add(pool.invokeAny(List.of(() -> 5)));
    Future<?> sleeping =
        pool.submit(
            () -> {
              Thread.sleep(60_000);
              return 1;
            });
    seen.add(sleeping.cancel(true) + " " + sleeping.isCancelled());
    close(pool);
    seen.add(
        pool.isTerminated()
            + " "
            + Said.failure(() -> pool.submit(() -> 1)).replaceAll("\\(.*", ""));
    return seen;
  }

  private static Object virtualFrames() throws Exception {
    AtomicReference<Object> seen = new AtomicReference<>();
    Thread thread =
        start(
            () ->
                seen.set(
                    StackWalker.getInstance()
                        .walk(
                            frames ->
                                frames
                                    .map(frame -> Said.frame(frame.toStackTraceElement()))
                                    .toList())));
    Moments.join(thread);
    ExecutorService pool = executors("newVirtualThreadPerTaskExecutor");
    String failure = "";
    try {
      pool.submit(
              () -> {
                throw new IllegalStateException("virtual");
              })
          .get();
    } catch (java.util.concurrent.ExecutionException e) {
      failure = Said.trace(e.getCause());
    }
    Moments.end(pool);
    return seen.get() + " " + failure;
  }

  private static Object virtualLocals() throws Exception {
    List<Object> seen = Collections.synchronizedList(new ArrayList<>());
    InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    inherited.set("main's");
    ThreadLocal<String> own = new ThreadLocal<>();
    Thread thread =
        start(
            () -> {
              seen.add(String.valueOf(inherited.get()));
              own.set("set");
              seen.add(own.get());
            });
    Moments.join(thread);
    inherited.remove();
    seen.add(String.valueOf(own.get()));
    return seen;
  }

  private static Object perTask() throws Throwable {
    List<String> made = Collections.synchronizedList(new ArrayList<>());
    ThreadFactory factory =
        task -> {
          made.add(task.getClass().getName());
          return new Thread(task, "made-" + made.size());
        };
    ExecutorService pool = executors("newThreadPerTaskExecutor", factory);
    String seen =
        pool.submit(() -> Thread.currentThread().getName()).get()
            + " "
            + pool.submit(() -> Thread.currentThread().getName()).get();
    close(pool);
    return seen + " " + made.size() + " " + made;
  }

  private static Object virtualFailure() throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> seen.add(Said.trace(thrown)));
    Thread thread =
        start(
            () -> {
              throw new IllegalStateException("uncaught");
            });
    Moments.join(thread);
    Moments.until("it was told", () -> !seen.isEmpty());
    Thread.setDefaultUncaughtExceptionHandler(before);
    return seen;
  }

  private static Object manyVirtual() throws Exception {
    CompletableFuture<Integer> gate = new CompletableFuture<>();
    List<Thread> threads = new ArrayList<>();
    var sum = new java.util.concurrent.atomic.AtomicInteger();
    for (int i = 0; i < 2_000; i++) {
      threads.add(start(() -> sum.addAndGet(gate.join())));
    }
    Moments.until("all wait", () -> gate.getNumberOfDependents() == 2_000);
    gate.complete(1);
    threads.forEach(Moments::join);
    return sum.get();
  }

  /** Final since 25; before, the class is a preview and its methods refuse. */
  private static Object scoped() throws Exception {
    if (Runtime.version().feature() < 25) {
      return "not yet";
    }
    Class<?> type = Class.forName("java.lang.ScopedValue");
    Object value = type.getMethod("newInstance").invoke(null);
    Object carrier = type.getMethod("where", type, Object.class).invoke(null, value, "bound");
    List<Object> seen = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Runnable look =
        () -> {
          try {
            seen.add(type.getMethod("isBound").invoke(value));
            seen.add(type.getMethod("orElse", Object.class).invoke(value, "unbound"));
            seen.add(
                pool.submit(() -> type.getMethod("orElse", Object.class).invoke(value, "unbound"))
                    .get());
          } catch (Exception e) {
            seen.add(Said.chain(e));
          }
        };
    Class.forName("java.lang.ScopedValue$Carrier")
        .getMethod("run", Runnable.class)
        .invoke(carrier, look);
    Moments.end(pool);
    return seen;
  }

  private static Object builders() throws Exception {
    List<Object> seen = new ArrayList<>();
    for (String kind : List.of("ofPlatform", "ofVirtual")) {
      Object builder = Thread.class.getMethod(kind).invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      builder = type.getMethod("name", String.class, long.class).invoke(builder, "built-", 5L);
      ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(builder);
      for (int i = 0; i < 2; i++) {
        Thread thread = factory.newThread(() -> {});
        seen.add(thread.getName() + " " + thread.getState() + " " + thread.isDaemon());
        thread.start();
        Moments.join(thread);
      }
    }
    return seen;
  }
}

package dev.snarl.tests.contract;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** What threads get from those who make them: names, loaders, groups, thread-locals, rights. */
@SuppressWarnings({
  "removal",
  "ThreadPriorityCheck",
  "ObjectToString",
  "UnsynchronizedOverridesSynchronized",
  "FutureReturnValueIgnored"
})
final class Contexts implements Checks.Group {
  @Override
  public void run(Checks checks) {
    // Before anything else has left a thread behind, and then numbers in names say who came before.
    checks.that("threads of the main group", Contexts::mainGroup);
    checks.that("first names", Contexts::firstNames);
    checks.that("context class loaders", Contexts::loaders);
    checks.that("inheritable thread-locals", Contexts::inherited);
    checks.that("without inheriting", Contexts::notInherited);
    checks.that("thread-locals of workers", Contexts::locals);
    checks.that("default thread factory", Contexts::defaultFactory);
    checks.that("own thread factory", Contexts::ownFactory);
    checks.that("privileged thread factory", Contexts::privileged);
    checks.that("fork-join workers", Contexts::forkJoinWorkers);
    checks.that("common pool", Contexts::commonPool);
    checks.that("own fork-join factory", Contexts::forkJoinFactory);
    checks.that("rights inside tasks", Contexts::rights);
    checks.that("timer thread", Contexts::timer);
    checks.that("subclass of Thread", Contexts::subclass);
    checks.that("main thread", Contexts::mainThread);
    checks.that("security manager and properties", Contexts::settings);
  }

  private static String of(Thread thread) {
    return thread.getName()
        + " "
        + thread.getClass().getName()
        + " daemon "
        + thread.isDaemon()
        + " priority "
        + thread.getPriority()
        + " group "
        + (thread.getThreadGroup() == null ? "none" : thread.getThreadGroup().getName())
        + " loader "
        + loader(thread.getContextClassLoader());
  }

  private static String loader(ClassLoader loader) {
    return loader == null
        ? "none"
        : loader == ClassLoader.getSystemClassLoader() ? "system" : loader.getClass().getName();
  }

  private static Object firstNames() throws Exception {
    List<String> names = new ArrayList<>();
    names.add(new Thread().getName());
    ExecutorService pool = Executors.newFixedThreadPool(1);
    names.add(pool.submit(() -> Thread.currentThread().getName()).get());
    Moments.end(pool);
    ForkJoinPool forkJoin = new ForkJoinPool(1);
    names.add(forkJoin.submit(() -> Thread.currentThread().getName()).get());
    Moments.end(forkJoin);
    Timer timer = new Timer();
    CountDownLatch ran = new CountDownLatch(1);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            names.add(Thread.currentThread().getName());
            ran.countDown();
          }
        },
        0);
    Moments.await(ran);
    timer.cancel();
    return names;
  }

  private static Object mainGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[1000];
    int count = group.enumerate(threads);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(threads[i].getName());
    }
    Collections.sort(names);
    ThreadGroup[] groups = new ThreadGroup[100];
    int below = group.getParent().enumerate(groups, true);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < below; i++) {
      all.add(groups[i].getName());
    }
    return Thread.activeCount() + " " + names + " " + group.activeGroupCount() + " " + all;
  }

  private static Object loaders() throws Exception {
    List<String> seen = new ArrayList<>();
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader own = new URLClassLoader(new URL[0], before)) {
      Thread.currentThread().setContextClassLoader(own);
      for (ExecutorService pool :
          List.of(
              Executors.newFixedThreadPool(1),
              Executors.newScheduledThreadPool(1),
              new ForkJoinPool(1))) {
        seen.add(pool.submit(() -> loader(Thread.currentThread().getContextClassLoader())).get());
        pool.submit(() -> Thread.currentThread().setContextClassLoader(null)).get();
        seen.add(pool.submit(() -> loader(Thread.currentThread().getContextClassLoader())).get());
        Moments.end(pool);
      }
      Thread thread = new Thread(() -> seen.add(of(Thread.currentThread())), "child");
      thread.start();
      Moments.join(thread);
      seen.add(
          CompletableFuture.supplyAsync(
                  () -> loader(Thread.currentThread().getContextClassLoader()))
              .get());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
    return seen;
  }

  /** Counts who takes it over. */
  private static final class Handed extends InheritableThreadLocal<String> {
    final List<String> handed = Collections.synchronizedList(new ArrayList<>());

    @Override
    protected String childValue(String parent) {
      handed.add(Thread.currentThread().getName());
      return parent + "'s child";
    }
  }

  private static Object inherited() throws Exception {
    Handed local = new Handed();
    local.set("main");
    List<Object> seen = new ArrayList<>();
    for (ExecutorService pool :
        List.of(Executors.newFixedThreadPool(1), Executors.newScheduledThreadPool(1))) {
      seen.add(pool.submit(local::get).get());
      Moments.end(pool);
    }
    Thread thread =
        new Thread(
            () -> {
              Thread inner = new Thread(() -> seen.add(local.get()));
              inner.start();
              Moments.join(inner);
            },
            "outer");
    thread.start();
    Moments.join(thread);
    int counted = local.handed.size();
    local.remove();
    return seen
        + " handed over "
        + counted
        + " "
        + new ArrayList<>(new java.util.TreeSet<>(local.handed));
  }

  private static Object notInherited() {
    Handed local = new Handed();
    local.set("main");
    List<Object> seen = new ArrayList<>();
    Thread thread = new Thread(null, () -> seen.add(String.valueOf(local.get())), "bare", 0, false);
    thread.start();
    Moments.join(thread);
    local.remove();
    return seen + " " + local.handed;
  }

  private static Object locals() throws Exception {
    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);
    List<Object> seen = new ArrayList<>();
    for (ExecutorService pool : List.of(Executors.newFixedThreadPool(1), new ForkJoinPool(1))) {
      for (int i = 0; i < 3; i++) {
        seen.add(
            pool.submit(
                    () -> {
                      local.set(local.get() + 1);
                      return local.get();
                    })
                .get());
      }
      Moments.end(pool);
    }
    return seen;
  }

  private static Object defaultFactory() {
    Thread thread = Executors.defaultThreadFactory().newThread(() -> {});
    return of(thread).replaceAll("pool-\\d+", "pool-#") + " " + thread.getState();
  }

  private static Object ownFactory() {
    List<String> made = Collections.synchronizedList(new ArrayList<>());
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            2,
            4,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(2),
            task -> {
              Thread thread =
                  new Thread(new ThreadGroup("own"), task, "own-" + made.size(), 1 << 20);
              thread.setDaemon(true);
              thread.setPriority(3);
              made.add(of(thread) + " by " + Thread.currentThread().getName());
              return thread;
            });
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(4); // a worker counts as active once it has begun
    for (int i = 0; i < 6; i++) {
      pool.execute(
          () -> {
            begun.countDown();
            Moments.await(gate);
          });
    }
    Moments.await(begun);
    String sizes =
        pool.getPoolSize() + " " + pool.getActiveCount() + " " + pool.getLargestPoolSize();
    gate.countDown();
    Moments.end(pool);
    return sizes + " " + made;
  }

  private static Object privileged() {
    List<String> seen = new ArrayList<>();
    Thread thread =
        Executors.privilegedThreadFactory()
            .newThread(() -> seen.add(loader(Thread.currentThread().getContextClassLoader())));
    thread.start();
    Moments.join(thread);
    return seen;
  }

  private static Object forkJoinWorkers() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    String seen =
        pool.submit(
                () ->
                    of(Thread.currentThread()).replaceAll("Pool-\\d+", "Pool-#")
                        + " index "
                        + ((ForkJoinWorkerThread) Thread.currentThread()).getPoolIndex()
                        + " "
                        + (((ForkJoinWorkerThread) Thread.currentThread()).getPool() == pool))
            .get();
    Moments.end(pool);
    return seen;
  }

  private static Object commonPool() throws Exception {
    ForkJoinPool pool = ForkJoinPool.commonPool();
    CompletableFuture<String> worker = new CompletableFuture<>();
    pool.execute(() -> worker.complete(of(Thread.currentThread())));
    return worker.get().replaceAll("worker-\\d+", "worker-#")
        + " parallelism "
        + pool.getParallelism()
        + " factory "
        + pool.getFactory().getClass().getName()
        + " handler "
        + pool.getUncaughtExceptionHandler()
        + " async "
        + pool.getAsyncMode();
  }

  private static Object forkJoinFactory() throws Exception {
    List<String> made = Collections.synchronizedList(new ArrayList<>());
    ForkJoinPool pool =
        new ForkJoinPool(
            1,
            owner -> {
              made.add("asked");
              ForkJoinWorkerThread thread =
                  ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(owner);
              thread.setName("own-worker");
              return thread;
            },
            null,
            false);
    String seen = pool.submit(() -> of(Thread.currentThread())).get();
    Moments.end(pool);
    return seen + " " + made;
  }

  private static Object rights() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    List<Object> seen = new ArrayList<>();
    seen.add(pool.submit(() -> String.valueOf(AccessController.getContext())).get());
    seen.add(
        pool.submit(
                () ->
                    AccessController.doPrivileged(
                        (PrivilegedAction<String>) () -> System.getProperty("java.version")))
            .get()
            .isEmpty());
    seen.add(CompletableFuture.supplyAsync(() -> AccessController.getContext() == null).join());
    Moments.end(pool);
    return seen;
  }

  private static Object timer() {
    List<String> seen = new ArrayList<>();
    Timer timer = new Timer("named", false);
    CountDownLatch ran = new CountDownLatch(1);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            seen.add(of(Thread.currentThread()));
            ran.countDown();
          }
        },
        1);
    Moments.await(ran);
    timer.cancel();
    return seen;
  }

  /** Overrides what is called when a thread starts and runs. */
  private static final class Own extends Thread {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void start() {
      calls.add("start");
      super.start();
    }

    @Override
    public void run() {
      calls.add("run");
    }

    @Override
    public void interrupt() {
      calls.add("interrupt");
      super.interrupt();
    }
  }

  private static Object subclass() {
    Own thread = new Own();
    thread.start();
    Moments.join(thread);
    return thread.calls + " " + thread.getState();
  }

  private static Object mainThread() {
    Thread main = Thread.currentThread();
    return of(main) + " id " + main.getId() + " interrupted " + main.isInterrupted();
  }

  private static Object settings() {
    List<String> names = new ArrayList<>(System.getProperties().stringPropertyNames());
    Collections.sort(names);
    return System.getSecurityManager()
        + " "
        + names
        + " "
        + System.getProperty("java.class.path").split(java.io.File.pathSeparator).length
        + " "
        + java.security.Security.getProviders().length
        + " "
        + java.util.Locale.getDefault()
        + " "
        + java.util.TimeZone.getDefault().getID()
        + " "
        + java.nio.charset.Charset.defaultCharset()
        + " assertions "
        + Contexts.class.desiredAssertionStatus();
  }
}

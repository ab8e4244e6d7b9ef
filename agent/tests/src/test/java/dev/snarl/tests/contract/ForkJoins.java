package dev.snarl.tests.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Fork and join, managed blocking and what the pool does about it. */
@SuppressWarnings({"FutureReturnValueIgnored", "NullAway"})
final class ForkJoins implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("sum", ForkJoins::sum);
    checks.that("invokeAll", ForkJoins::invokeAll);
    checks.that("counted completers", ForkJoins::counted);
    checks.that("helping", ForkJoins::helping);
    checks.that("managed blocker", ForkJoins::managed);
    checks.that("compensation for a managed blocker", ForkJoins::compensated);
    checks.that("compensation for a join", ForkJoins::joined);
    checks.that("unmanaged blocking", ForkJoins::unmanaged);
    checks.that("a blocker that throws", ForkJoins::throwing);
    checks.that("managed blocking outside of a pool", ForkJoins::outside);
    checks.that("get inside a worker", ForkJoins::getInside);
    checks.that("phaser inside workers", ForkJoins::phaser);
    checks.that("quiescence", ForkJoins::quiescence);
    checks.that("states of tasks", ForkJoins::states);
    checks.that("reinitialize", ForkJoins::again);
    checks.that("tags", ForkJoins::tags);
    checks.that("parallel streams", ForkJoins::streams);
    checks.that("parallel streams that fail", ForkJoins::failingStream);
    checks.that("adapters", ForkJoins::adapters);
    checks.that("counts of a pool", ForkJoins::counts);
  }

  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final int from;
    private final int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from < 3) {
        return IntStream.range(from, to).sum();
      }
      Sum left = new Sum(from, (from + to) / 2);
      left.fork();
      return new Sum((from + to) / 2, to).compute() + left.join();
    }
  }

  private static Object sum() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    int invoked = pool.invoke(new Sum(0, 1000));
    int submitted = pool.submit(new Sum(0, 500)).get(9, TimeUnit.SECONDS);
    Moments.end(pool);
    return invoked
        + " "
        + submitted
        + " "
        + new Sum(0, 100).invoke()
        + " "
        + new Sum(0, 10).fork().join();
  }

  private static Object invokeAll() {
    List<Sum> tasks = List.of(new Sum(0, 10), new Sum(0, 20), new Sum(0, 30));
    ForkJoinTask.invokeAll(tasks);
    List<Object> seen = new ArrayList<>();
    tasks.forEach(task -> seen.add(task.getRawResult()));
    Sum one = new Sum(0, 4);
    ForkJoinTask.invokeAll(one, new Sum(0, 5));
    seen.add(one.join());
    seen.add(
        Said.failure(
            () -> {
              ForkJoinTask.invokeAll(
                  ForkJoinTask.adapt(
                      (Runnable)
                          () -> {
                            throw new IllegalStateException("one");
                          }),
                  new Sum(0, 2));
              return "";
            }));
    return seen;
  }

  private static final class Count extends CountedCompleter<Integer> {
    private static final long serialVersionUID = 1;
    private final AtomicInteger leaves;
    private final int depth;

    Count(CountedCompleter<?> parent, AtomicInteger leaves, int depth) {
      super(parent);
      this.leaves = leaves;
      this.depth = depth;
    }

    @Override
    public void compute() {
      if (depth > 0) {
        setPendingCount(2);
        new Count(this, leaves, depth - 1).fork();
        new Count(this, leaves, depth - 1).fork();
      } else {
        leaves.incrementAndGet();
      }
      tryComplete();
    }

    @Override
    public void onCompletion(CountedCompleter<?> caller) {
      leaves.addAndGet(1000);
    }

    @Override
    public Integer getRawResult() {
      return leaves.get();
    }
  }

  private static Object counted() {
    ForkJoinPool pool = new ForkJoinPool(2);
    int seen = pool.invoke(new Count(null, new AtomicInteger(), 5));
    Moments.end(pool);
    return seen;
  }

  private static Object helping() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    List<String> names = new ArrayList<>();
    Object seen =
        pool.submit(
                () -> {
                  ForkJoinTask<Integer> inner =
                      ForkJoinTask.adapt(
                              () -> {
                                names.add(Thread.currentThread().getName());
                                return 1;
                              })
                          .fork();
                  int got = inner.join();
                  names.add(Thread.currentThread().getName());
                  return got
                      + " "
                      + ForkJoinTask.getQueuedTaskCount()
                      + " "
                      + ForkJoinTask.inForkJoinPool();
                })
            .get();
    Moments.end(pool);
    return seen + " " + names.get(0).equals(names.get(1)) + " " + pool.getPoolSize();
  }

  private static final class Gate implements ForkJoinPool.ManagedBlocker {
    final CountDownLatch latch = new CountDownLatch(1);
    final AtomicInteger asked = new AtomicInteger();
    final AtomicInteger blocked = new AtomicInteger();

    @Override
    public boolean block() throws InterruptedException {
      blocked.incrementAndGet();
      latch.await();
      return true;
    }

    @Override
    public boolean isReleasable() {
      asked.incrementAndGet();
      return latch.getCount() == 0;
    }
  }

  private static Object managed() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    Gate gate = new Gate();
    ForkJoinTask<?> task =
        pool.submit(
            () -> {
              ForkJoinPool.managedBlock(gate);
              return "released";
            });
    Moments.until("blocked", () -> gate.blocked.get() > 0);
    gate.latch.countDown();
    Object got = task.get();
    Moments.end(pool);
    return got + " blocked " + gate.blocked;
  }

  /** While the one worker is in a managed block, another runs what is queued. */
  private static Object compensated() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    Gate gate = new Gate();
    ForkJoinTask<?> blocked =
        pool.submit(
            () -> {
              ForkJoinPool.managedBlock(gate);
              return "released";
            });
    Moments.until("blocked", () -> gate.blocked.get() > 0);
    Object meanwhile = pool.submit(() -> "ran meanwhile").get(20, TimeUnit.SECONDS);
    int size = pool.getPoolSize();
    gate.latch.countDown();
    String seen = meanwhile + " " + size + " " + blocked.get();
    Moments.end(pool);
    return seen;
  }

  private static Object joined() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    CompletableFuture<String> outside = new CompletableFuture<>();
    CountDownLatch begun = new CountDownLatch(1);
    ForkJoinTask<String> waiting =
        pool.submit(
            () -> {
              begun.countDown();
              return outside.join();
            });
    Moments.await(begun);
    Object meanwhile = pool.submit(() -> "ran meanwhile").get(20, TimeUnit.SECONDS);
    outside.complete("from outside");
    String seen = meanwhile + " " + waiting.get();
    Moments.end(pool);
    return seen;
  }

  private static Object unmanaged() throws Exception {
    ForkJoinPool pool =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            1,
            1,
            1,
            null,
            60,
            TimeUnit.SECONDS);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    pool.execute(
        () -> {
          begun.countDown();
          Moments.await(gate);
        });
    Moments.await(begun);
    ForkJoinTask<String> next = pool.submit(() -> "ran");
    String seen =
        Said.failure(() -> next.get(60, TimeUnit.MILLISECONDS)) + " " + pool.getPoolSize();
    gate.countDown();
    seen += " " + next.get();
    Moments.end(pool);
    return seen;
  }

  private static Object throwing() {
    ForkJoinPool pool = new ForkJoinPool(1);
    ForkJoinTask<?> task =
        pool.submit(
            () -> {
              ForkJoinPool.managedBlock(
                  new ForkJoinPool.ManagedBlocker() {
                    @Override
                    public boolean block() {
                      throw new IllegalStateException("in block");
                    }

                    @Override
                    public boolean isReleasable() {
                      return false;
                    }
                  });
              return "";
            });
    String seen = Said.failure(task::get);
    Moments.end(pool);
    return seen;
  }

  private static Object outside() throws Exception {
    Gate gate = new Gate();
    gate.latch.countDown();
    ForkJoinPool.managedBlock(gate);
    return gate.asked + " " + gate.blocked;
  }

  private static Object getInside() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(2);
    Object seen =
        pool.submit(
                () -> {
                  ForkJoinTask<Integer> inner = pool.submit(() -> 3);
                  try {
                    return inner.get() + CompletableFuture.supplyAsync(() -> 4, pool).get();
                  } catch (ExecutionException e) {
                    return -1;
                  }
                })
            .get();
    Moments.end(pool);
    return seen;
  }

  private static Object phaser() {
    ForkJoinPool pool = new ForkJoinPool(2);
    Phaser phaser = new Phaser(3);
    List<ForkJoinTask<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tasks.add(pool.submit(phaser::arriveAndAwaitAdvance));
    }
    List<Integer> phases = tasks.stream().map(ForkJoinTask::join).toList();
    Moments.end(pool);
    return phases + " " + phaser.getPhase();
  }

  private static Object quiescence() {
    ForkJoinPool pool = new ForkJoinPool(2);
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      pool.execute(
          new RecursiveAction() {
            private static final long serialVersionUID = 1;

            @Override
            protected void compute() {
              ran.incrementAndGet();
            }
          });
    }
    boolean quiet = pool.awaitQuiescence(20, TimeUnit.SECONDS);
    String seen = quiet + " " + ran + " " + pool.hasQueuedSubmissions();
    Moments.end(pool);
    return seen + " " + pool.isQuiescent() + " " + pool.getQueuedTaskCount();
  }

  private static Object states() {
    List<String> seen = new ArrayList<>();
    ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 5);
    seen.add(task.isDone() + " " + task.isCompletedNormally() + " " + task.getRawResult());
    task.quietlyInvoke();
    seen.add(task.isDone() + " " + task.isCompletedNormally() + " " + task.getRawResult());
    ForkJoinTask<?> other = new Sum(0, 1);
    other.completeExceptionally(new IllegalStateException("given"));
    other.quietlyJoin();
    seen.add(other.isCompletedAbnormally() + " " + Said.chain(other.getException()));
    Sum quiet = new Sum(0, 5);
    quiet.quietlyComplete();
    seen.add(quiet.isCompletedNormally() + " " + quiet.join());
    return seen + " " + task;
  }

  private static Object again() {
    Sum task = new Sum(0, 7);
    List<Object> seen = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      seen.add(task.invoke());
      task.reinitialize();
      seen.add(task.isDone());
    }
    return seen;
  }

  private static final class Tagged extends ForkJoinTask<Short> {
    private static final long serialVersionUID = 1;

    @Override
    public Short getRawResult() {
      return getForkJoinTaskTag();
    }

    @Override
    protected void setRawResult(Short value) {}

    @Override
    protected boolean exec() {
      return compareAndSetForkJoinTaskTag((short) 3, (short) 4);
    }
  }

  private static Object tags() {
    Tagged task = new Tagged();
    task.setForkJoinTaskTag((short) 3);
    return task.invoke() + " " + task.isDone() + " " + task.getForkJoinTaskTag();
  }

  private static Object streams() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(3);
    Set<String> names = Collections.synchronizedSet(new java.util.TreeSet<>());
    List<Integer> squares =
        pool.submit(
                () ->
                    IntStream.range(0, 50)
                        .parallel()
                        .peek(
                            x ->
                                names.add(Thread.currentThread().getName().replaceAll("\\d+", "#")))
                        .map(x -> x * x)
                        .boxed()
                        .collect(Collectors.toList()))
            .get();
    Moments.end(pool);
    long sum = IntStream.range(0, 1_000_000).parallel().asLongStream().sum();
    return squares + " " + names + " " + sum;
  }

  private static Object failingStream() {
    return Said.failure(
            () ->
                IntStream.range(0, 100)
                    .parallel()
                    .map(
                        x -> {
                          if (x == 50) {
                            throw new IllegalStateException("fifty");
                          }
                          return x;
                        })
                    .sum())
        .contains("IllegalStateException");
  }

  private static Object adapters() throws Exception {
    List<Object> seen = new ArrayList<>();
    for (ForkJoinTask<?> task :
        List.of(
            ForkJoinTask.adapt(() -> 1),
            ForkJoinTask.adapt(() -> {}),
            ForkJoinTask.adapt(() -> {}, "given"))) {
      seen.add(task.getClass().getSimpleName() + " " + task + " " + task.invoke());
    }
    ForkJoinPool pool = new ForkJoinPool(1);
    seen.add(pool.submit(() -> 1).getClass().getSimpleName());
    seen.add(pool.submit(() -> {}).getClass().getSimpleName());
    seen.add(pool.submit(() -> {}, 2).get());
    Moments.end(pool);
    return seen;
  }

  private static Object counts() {
    ForkJoinPool pool = new ForkJoinPool(2);
    List<Object> seen = new ArrayList<>();
    seen.add(pool.getPoolSize() + " " + pool.getActiveThreadCount() + " " + pool.getStealCount());
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(2);
    for (int i = 0; i < 5; i++) {
      pool.execute(
          () -> {
            begun.countDown();
            Moments.await(gate);
          });
    }
    Moments.await(begun);
    seen.add(pool.getPoolSize() + " " + pool.getQueuedSubmissionCount());
    gate.countDown();
    Moments.end(pool);
    seen.add(
        pool.getPoolSize() + " " + pool.isTerminated() + " " + pool.getQueuedSubmissionCount());
    return seen;
  }
}

package dev.snarl.tests.contract;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The bytes that tasks, queues and failures become, and what comes back from them. */
@SuppressWarnings("BanSerializableRead")
final class Serials implements Checks.Group {
  @Override
  public void run(Checks checks) {
    checks.that("own fork-join task", () -> form(new Sum(7)));
    checks.that("own fork-join task, done", Serials::done);
    checks.that("own fork-join task, failed", Serials::failed);
    checks.that("adapted callable", () -> form(ForkJoinTask.adapt(new Answer())));
    checks.that("adapted runnable", () -> form(ForkJoinTask.adapt(new Work())));
    checks.that("adapted runnable with a value", () -> form(ForkJoinTask.adapt(new Work(), "x")));
    checks.that("queue of tasks", () -> form(new LinkedBlockingQueue<>(List.of(new Work()))));
    checks.that("priority queue", () -> form(new PriorityBlockingQueue<>(List.of(3, 1, 2))));
    checks.that("array queue", () -> form(new ArrayBlockingQueue<>(2)));
    checks.that("map", () -> form(new ConcurrentHashMap<>(java.util.Map.of("key", 1))));
    checks.that("lock", () -> form(new ReentrantLock(true)));
    checks.that("semaphore", () -> form(new Semaphore(3)));
    checks.that("time unit", () -> form(TimeUnit.SECONDS));
    checks.that("exception", () -> form(new ExecutionException("made", null)));
    checks.that("FutureTask", () -> form(new FutureTask<>(() -> 1)));
    checks.that("CompletableFuture", () -> form(new CompletableFuture<>()));
    checks.that(
        "executor",
        () -> form(new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>())));
    checks.that("version of a subclass", () -> version(Unversioned.class));
    checks.that("version of ForkJoinTask", () -> version(ForkJoinTask.class));
  }

  /** Without a version of its own, so that the JVM computes one. */
  @SuppressWarnings("serial")
  private static final class Unversioned extends RecursiveTask<String> {
    @Override
    protected String compute() {
      return "";
    }
  }

  private static final class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private final int value;

    Sum(int value) {
      this.value = value;
    }

    @Override
    protected Integer compute() {
      if (value < 0) {
        throw new IllegalArgumentException("negative");
      }
      return value;
    }
  }

  private static final class Answer implements Callable<Integer>, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public Integer call() {
      return 42;
    }
  }

  private static final class Work implements Runnable, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public void run() {}
  }

  private static Object version(Class<?> type) {
    return String.valueOf(ObjectStreamClass.lookup(type).getSerialVersionUID());
  }

  private static Object done() throws Exception {
    Sum task = new Sum(8);
    task.invoke();
    return form(task);
  }

  private static Object failed() throws Exception {
    Sum task = new Sum(-1);
    String failure = Said.failure(task::invoke);
    return failure + " " + read(written(task)).getClass();
  }

  private static Object form(Object object) throws Exception {
    byte[] bytes = written(object);
    Object back = read(bytes);
    List<Object> seen = new ArrayList<>();
    seen.add(bytes.length);
    seen.add(Said.digest(List.of(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1))));
    seen.add(back.getClass().getName());
    if (back instanceof ForkJoinTask<?> task) {
      seen.add(task.isDone() + " " + task.invoke() + " " + task.getRawResult());
    }
    return seen;
  }

  private static byte[] written(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }
}

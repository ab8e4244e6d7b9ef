package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each method waits, on an interrupted thread, whose exception says where. */
@SuppressWarnings("FutureReturnValueIgnored") // as the code that is meant
class HandedOnTest {
  private final ExecutorService pool = dropsAll();
  private final Map<Integer, Object> elsewhere = new HashMap<>();
  private final List<Thread> unstarted = new ArrayList<>();
  private @Nullable CountDownLatch field;

  private static ExecutorService dropsAll() {
    ExecutorService pool =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new ThreadPoolExecutor.DiscardPolicy());
    pool.shutdown();
    return pool;
  }

  @AfterEach
  void notInterrupted() {
    Thread.interrupted();
  }

  private static Set<String> tasks(Callable<?> waiting) {
    Thread.currentThread().interrupt();
    try {
      waiting.call();
    } catch (Exception interrupted) {
      for (StackTraceElement frame : interrupted.getStackTrace()) {
        if (frame.getClassName().startsWith(HandedOnTest.class.getName())) {
          return HandedOn.of(HandedOnTest::file, frame, null);
        }
      }
    }
    throw new AssertionError("it did not wait");
  }

  private static byte @Nullable [] file(String name) {
    try (InputStream in = HandedOnTest.class.getResourceAsStream('/' + name + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void failing() {
    elsewhere.clear();
  }

  // ---- known ----

  private Object lambdas() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    pool.submit(
        () -> {
          failing();
          latch.countDown();
        });
    CompletableFuture.runAsync(() -> part(1, latch));
    latch.await();
    return elsewhere;
  }

  private void part(int number, CountDownLatch latch) {
    if (number > 0) {
      latch.countDown();
    }
  }

  private Object eachOf() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    List.of(1, 2).forEach(n -> pool.execute(() -> part(n, latch)));
    latch.await();
    return elsewhere;
  }

  private Object future() throws Exception {
    CompletableFuture<String> future = new CompletableFuture<>();
    pool.execute(() -> future.complete(String.valueOf(elsewhere.size())));
    return future.get();
  }

  private static final class Part implements Runnable {
    private final int number;
    private final CountDownLatch latch;

    Part(int number, CountDownLatch latch) {
      this.number = number;
      this.latch = latch;
    }

    @Override
    public void run() {
      if (number > 0) {
        latch.countDown();
      }
    }
  }

  private Object objects() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(2);
    pool.execute(new Part(1, latch));
    new Thread(new Part(0, latch), "part").start();
    latch.await();
    return elsewhere;
  }

  @Test
  void theTasksThatHaveItAreKnownWhereTheyAreSubmittedAtOnceAndOnlyCallIt() {
    String here = HandedOnTest.class.getName();
    assertThat(tasks(this::lambdas))
        .hasSize(2)
        .allMatch(kind -> kind.startsWith(here + ".lambda$lambdas$"));
    assertThat(tasks(this::eachOf)).singleElement().asString().startsWith(here + ".lambda$eachOf$");
    assertThat(tasks(this::future)).hasSize(1);
    assertThat(tasks(this::objects)).containsExactly(Part.class.getName());
  }

  // ---- of the application's own ----

  /** As a future. */
  private static class OwnReply {
    private static final List<OwnReply> all = new ArrayList<>();
    private @Nullable Object value;

    synchronized void set(Object value) {
      this.value = value;
      notifyAll();
    }

    synchronized Object get() throws InterruptedException {
      while (value == null) {
        wait();
      }
      return value;
    }

    void listed() {
      all.add(this);
    }
  }

  private static final class NamedReply extends OwnReply {}

  private Object answered() throws InterruptedException {
    OwnReply reply = new OwnReply();
    pool.execute(() -> reply.set("a"));
    return reply.get();
  }

  private Object answeredByWhoListsIt() throws InterruptedException {
    OwnReply reply = new OwnReply();
    pool.execute(
        () -> {
          reply.listed();
          reply.set("a");
        });
    return reply.get();
  }

  private Object storedReply() throws InterruptedException {
    OwnReply reply = new OwnReply();
    elsewhere.put(3, reply);
    pool.execute(() -> reply.set("a"));
    return reply.get();
  }

  private Object inherited() throws InterruptedException {
    NamedReply reply = new NamedReply();
    pool.execute(() -> reply.set("a"));
    return reply.get();
  }

  /** Of a wait in a method of {@link OwnReply}. */
  private static Set<String> ofReply(Callable<?> waiting) {
    Thread.currentThread().interrupt();
    try {
      waiting.call();
    } catch (Exception interrupted) {
      StackTraceElement own = null;
      for (StackTraceElement frame : interrupted.getStackTrace()) {
        if (own != null && !frame.getClassName().equals(own.getClassName())) {
          return HandedOn.of(HandedOnTest::file, frame, own);
        }
        own = frame.getClassName().equals(OwnReply.class.getName()) ? frame : own;
      }
    }
    throw new AssertionError("it did not wait");
  }

  @Test
  void soAreThoseThatHaveAnObjectInWhoseMethodTheWaiterIsNotified() {
    assertThat(ofReply(this::answered)).singleElement().asString().contains(".lambda$answered$");
    assertThat(ofReply(this::answeredByWhoListsIt)).isEmpty();
    assertThat(ofReply(this::storedReply)).isEmpty();
    assertThat(ofReply(this::inherited)).isEmpty();
  }

  // ---- unknown ----

  private Object stored() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    pool.submit(
        () -> {
          elsewhere.put(1, latch);
          latch.countDown();
        });
    latch.await();
    return elsewhere;
  }

  private Object inAField() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    field = latch;
    pool.submit(() -> latch.countDown());
    latch.await();
    return elsewhere;
  }

  private Object listener() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    Runnable listener = () -> latch.countDown();
    elsewhere.put(2, listener);
    pool.submit(() -> latch.countDown());
    latch.await();
    return elsewhere;
  }

  private Object notStarted() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    unstarted.add(new Thread(() -> latch.countDown()));
    pool.submit(() -> latch.countDown());
    latch.await();
    return elsewhere;
  }

  private Object dependent() throws Exception {
    CompletableFuture<String> future = new CompletableFuture<>();
    CompletableFuture.supplyAsync(() -> "a", pool).thenAccept(future::complete);
    return future.get();
  }

  private Object timesOut() throws Exception {
    CompletableFuture<String> future = new CompletableFuture<>();
    pool.execute(() -> future.complete("a"));
    future.orTimeout(1, TimeUnit.HOURS);
    return future.get();
  }

  private Object delayed() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    Executor later = CompletableFuture.delayedExecutor(1, TimeUnit.HOURS, pool);
    later.execute(() -> latch.countDown());
    latch.await();
    return elsewhere;
  }

  private Object delayedStage() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    CompletableFuture.runAsync(
        () -> latch.countDown(), CompletableFuture.delayedExecutor(1, TimeUnit.HOURS, pool));
    latch.await();
    return elsewhere;
  }

  private abstract static class Registered implements Runnable {
    Registered(Map<Integer, Object> all) {
      all.put(all.size(), this);
    }
  }

  private static final class Reply extends Registered {
    private final CountDownLatch latch;

    Reply(Map<Integer, Object> all, CountDownLatch latch) {
      super(all);
      this.latch = latch;
    }

    @Override
    public void run() {
      latch.countDown();
    }
  }

  private Object registered() throws InterruptedException {
    CountDownLatch latch = new CountDownLatch(1);
    pool.execute(new Reply(elsewhere, latch));
    latch.await();
    return elsewhere;
  }

  private Object anothers() throws InterruptedException {
    CountDownLatch latch = field == null ? new CountDownLatch(1) : field;
    pool.submit(() -> latch.countDown());
    CountDownLatch other = given();
    other.await();
    return elsewhere;
  }

  private static CountDownLatch given() {
    return new CountDownLatch(1);
  }

  @Test
  void nothingIsKnownOfWhatIsStoredOrGivenToOthers() {
    assertThat(tasks(this::stored)).as("in a map").isEmpty();
    assertThat(tasks(this::inAField)).as("in a field").isEmpty();
    assertThat(tasks(this::listener)).as("by a lambda that somebody keeps").isEmpty();
    assertThat(tasks(this::notStarted)).as("by a thread that is not started").isEmpty();
    assertThat(tasks(this::dependent)).as("by a stage").isEmpty();
    assertThat(tasks(this::timesOut)).as("by a timer of the JDK's").isEmpty();
    assertThat(tasks(this::delayed)).as("by what may keep it back").isEmpty();
    assertThat(tasks(this::delayedStage)).as("by what may keep it back").isEmpty();
    assertThat(tasks(this::registered)).as("by a task that registers itself").isEmpty();
    assertThat(tasks(this::anothers)).as("of what was made elsewhere").isEmpty();
  }
}

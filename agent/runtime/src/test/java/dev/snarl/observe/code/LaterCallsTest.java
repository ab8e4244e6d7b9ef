package dev.snarl.observe.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.observe.code.LaterCalls.Onward;
import dev.snarl.observe.code.LaterCalls.Skipped;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each method is left by a real exception, whose stack says where. */
class LaterCallsTest {
  private final CountDownLatch latch = new CountDownLatch(1);
  private final @Nullable String nothing = null;

  private static void bad() {
    throw new IllegalStateException("bad");
  }

  private static Throwable thrown(Callable<?> throwing) {
    try {
      throwing.call();
    } catch (Exception e) {
      return e;
    }
    throw new AssertionError("nothing thrown");
  }

  /** What the method skips that throws, or those that it calls. */
  private static List<String> skipped(Callable<?> throwing) throws IOException {
    StackTraceElement[] stack = thrown(throwing).getStackTrace();
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < stack.length; i++) {
      StackTraceElement frame = stack[i];
      if (frame.getClassName().startsWith(LaterCallsTest.class.getName())) {
        String callee = i == 0 ? null : stack[i - 1].getMethodName();
        for (Skipped each : of(frame, callee)) {
          calls.add(each.call());
        }
      }
    }
    return calls;
  }

  private static List<Skipped> of(StackTraceElement frame, @Nullable String callee)
      throws IOException {
    return LaterCalls.of(file(frame), frame.getMethodName(), frame.getLineNumber(), callee);
  }

  private static byte[] file(StackTraceElement frame) throws IOException {
    String name = '/' + frame.getClassName().replace('.', '/') + ".class";
    try (InputStream in = LaterCallsTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private Object later() {
    bad();
    latch.countDown();
    return latch;
  }

  private Object before() {
    latch.countDown();
    bad();
    return latch;
  }

  private Object finallyDoes() {
    try {
      bad();
    } finally {
      latch.countDown();
    }
    return latch;
  }

  private Object caughtSomethingElse() {
    try {
      bad();
    } catch (UnsupportedOperationException e) {
      return e;
    }
    latch.countDown();
    return latch;
  }

  private Object thrownOn() {
    try {
      bad();
    } catch (IllegalStateException e) {
      latch.countDown();
      throw e;
    }
    return latch;
  }

  private Object otherBranch(boolean which) {
    if (which) {
      bad();
    } else {
      latch.countDown();
    }
    return latch;
  }

  private Object nextRound() {
    for (int i = 0; i < 2; i++) {
      latch.countDown();
      bad();
    }
    return latch;
  }

  private Object sameLineAfter(CompletableFuture<String> future) {
    return future.complete(Objects.requireNonNull(nothing));
  }

  @SuppressWarnings("NullAway") // it is to throw
  private Object itself(CompletableFuture<String> future) {
    return future.complete(nothing.trim());
  }

  private static Object sameLineBefore(CompletableFuture<String> future) {
    return List.of(future.complete("yes"), explode());
  }

  private static Object explode() {
    throw new IllegalStateException("bad");
  }

  private static Object meets(CyclicBarrier barrier) throws Exception {
    bad();
    return barrier.await();
  }

  private Object throwsItself(boolean broken) {
    if (broken) {
      throw new IllegalStateException("bad");
    }
    latch.countDown();
    return latch;
  }

  private static Object never() {
    throw new IllegalStateException("bad");
  }

  private static Object givenToATask(CompletableFuture<String> other) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Runnable task = () -> result.complete("task");
    bad();
    other.completeExceptionally(new IllegalStateException("it has " + task));
    return result.complete("end");
  }

  @Test
  void whatEndsWaitsLaterHasItsReceiver() throws IOException {
    StackTraceElement frame = frame(() -> givenToATask(new CompletableFuture<>()));
    List<Skipped> ends =
        LaterCalls.ends(file(frame), frame.getMethodName(), frame.getLineNumber(), "bad");
    assertThat(ends).extracting(Skipped::call).containsExactly("completeExceptionally", "complete");
    assertThat(ends).extracting(Skipped::parameter).containsExactly(1, 0);
    assertThat(ends.get(0).given()).isEmpty();
    assertThat(ends.get(1).given())
        .singleElement()
        .asString()
        .startsWith(LaterCallsTest.class.getName() + ".lambda$givenToATask$");
    frame = frame(this::finallyDoes);
    assertThat(LaterCalls.ends(file(frame), frame.getMethodName(), frame.getLineNumber(), "bad"))
        .extracting(Skipped::call)
        .contains("countDown");
  }

  @Test
  void aThrowOfItsOwnSkipsWhatComesWhereItsConditionIsNotMet() throws IOException {
    assertThat(skipped(() -> throwsItself(true))).containsExactly("countDown");
    assertThat(skipped(LaterCallsTest::never)).isEmpty();
  }

  @Test
  void whatComesLaterIsSkippedUnlessAHandlerDoesIt() throws IOException {
    assertThat(skipped(this::later)).containsExactly("countDown");
    assertThat(skipped(this::before)).isEmpty();
    assertThat(skipped(this::finallyDoes)).isEmpty();
    assertThat(skipped(this::caughtSomethingElse)).containsExactly("countDown");
    assertThat(skipped(this::thrownOn)).isEmpty();
    assertThat(skipped(() -> otherBranch(true))).isEmpty();
    assertThat(skipped(this::nextRound)).containsExactly("countDown");
    assertThat(skipped(() -> meets(new CyclicBarrier(2)))).containsExactly("await");
  }

  @Test
  void onOneLineTheOrderOfCallsCounts() throws IOException {
    assertThat(skipped(() -> sameLineAfter(new CompletableFuture<>()))).containsExactly("complete");
    assertThat(skipped(() -> itself(new CompletableFuture<>()))).containsExactly("complete");
    assertThat(skipped(() -> sameLineBefore(new CompletableFuture<>()))).isEmpty();
  }

  @Test
  void whatItIsCalledOnIsAFieldOrAParameter() throws IOException {
    StackTraceElement frame = frame(this::later);
    assertThat(of(frame, "bad"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.type()).isEqualTo("java.util.concurrent.CountDownLatch");
              assertThat(Objects.requireNonNull(each.on()).field()).isEqualTo("latch");
              assertThat(each.line()).isEqualTo(frame.getLineNumber() + 1);
            });
    CountDownLatch[] both = {new CountDownLatch(1), new CountDownLatch(1)};
    CountDownLatch other = both[0];
    CountDownLatch counted = both[1];
    Runnable lambda =
        () -> {
          other.getCount();
          bad();
          counted.countDown();
        };
    assertThat(of(frame(lambda), "bad"))
        .singleElement()
        .satisfies(each -> assertThat(each.parameter()).isEqualTo(2));
  }

  private final Semaphore first = new Semaphore(9);
  private final Semaphore second = new Semaphore(9);

  private Object keepsBoth() throws InterruptedException {
    first.acquire();
    try {
      second.acquire(2);
      bad();
    } finally {
      second.release(2);
      first.release();
    }
    return first;
  }

  private Object handsOver() throws InterruptedException {
    first.acquire();
    bad();
    second.release();
    return second;
  }

  private Object gaveBack() throws InterruptedException {
    first.acquire();
    first.release();
    bad();
    return first;
  }

  private Object takesItAgain() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      first.acquire();
      first.release();
      bad();
    }
    return first;
  }

  @Test
  void permitsAreKeptThatWereAcquiredBeforeAndAreReleasedLater() throws IOException {
    assertThat(kept(this::keepsBoth)).containsExactly("first", "second");
    assertThat(kept(this::handsOver)).isEmpty();
    assertThat(kept(this::gaveBack)).isEmpty();
    assertThat(kept(this::takesItAgain)).isEmpty();
  }

  private final StampedLock lock = new StampedLock();

  private Object upgrades() {
    long stamp = lock.readLock();
    try {
      bad();
    } finally {
      lock.unlockRead(stamp);
    }
    return lock;
  }

  private Object looksFirst() {
    long stamp = lock.tryOptimisticRead();
    bad();
    lock.unlock(stamp);
    return lock;
  }

  private Object downgraded() {
    long stamp = lock.writeLock();
    lock.unlockWrite(stamp);
    bad();
    lock.unlock(stamp);
    return lock;
  }

  @Test
  void stampsAreKeptThatWereTakenBeforeAndAreGivenBackLater() throws IOException {
    assertThat(kept(this::upgrades)).containsExactly("lock");
    assertThat(kept(this::looksFirst)).isEmpty();
    assertThat(kept(this::downgraded)).isEmpty();
  }

  private static List<String> kept(Callable<?> throwing) throws IOException {
    StackTraceElement frame = thrown(throwing).getStackTrace()[1];
    return LaterCalls.kept(file(frame), frame.getMethodName(), frame.getLineNumber(), "bad")
        .stream()
        .map(call -> Objects.requireNonNull(call.on()).field())
        .toList();
  }

  private static Object waitsOnce(List<String> said) {
    bad();
    said.add("done");
    return said;
  }

  private static Object waitsLast(List<String> said) {
    said.add("begun");
    bad();
    return said;
  }

  private static Object guards(List<String> said) {
    while (said.isEmpty()) {
      bad();
    }
    said.add("done");
    return said;
  }

  private static Object takesTurns(List<String> said) {
    for (; ; ) {
      synchronized (said) {
        while (said.isEmpty()) {
          bad();
        }
      }
      said.clear();
    }
  }

  private static Object untilTheLast(List<String> said) {
    for (int i = 0; i < said.size(); i++) {
      said.forEach(System.out::println);
      bad();
    }
    return said;
  }

  private static Object forEachOf(List<String> said) {
    for (String each : said) {
      System.out.println(each);
      bad();
    }
    return said;
  }

  private static Object untilThereAreTen(List<String> said) {
    while (said.size() < 10) {
      said.add(String.valueOf(System.nanoTime()));
      bad();
    }
    return said;
  }

  private static Object untilItIsSaid(List<String> said) {
    int rounds = 0;
    while (!said.isEmpty()) {
      bad();
      if (++rounds > said.size()) {
        System.out.println(rounds);
      }
    }
    return said;
  }

  private static Object forEver(List<String> said) {
    bad(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    return said;
  }

  private static void bad(long time, TimeUnit unit) {
    throw new IllegalStateException(time + " " + unit);
  }

  @Test
  void howAMethodGoesOnTellsAWaitFromALoopThatWaits() throws IOException {
    assertThat(onward(() -> waitsOnce(List.of())))
        .isEqualTo(new Onward(false, true, false, true, true, false, false));
    assertThat(onward(() -> waitsLast(new ArrayList<>())))
        .isEqualTo(new Onward(false, true, false, false, true, false, false));
    assertThat(onward(() -> guards(List.of())))
        .isEqualTo(new Onward(true, true, true, true, true, false, false));
    assertThat(onward(() -> takesTurns(List.of())))
        .isEqualTo(new Onward(true, false, true, false, false, false, false));
  }

  @Test
  void aLoopThatCountsIsToldFromOneThatWaitsForACondition() throws IOException {
    assertThat(onward(() -> untilTheLast(List.of("a"))))
        .isEqualTo(new Onward(true, false, true, false, true, true, false));
    assertThat(onward(() -> forEachOf(List.of("a"))).counted()).isTrue();
    assertThat(onward(() -> untilThereAreTen(new ArrayList<>())).counted()).isTrue();
    assertThat(onward(() -> untilItIsSaid(List.of("a"))).counted()).isFalse();
  }

  private static final class Gate {
    private Gate() {}

    private void bad() {
      throw new IllegalStateException(toString());
    }
  }

  private static Object atAGateOfItsOwn(List<String> said) {
    new Gate().bad();
    said.add("never");
    return said;
  }

  @Test
  void atWhatNobodyElseKnowsAMethodMeansToWaitForEver() throws IOException {
    assertThat(onward(() -> atAGateOfItsOwn(List.of())).more()).isFalse();
  }

  @Test
  void aTimeOutThatNeverComesIsNone() throws IOException {
    assertThat(onward(() -> forEver(List.of())).never()).isTrue();
    assertThat(onward(() -> waitsOnce(List.of())).never()).isFalse();
  }

  private static Onward onward(Callable<?> throwing) throws IOException {
    StackTraceElement frame = thrown(throwing).getStackTrace()[1];
    return LaterCalls.onward(file(frame), frame.getMethodName(), frame.getLineNumber(), "bad");
  }

  @Test
  void whatAMethodUnderWayMayCallLaterIsToldByItsLine() throws IOException {
    assertThat(later(frame(this::later))).contains("countDown");
    assertThat(later(frame(this::before))).doesNotContain("countDown");
    assertThat(later(frame(this::nextRound))).contains("countDown", "bad");
    assertThat(later(frame(this::finallyDoes))).contains("countDown");
  }

  @Test
  void aMethodThatRunsItselfMayHaveToDoAllOfItsLine() throws IOException {
    StackTraceElement before = new Throwable().getStackTrace()[0];
    Thread.onSpinWait();
    int next = before.getLineNumber() + 1;
    assertThat(LaterCalls.later(file(before), before.getMethodName(), next, null))
        .extracting(ClassCode.Call::name)
        .contains("onSpinWait");
    assertThat(LaterCalls.later(file(before), before.getMethodName(), next, "onSpinWait"))
        .extracting(ClassCode.Call::name)
        .doesNotContain("onSpinWait");
  }

  private static List<String> later(StackTraceElement frame) throws IOException {
    return Objects.requireNonNull(
            LaterCalls.later(file(frame), frame.getMethodName(), frame.getLineNumber(), "bad"))
        .stream()
        .map(ClassCode.Call::name)
        .toList();
  }

  private static StackTraceElement frame(Runnable throwing) {
    try {
      throwing.run();
    } catch (IllegalStateException e) {
      return e.getStackTrace()[1];
    }
    throw new AssertionError("nothing thrown");
  }

  @Test
  void ofALineThatNoMethodHasNothingIsKnown() throws IOException {
    StackTraceElement frame = frame(this::finallyDoes);
    assertThat(LaterCalls.later(file(frame), frame.getMethodName(), -1, "bad")).isNull();
  }
}

package dev.snarl.observe.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a JVM without virtual threads the bean is the truth. */
class LiveThreadsTest {
  private static final int WAITING = 5;
  private static final int TIMED = 4;
  private static final int BLOCKED = 3;
  private static final int RUNNING = 2;

  private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Object lock = new Object();
  private final List<Thread> started = new ArrayList<>();

  /** Answers for itself, wrongly, and has a thread group of its own. */
  private static final class Odd extends Thread {
    Odd(Runnable work) {
      super(new ThreadGroup("a group of the application"), work);
    }

    @Override
    public State getState() {
      throw new UnsupportedOperationException("asked the application");
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new UnsupportedOperationException("asked the application");
    }
  }

  private void waitsHere() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void runs() {
    while (over.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private void blocks() {
    synchronized (lock) {
      runs();
    }
  }

  private void waitsForAnHour() {
    while (over.getCount() > 0) {
      LockSupport.parkNanos(Duration.ofHours(1).toNanos());
    }
  }

  private Thread start(Thread thread) {
    thread.setDaemon(true);
    thread.start();
    started.add(thread);
    return thread;
  }

  @AfterEach
  void theyEnd() throws InterruptedException {
    over.countDown();
    for (Thread thread : started) {
      LockSupport.unpark(thread);
      thread.join();
    }
  }

  @Test
  void theyAreTheThreadsOfTheBeanInTheStatesThatTheBeanSays() {
    Thread neverStarted = new Thread(this::waitsHere);
    synchronized (lock) {
      for (int i = 0; i < WAITING; i++) {
        start(i == 0 ? new Odd(this::waitsHere) : new Thread(this::waitsHere));
      }
      for (int i = 0; i < TIMED; i++) {
        start(new Thread(this::waitsForAnHour));
      }
      for (int i = 0; i < BLOCKED; i++) {
        start(new Thread(this::blocks));
      }
      for (int i = 0; i < RUNNING; i++) {
        start(new Thread(this::runs));
      }
      Map<Thread.State, Integer> now = agreed();
      assertThat(now.get(Thread.State.WAITING)).isGreaterThanOrEqualTo(WAITING);
      assertThat(now.get(Thread.State.TIMED_WAITING)).isGreaterThanOrEqualTo(TIMED);
      assertThat(now.get(Thread.State.BLOCKED)).isGreaterThanOrEqualTo(BLOCKED);
      assertThat(now.get(Thread.State.RUNNABLE)).isGreaterThanOrEqualTo(RUNNING);
      assertThat(now).doesNotContainKeys(Thread.State.NEW, Thread.State.TERMINATED);
      assertThat(JdkCalls.threads()).containsAll(started).doesNotContain(neverStarted);
    }
  }

  /** What both count once they see the same threads, and in the same states. */
  private Map<Thread.State, Integer> agreed() {
    Instant deadline = Instant.now().plusSeconds(30);
    String last = "";
    while (Instant.now().isBefore(deadline)) {
      Map<Thread.State, Integer> bean = ofTheBean();
      Map<Thread.State, Integer> ours = LiveThreads.byState();
      long[] ids = Arrays.stream(JdkCalls.threads()).mapToLong(JdkCalls::id).sorted().toArray();
      long[] idsOfTheBean = Arrays.stream(this.bean.getAllThreadIds()).sorted().toArray();
      boolean settled =
          started.stream().noneMatch(thread -> JdkCalls.state(thread) == Thread.State.NEW)
              && ours.getOrDefault(Thread.State.BLOCKED, 0) >= BLOCKED
              && ours.getOrDefault(Thread.State.TIMED_WAITING, 0) >= TIMED
              && ours.getOrDefault(Thread.State.WAITING, 0) >= WAITING;
      if (settled && bean.equals(ours) && Arrays.equals(ids, idsOfTheBean)) {
        return ours;
      }
      last = bean + " " + ours + Arrays.toString(idsOfTheBean) + Arrays.toString(ids);
      Thread.onSpinWait();
    }
    throw new AssertionError(last);
  }

  private Map<Thread.State, Integer> ofTheBean() {
    Map<Thread.State, Integer> counts = new EnumMap<>(Thread.State.class);
    for (ThreadInfo info : bean.getThreadInfo(bean.getAllThreadIds(), 0)) {
      if (info != null) {
        counts.merge(info.getThreadState(), 1, Integer::sum);
      }
    }
    return counts;
  }

  @Test
  void theStackOfOneThreadIsThatThreadsWhateverItsClassSays() {
    Thread odd = start(new Odd(this::waitsHere));
    while (JdkCalls.state(odd) != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThat(LiveThreads.stack(JdkCalls.id(odd)))
        .extracting(StackTraceElement::getMethodName)
        .contains("waitsHere");
  }

  @Test
  void whereThereIsNoSuchThreadThereIsNoStack() {
    assertThat(LiveThreads.stack(Long.MAX_VALUE)).isEmpty();
    assertThat(LiveThreads.stack(0)).isEmpty();
  }
}

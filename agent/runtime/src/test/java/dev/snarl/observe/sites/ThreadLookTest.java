package dev.snarl.observe.sites;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.RUNNABLE;
import static java.lang.Thread.State.TIMED_WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ThreadLookTest {

  private final CountDownLatch over = new CountDownLatch(1);
  private final Sites sites =
      new Sites(new Frames(List.of(ThreadLookTest.class.getName()), KnownLibraries.frames()));

  private void here() {
    await();
  }

  private void there() {
    await();
  }

  private void await() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Says nothing of itself. */
  private static final class Silent extends Thread {
    Silent(Runnable work) {
      super(work);
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new UnsupportedOperationException("asked the application");
    }
  }

  @Test
  void severalThreadsAreSeenInTheOrderInWhichTheyWereAsked() throws InterruptedException {
    Thread ended = new Thread(() -> {});
    Thread silent = new Silent(this::there);
    Thread open = new Thread(this::here);
    List<Thread> threads = List.of(open, ended, silent);
    for (Thread thread : threads) {
      thread.setDaemon(true);
      thread.start();
    }
    ended.join();
    while (!parked(silent) || !parked(open)) {
      Thread.onSpinWait();
    }
    ThreadLook.Seen[] seen = ThreadLook.at(threads);
    over.countDown();

    assertThat(seen[0].look(sites, 0).site().text).contains("ThreadLookTest.java");
    assertThat(seen[0].state).isEqualTo(Thread.State.WAITING);
    assertThat(frames(seen[0])).contains("here").doesNotContain("there");
    assertThat(frames(seen[1])).isEmpty();
    assertThat(frames(seen[2])).contains("there").doesNotContain("here");
    assertThat(seen[1].state).isEqualTo(Thread.State.TERMINATED);
  }

  @Test
  void aThreadThatCameToAMonitorAfterItsStackWasReadRuns() {
    assertThat(ThreadLook.meanwhile(RUNNABLE, BLOCKED)).isEqualTo(RUNNABLE);
    assertThat(ThreadLook.meanwhile(TIMED_WAITING, BLOCKED)).isEqualTo(RUNNABLE);
    assertThat(ThreadLook.meanwhile(BLOCKED, BLOCKED)).isEqualTo(BLOCKED);
    assertThat(ThreadLook.meanwhile(RUNNABLE, TIMED_WAITING)).isEqualTo(TIMED_WAITING);
  }

  @Test
  void nobodyIsAskedIfThereIsNobody() {
    assertThat(ThreadLook.at(List.of())).isEmpty();
  }

  /** Without a word of its own; it may wait for a class to be loaded before that. */
  private static boolean parked(Thread thread) {
    return JdkCalls.state(thread) == Thread.State.WAITING
        && JdkCalls.stacks(List.of(thread))[0].length > 0
        && JdkCalls.stacks(List.of(thread))[0][0].getMethodName().equals("park");
  }

  private static List<String> frames(ThreadLook.Seen seen) {
    List<String> methods = new ArrayList<>();
    for (StackTraceElement frame : seen.stack) {
      methods.add(frame.getMethodName());
    }
    return methods;
  }
}

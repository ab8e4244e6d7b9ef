package dev.snarl.observe;

import static java.time.Duration.ofSeconds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Turns;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.coroutines.BlockingCoroutines;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.tasks.LateTimers;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.VirtualLooks;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.stacks.Frames;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real threads at real locks, counted with time that the test makes. */
class LockWatchTest {

  private static final int WAITERS = 12;
  private static final long SECOND = 1_000_000_000L;

  private final Recorder recorder = new Recorder(new Frames(List.of(), KnownLibraries.frames()));
  private final PoolWatch pools = new PoolWatch(recorder.executors, recorder.sites, null);
  private final Census census =
      new Census(
          recorder,
          new LateTimers(recorder.executors, recorder.sites),
          new BlockingCoroutines(
              recorder.executors, recorder.detached, recorder.sites, pools.tasks()),
          new Wakers(recorder.sites, recorder.names, pools),
          command -> null);
  private final Looks looks = new Looks();
  private final Turns turns = new Turns();
  private final List<Thread> threads = new ArrayList<>();
  private Callable<?> beforeLooks = () -> null;
  private long now = SECOND;

  private void start(Callable<?> body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.call();
              } catch (Exception e) {
                assertThat(e).isInstanceOf(InterruptedException.class);
              }
            },
            "lock-watch-" + threads.size());
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  @AfterEach
  void end() throws InterruptedException {
    turns.release();
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void look() throws Exception {
    census.tick(
        looks,
        new Threads(recorder.names, pools, thread -> false, new VirtualLooks(), now),
        List.of(),
        now);
    beforeLooks.call();
    looks.take();
    census.end(now);
    now += SECOND;
  }

  /** Looks until it is so, and returns the queue in that method. */
  private LockQueue await(String method, Predicate<LockQueue> wanted) throws Exception {
    long deadline = System.nanoTime() + ofSeconds(20).toNanos();
    List<LockQueue> last = List.of();
    while (System.nanoTime() < deadline) {
      look();
      last =
          census
              .record(new Threads(recorder.names, pools, thread -> false, new VirtualLooks(), 0), 0)
              .locks();
      for (LockQueue queue : last) {
        if (queue.method().endsWith("." + method) && wanted.test(queue)) {
          return queue;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError("not seen within 20 s: " + last);
  }

  private void awaitStates(Thread.State state, int count) throws InterruptedException {
    long deadline = System.nanoTime() + ofSeconds(20).toNanos();
    while (threads.stream().filter(thread -> thread.getState() == state).count() < count) {
      assertThat(System.nanoTime()).as("threads in state %s", state).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  @Test
  void threadsAtAMonitorAreCountedWithItsOwner() throws Exception {
    for (int i = 0; i <= WAITERS; i++) {
      start(turns::guarded);
    }
    awaitStates(Thread.State.BLOCKED, WAITERS);
    LockQueue queue =
        await("guarded", q -> q.threads() == WAITERS && q.nanos() > 0 && q.holder() != null);
    assertThat(queue.monitor()).isTrue();
    assertThat(queue.lock()).isEqualTo(Turns.class.getName());
    assertThat(queue.site()).startsWith("com.acme.Turns.guarded(Turns.java:");
    assertThat(queue.blockedIn()).startsWith("a monitor at ");
    Holder holder = requireNonNull(queue.holder());
    assertThat(holder.blockedIn()).isEqualTo("java.util.concurrent.CountDownLatch.await");
    assertThat(holder.input()).isNull();
    assertThat(queue.inputNanos()).isZero();
    look();
    assertThat(recorder.waits.blocked.all())
        .anyMatch(
            cell ->
                cell.key.kind().equals("monitor")
                    && cell.key.site().text.equals(queue.site())
                    && cell.nanos.get() >= SECOND);
  }

  @Test
  void threadsAtALockAreCountedWithItsOwner() throws Exception {
    for (int i = 0; i <= WAITERS; i++) {
      start(turns::locked);
    }
    awaitStates(Thread.State.WAITING, WAITERS + 1);
    LockQueue queue =
        await("locked", q -> q.threads() == WAITERS && q.nanos() > 0 && q.holder() != null);
    assertThat(queue.lock()).isEqualTo(ReentrantLock.class.getName());
    Holder holder = requireNonNull(queue.holder());
    assertThat(holder.thread()).isEqualTo("lock-watch-#");
  }

  @Test
  void whoGaveTheLockBackBeforeTheLookIsNoLongerItsOwner() throws Exception {
    for (int i = 0; i <= WAITERS; i++) {
      start(turns::inTurn);
    }
    awaitStates(Thread.State.WAITING, WAITERS + 1);
    beforeLooks =
        () -> {
          turns.handOn();
          awaitStates(Thread.State.WAITING, WAITERS + 1);
          return null;
        };
    assertThat(await("inTurn", q -> q.samples() > 10L * WAITERS).holder()).isNull();
    beforeLooks = () -> null;
    Holder holder = requireNonNull(await("inTurn", q -> q.holder() != null).holder());
    assertThat(holder.blockedIn()).isEqualTo("java.util.concurrent.Semaphore.acquire");
  }

  @Test
  void timeAtALockWhoseOwnerReadsASocketIsCountedApart() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket silent = server.accept()) {
      InputStream answers = client.getInputStream();
      for (int i = 0; i <= WAITERS; i++) {
        start(() -> turns.asked(answers));
      }
      awaitStates(Thread.State.BLOCKED, WAITERS);
      LockQueue queue = await("asked", q -> q.inputNanos() > 0);
      assertThat(requireNonNull(queue.holder()).input()).isEqualTo("socket");
      silent.shutdownOutput(); // each of them reads the end
    }
  }

  @Test
  void whoWaitsForAConditionOrAQueueOrHisTurnAtAQueueIsIdle() throws Exception {
    for (int i = 0; i <= WAITERS; i++) {
      start(turns::next);
      start(turns::conditional);
      start(turns::take);
    }
    awaitStates(Thread.State.BLOCKED, WAITERS);
    awaitStates(Thread.State.WAITING, 2 * WAITERS + 3);
    for (int i = 0; i < 30; i++) {
      look();
    }
    long before =
        census
            .record(new Threads(recorder.names, pools, thread -> false, new VirtualLooks(), 0), 0)
            .locks()
            .stream()
            .mapToLong(LockQueue::nanos)
            .sum();
    for (int i = 0; i < 10; i++) {
      look();
    }
    assertThat(
            census
                .record(
                    new Threads(recorder.names, pools, thread -> false, new VirtualLooks(), 0), 0)
                .locks())
        .allMatch(queue -> queue.threads() == 0);
    assertThat(
            census
                .record(
                    new Threads(recorder.names, pools, thread -> false, new VirtualLooks(), 0), 0)
                .locks()
                .stream()
                .mapToLong(LockQueue::nanos)
                .sum())
        .isEqualTo(before);
  }
}

package dev.snarl.observe.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.snarl.graph.Criteria;
import dev.snarl.graph.WaitGraph;
import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Tasks;
import dev.snarl.observe.slots.WaitsOver;
import dev.snarl.observe.waits.PoolEnds;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.VirtualLooks;
import dev.snarl.snapshot.Wait;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

/**
 * Random programs of real threads that take monitors, locks, read and write locks and the ends of
 * other threads in random orders. Whether a thread ends is the truth.
 */
class LockWorldsTest {
  private static final int WORLDS = 120;
  private static final int PATIENCE = 50;
  private static final long TICK = 200_000_000L;
  private static final long STILL_FOR = 60_000_000L;

  private final Frames frames = new Frames(List.of(), KnownLibraries.frames());
  private final Sites sites = new Sites(frames);
  private final Names names = new Names();
  private final WaitsOver over = new WaitsOver(sites, names, new Tasks(frames));
  private final PoolWatch pools = new PoolWatch(new KnownExecutors(sites), sites, null);

  /** One program. */
  private static final class World {
    final List<Thread> threads = new ArrayList<>();
    private final List<Object> monitors = List.of(new Object(), new Object());
    private final List<Lock> locks = new ArrayList<>();

    World(Random random) {
      ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock(random.nextBoolean());
      locks.add(new ReentrantLock(random.nextBoolean()));
      locks.add(readWrite.readLock());
      locks.add(readWrite.readLock());
      locks.add(readWrite.writeLock());
      int size = 2 + random.nextInt(4);
      for (int i = 0; i < size; i++) {
        int[] steps = random.ints(1 + random.nextInt(4), 0, 6 + i).toArray();
        Thread thread = new Thread(() -> run(steps, 0), "world-" + i);
        thread.setDaemon(true);
        threads.add(thread);
      }
      threads.forEach(Thread::start);
    }

    /** Holds all of the steps before while it takes the next one. */
    private void run(int[] steps, int at) {
      if (at == steps.length) {
        return;
      }
      LockSupport.parkNanos(100_000); // the others get as far
      int step = steps[at];
      if (step < 2) {
        synchronized (monitors.get(step)) {
          run(steps, at + 1);
        }
      } else if (step < 6) {
        locks.get(step - 2).lock();
        try {
          run(steps, at + 1);
        } finally {
          locks.get(step - 2).unlock();
        }
      } else {
        join(threads.get(step - 6));
        run(steps, at + 1);
      }
    }

    private static void join(Thread thread) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Until every thread has ended or none moves any more. */
    List<Thread> left() throws InterruptedException {
      List<Thread.State> before = List.of();
      long since = System.nanoTime();
      while (System.nanoTime() - since < STILL_FOR) {
        List<Thread.State> states = threads.stream().map(Thread::getState).toList();
        if (!states.equals(before)
            || states.contains(Thread.State.RUNNABLE)
            || states.contains(Thread.State.TIMED_WAITING)) {
          before = states;
          since = System.nanoTime();
        }
        Thread.sleep(1);
      }
      return threads.stream().filter(Thread::isAlive).toList();
    }
  }

  @Test
  void theGraphSaysWhichThreadsNeverEnd() throws Exception {
    int deadlocks = 0;
    for (int seed = 0; seed < WORLDS; seed++) {
      World world = new World(new Random(seed));
      List<Thread> left = world.left();
      List<Wait> waits = waits(world.threads);
      for (int i = 0; i < PATIENCE && !stuck(world, waits).equals(left); i++) {
        left = world.left(); // a thread that had no processor for a while looks like one that hangs
        waits = waits(world.threads);
      }
      deadlocks += left.isEmpty() ? 0 : 1;
      assertThat(stuck(world, waits)).as("world %s: %s", seed, waits).isEqualTo(left);
    }
    assertThat(deadlocks).as("worlds with a deadlock").isBetween(WORLDS / 10, WORLDS * 9 / 10);
  }

  private static List<Thread> stuck(World world, List<Wait> waits) {
    WaitGraph graph = new WaitGraph(waits, List.of(), Criteria.proof(0.2));
    return world.threads.stream().filter(thread -> graph.stuck(JdkCalls.id(thread))).toList();
  }

  /** As the observer sees them in three ticks. */
  private List<Wait> waits(List<Thread> threads) {
    Monitors monitors = new Monitors();
    LockWaits waits =
        new LockWaits(sites, names, over, monitors, new PoolEnds(new KnownExecutors(sites)));
    Looks looks = new Looks();
    List<Wait> records = new ArrayList<>();
    long now = TICK;
    for (int tick = 0; tick < 4; tick++) {
      waits.begin();
      threads.forEach(thread -> waits.count(thread, thread.getState()));
      monitors.threads(threads.toArray(new Thread[0]));
      waits.end();
      Threads known = new Threads(names, pools, thread -> false, new VirtualLooks(), now);
      waits.tick(looks, known, List.of(), now);
      looks.take();
      records.clear();
      waits.addTo(records, known);
      now += TICK;
    }
    return records;
  }
}

package dev.snarl.observe;

import dev.snarl.snapshot.Crowds;

/**
 * A pass over all platform threads, about once a second, by their states alone: a field of each,
 * and what it is parked on, another. That takes no look at a stack and stops nothing; of 10,000
 * threads a millisecond or two, so of more than 4,000 it is made less often. The observer's thread
 * only.
 */
final class Census {

  private static final long PAUSE = 5 * Observer.TICK_NANOS;
  private static final int THREADS_OF_A_PAUSE = 4_000;
  private static final long LONGEST = 5;

  private final LockWatch locks;
  private final RiseWatch rises;
  private long lastPass;
  private long nextPass;
  private boolean counting;

  Census(Recorder recorder, PoolWatch pools) {
    this.locks = new LockWatch(recorder);
    this.rises = new RiseWatch(pools);
  }

  /** Counts, and asks for the looks that it needs. */
  void tick(Looks looks, long now) {
    counting = now - nextPass >= 0 || lastPass == 0;
    if (!counting) {
      return;
    }
    Thread[] threads = JdkCalls.threads();
    locks.begin();
    rises.begin();
    for (Thread thread : threads) {
      if (!(thread instanceof AgentThread)) {
        Thread.State state = JdkCalls.state(thread);
        locks.count(thread, state);
        rises.count(thread, state);
      }
    }
    rises.end(now);
    locks.ask(looks, threads);
    nextPass = now + PAUSE * Math.max(1, Math.min(LONGEST, threads.length / THREADS_OF_A_PAUSE));
  }

  /** The looks have been taken. */
  void end(long now) {
    if (counting) {
      locks.end(now, lastPass == 0 ? 0 : Math.min(now - lastPass, LONGEST * PAUSE));
      lastPass = now;
    }
  }

  Crowds record() {
    return new Crowds(locks.record(), rises.record());
  }

  long dropped() {
    return locks.dropped();
  }
}

package dev.snarl.hypotheses;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Crowds.Holder;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Profile;
import dev.snarl.snapshot.Profile.SiteWait;
import dev.snarl.snapshot.Profile.WaitKind;
import dev.snarl.text.Figures;
import dev.snarl.text.Words;
import java.util.Comparator;
import java.util.Set;

/**
 * Whether threads wait for each other's locks: the blocking calls in samples of busy pool threads
 * and, if the flight recorder runs, its waits for monitors.
 */
final class LockSuspicion {
  private static final long ENOUGH_SAMPLES = 100;
  private static final double LITTLE = 0.05;
  private static final double MUCH = 0.3;

  private static final double LASTING_SECONDS = 5;

  private static final Set<String> LOCKS =
      Set.of(
          "java.util.concurrent.locks.ReentrantLock.lock",
          "java.util.concurrent.locks.ReentrantLock.lockInterruptibly",
          "java.util.concurrent.locks.ReentrantLock.tryLock",
          "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock",
          "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock",
          "java.util.concurrent.locks.StampedLock.readLock",
          "java.util.concurrent.locks.StampedLock.writeLock");

  private LockSuspicion() {}

  static Opinion judge(Facts facts) {
    long samples =
        facts.grew(now -> now.pools(), p -> p.activity().onCpu() + p.activity().blocked());
    if (samples >= ENOUGH_SAMPLES) {
      long waiting = facts.grew(now -> now.pools(), LockSuspicion::atLocks);
      double share = (double) waiting / samples;
      return Opinion.over(
          facts.seconds(),
          Opinion.between(share, LITTLE, MUCH),
          "busy pool threads were waiting for a lock in %s of %s samples"
              .formatted(Figures.percent(share), Figures.number(samples)));
    }
    Profile profile = facts.latest().vitals().profile();
    if (profile.recorder().running() && facts.someWork()) {
      return recorded(facts, profile);
    }
    return Opinion.notSeen("only %s of busy threads".formatted(Figures.plural(samples, "sample")));
  }

  /** Threads that wait for a lock whose owner waits for a socket, a child process or a file. */
  static Opinion heldInInput(Facts facts) {
    double threads =
        facts.grew(now -> now.crowds().locks(), LockQueue::inputNanos)
            / Figures.NANOS
            / Math.max(1, facts.seconds());
    LockQueue most =
        facts.latest().crowds().locks().stream()
            .max(Comparator.comparingLong(LockQueue::inputNanos))
            .orElse(null);
    Holder holder = most == null ? null : most.holder();
    if (threads < LITTLE || most == null) {
      // Fewer than three threads at a lock are in no queue that is counted.
      Opinion waits = judge(facts);
      return waits.answer() == Answer.FALSE ? waits : Opinion.notSeen(waits.number());
    }
    return new Opinion(
        threads >= 1 ? Answer.TRUE : Answer.NOT_SEEN,
        "on average %s threads waited for a lock whose owner waited for a socket, a process or a file%s"
            .formatted(
                Figures.number(threads),
                holder == null || holder.blockedIn() == null
                    ? ""
                    : ", most of them while it was in " + Words.call(holder.blockedIn())),
        facts.seconds(),
        threads >= 1 && holder != null ? holder.site() : "");
  }

  /** A wait for a lock that lasts may be part of a cycle that is not proved. */
  static Opinion deadlocked(Facts facts) {
    long longest =
        Edge.of(facts.latest().waits()).stream()
            .filter(edge -> edge.step() instanceof Need.Held)
            .mapToLong(edge -> edge.cause().blockedNanos())
            .max()
            .orElse(0);
    if (longest == 0 && !facts.someWork()) {
      return Opinion.notSeen("nothing was done in the last minute");
    }
    double seconds = longest / Figures.NANOS;
    return Opinion.now(
        seconds < LASTING_SECONDS ? Answer.FALSE : Answer.NOT_SEEN,
        "longest wait for a lock or for the end of a thread: " + Figures.time(seconds));
  }

  private static Opinion recorded(Facts facts, Profile profile) {
    double threads =
        facts.grew(now -> now.vitals().profile().waits(), LockSuspicion::monitorNanos)
            / Figures.NANOS
            / Math.max(1, facts.seconds());
    String most =
        profile.waits().stream()
            .filter(wait -> wait.kind() == WaitKind.MONITOR)
            .max(Comparator.comparingLong(SiteWait::nanos))
            .map(SiteWait::site)
            .orElse("");
    return new Opinion(
        Opinion.between(threads, LITTLE, 1),
        "on average %s threads waited for a monitor".formatted(Figures.number(threads)),
        facts.seconds(),
        threads >= 1 ? most : "");
  }

  private static long monitorNanos(SiteWait wait) {
    return wait.kind() == WaitKind.MONITOR ? wait.nanos() : 0;
  }

  private static long atLocks(Pool pool) {
    return pool.activity().blockedIn().stream()
        .filter(row -> lock(row.in().call()))
        .mapToLong(Pool.BlockedCall::count)
        .sum();
  }

  private static boolean lock(String call) {
    return call.startsWith("a monitor at ") || LOCKS.contains(call);
  }
}

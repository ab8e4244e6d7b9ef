package dev.snarl.observe;

import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.stacks.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that queue for locks. Those blocked at a monitor are known by their state,
 * those parked on a lock of the JDK by what they are parked on, which also names its owner; a
 * worker that waits for its next task is parked on a condition and does not count. Where three or
 * more queue, a few of them are looked at, at random, and stand for the others. The observer's
 * thread only, as part of {@link Census}.
 */
final class LockWatch {

  private static final int CROWD = 3;
  private static final int LOOKS_AT_MONITORS = 8;
  private static final int LOOKS_AT_A_LOCK = 2;
  private static final int LOCKS_EACH_PASS = 3;
  private static final int HOLDERS_EACH_PASS = 2;
  private static final int MOST = 200;
  private static final long FORGOTTEN_AFTER = 180_000_000_000L;

  /** Only these: parked on one, a thread waits for nothing else than to have it. */
  private static final Set<String> LOCKS =
      Set.of(
          "java.util.concurrent.locks.ReentrantLock$NonfairSync",
          "java.util.concurrent.locks.ReentrantLock$FairSync",
          "java.util.concurrent.locks.ReentrantReadWriteLock$NonfairSync",
          "java.util.concurrent.locks.ReentrantReadWriteLock$FairSync",
          "java.util.concurrent.locks.StampedLock");

  /** The threads of one pass that wait for one lock, or at any monitor. */
  private static final class Lot {
    final @Nullable Object lock;
    final List<Thread> threads = new ArrayList<>();
    final IdentityHashMap<Thread, ThreadLook.Seen> seen = new IdentityHashMap<>();
    ThreadLook.@Nullable Seen owner;
    String ownerName = "";

    Lot(@Nullable Object lock) {
      this.lock = lock;
    }
  }

  private final Recorder recorder;
  private final Map<String, QueuedThreads> queues = new HashMap<>();
  private final IdentityHashMap<Object, Lot> byLock = new IdentityHashMap<>();
  private final IdentityHashMap<Thread, ThreadLook.Seen> candidates = new IdentityHashMap<>();
  private Lot blocked = new Lot(null);
  private long dropped;

  LockWatch(Recorder recorder) {
    this.recorder = recorder;
  }

  void begin() {
    blocked = new Lot(null);
    byLock.clear();
    candidates.clear();
  }

  void count(Thread thread, Thread.State state) {
    if (state == Thread.State.BLOCKED) {
      blocked.threads.add(thread);
    } else if (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) {
      Object blocker = LockSupport.getBlocker(thread);
      if (blocker != null && JdkCalls.jdks(blocker) && LOCKS.contains(name(blocker))) {
        byLock.computeIfAbsent(blocker, Lot::new).threads.add(thread);
      }
    }
  }

  private static String name(Object blocker) {
    return blocker.getClass().getName();
  }

  void ask(Looks looks, Thread[] all) {
    if (blocked.threads.size() >= CROWD) {
      some(blocked, LOOKS_AT_MONITORS, looks);
      askForHolders(looks, all);
    }
    byLock.values().removeIf(lot -> lot.threads.size() < CROWD);
    byLock.values().stream()
        .sorted((a, b) -> b.threads.size() - a.threads.size())
        .limit(LOCKS_EACH_PASS)
        .forEach(lot -> askAtLock(lot, looks));
  }

  private void askAtLock(Lot lot, Looks looks) {
    some(lot, LOOKS_AT_A_LOCK, looks);
    if (Places.object(lot.lock, "exclusiveOwnerThread") instanceof Thread owner) {
      lot.ownerName = recorder.names.group(owner.getName());
      looks.at(owner, seen -> lot.owner = seen);
    }
  }

  private static void some(Lot lot, int most, Looks looks) {
    int n = lot.threads.size();
    int first = ThreadLocalRandom.current().nextInt(n);
    int asked = Math.min(most, n);
    for (int i = 0; i < asked; i++) {
      Thread thread = lot.threads.get((first + i * n / asked) % n);
      looks.at(thread, seen -> lot.seen.put(thread, seen));
    }
  }

  /** Who holds a monitor the JVM does not say: mostly another thread of the same name does. */
  private void askForHolders(Looks looks, Thread[] all) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String stem = stem(blocked.threads.get(random.nextInt(blocked.threads.size())));
    int first = random.nextInt(all.length);
    int asked = 0;
    for (int i = 0; i < all.length && asked < HOLDERS_EACH_PASS; i++) {
      Thread thread = all[(first + i) % all.length];
      if (!(thread instanceof AgentThread)
          && thread.getName().startsWith(stem)
          && JdkCalls.state(thread) != Thread.State.BLOCKED) {
        looks.at(thread, seen -> candidates.put(thread, seen));
        asked++;
      }
    }
  }

  private static String stem(Thread thread) {
    String name = thread.getName();
    int end = 0;
    while (end < name.length() && !Character.isDigit(name.charAt(end))) {
      end++;
    }
    return name.substring(0, end);
  }

  /**
   * Adds what was seen to the queues.
   *
   * @param elapsed nanoseconds since the pass before
   */
  void end(long now, long elapsed) {
    queues.values().forEach(QueuedThreads::beginPass);
    add(blocked, now);
    byLock.values().forEach(lot -> add(lot, now));
    for (Iterator<QueuedThreads> rest = queues.values().iterator(); rest.hasNext(); ) {
      QueuedThreads queue = rest.next();
      queue.endPass(now, elapsed);
      if (now - queue.seenAt > FORGOTTEN_AFTER) {
        rest.remove();
      }
    }
    begin();
  }

  private void add(Lot lot, long now) {
    if (lot.owner != null && Idle.is(lot.owner.stack)) {
      return;
    }
    Map<QueuedThreads, Integer> looks = new HashMap<>();
    for (Map.Entry<Thread, ThreadLook.Seen> each : lot.seen.entrySet()) {
      ThreadLook.Seen seen = each.getValue();
      boolean waits =
          lot.lock == null
              ? seen.state == Thread.State.BLOCKED
              : LockSupport.getBlocker(each.getKey()) == lot.lock;
      if (waits && seen.stack.length > 0 && !Idle.is(seen.stack) && !carrier(each.getKey())) {
        QueuedThreads queue = queue(lot, seen);
        if (queue != null) {
          queue.seen(seen.look(recorder.sites, now), now);
          looks.merge(queue, 1, Integer::sum);
          if (lot.lock == null) {
            findHolder(queue, seen.stack[0], now);
          }
        }
      }
    }
    for (Map.Entry<QueuedThreads, Integer> each : looks.entrySet()) {
      QueuedThreads queue = each.getKey();
      queue.threads(lot.threads.size() * each.getValue() / lot.seen.size());
      if (lot.owner != null && lot.owner.stack.length > 0) {
        queue.heldBy(lot.ownerName, lot.owner.look(recorder.sites, now), true);
      }
    }
  }

  /** What blocks it may be a virtual thread that it carries. */
  private static boolean carrier(Thread thread) {
    return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread");
  }

  /** Null where every frame is the JDK's: that lock is none of the application's. */
  private @Nullable QueuedThreads queue(Lot lot, ThreadLook.Seen seen) {
    String lock = lot.lock == null ? null : name(lot.lock).replaceAll("\\$.*", "");
    String method = method(seen.stack);
    if (method == null) {
      return null;
    }
    String key = method + ' ' + lock;
    QueuedThreads queue = queues.get(key);
    if (queue == null) {
      if (queues.size() >= MOST) {
        dropped++;
        return null;
      }
      queue = new QueuedThreads(method, lock);
      queues.put(key, queue);
    }
    return queue;
  }

  private static @Nullable String method(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (!Frames.jdk(frame.getClassName())) {
        return frame.getClassName() + '.' + frame.getMethodName();
      }
    }
    return null;
  }

  /** One that is further on in the method that the others are blocked in. */
  private void findHolder(QueuedThreads queue, StackTraceElement entry, long now) {
    for (Map.Entry<Thread, ThreadLook.Seen> each : candidates.entrySet()) {
      ThreadLook.Seen seen = each.getValue();
      if (seen.state == Thread.State.BLOCKED || !inside(seen.stack, entry)) {
        continue;
      }
      if (Idle.is(seen.stack)) {
        queue.leaderIsIdle(now);
      } else {
        String name = recorder.names.group(each.getKey().getName());
        queue.heldBy(name, seen.look(recorder.sites, now), false);
      }
    }
  }

  private static boolean inside(StackTraceElement[] stack, StackTraceElement entry) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals(entry.getMethodName())
          && frame.getClassName().equals(entry.getClassName())) {
        return frame.getLineNumber() >= entry.getLineNumber();
      }
    }
    return false;
  }

  List<LockQueue> record() {
    return queues.values().stream().map(QueuedThreads::record).toList();
  }

  long dropped() {
    return dropped;
  }
}

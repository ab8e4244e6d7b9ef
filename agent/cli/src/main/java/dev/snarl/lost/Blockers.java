package dev.snarl.lost;

import dev.snarl.heap.graph.HeapDump;
import dev.snarl.heap.graph.Instance;
import dev.snarl.heap.graph.Threads.ThreadStack;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What ends a wait at an object on which a thread is parked. Only of classes whose code is known,
 * by their exact names and the names that their fields have in the JDK from 8 to 25: what a class
 * of the application does is its own affair. An object whose state says that the wait has ended
 * counts as unknown too, since its thread is about to go on.
 */
final class Blockers {
  private static final String LOCKS = "java.util.concurrent.locks.";
  private static final String CONDITION = "$ConditionObject";

  /** In the status of a node since 14: it waits for a signal. Before, -2 said so. */
  private static final int FOR_A_SIGNAL = 2;

  private static final int FOR_A_SIGNAL_BEFORE = -2;
  private static final int SHARED = 16;

  private final HeapDump dump;
  private final Map<Integer, Set<Integer>> atCondition = new HashMap<>();

  Blockers(HeapDump dump) {
    this.dump = dump;
  }

  /** Null if that is unknown. */
  @Nullable Until of(int blocker, int thread) {
    Instance read = dump.read(blocker);
    String type = read.type().name();
    return switch (type) {
      case "java.util.concurrent.CountDownLatch$Sync" ->
          read.number("state") <= 0
              ? null
              : Until.reached(blocker, true, "a CountDownLatch at " + read.number("state"));
      case "java.util.concurrent.Semaphore$NonfairSync",
          "java.util.concurrent.Semaphore$FairSync" ->
          read.number("state") != 0
              ? null
              : Until.reached(blocker, true, "a Semaphore without permits");
      case LOCKS + "ReentrantLock$NonfairSync", LOCKS + "ReentrantLock$FairSync" ->
          owned(read, "a ReentrantLock");
      case LOCKS + "ReentrantReadWriteLock$NonfairSync",
          LOCKS + "ReentrantReadWriteLock$FairSync" ->
          readWrite(read);
      case LOCKS + "StampedLock" ->
          (read.number("state") & 0xff) == 0
              ? null
              : Until.reached(blocker, true, "a StampedLock that is held");
      case LOCKS + "AbstractQueuedSynchronizer" + CONDITION,
          LOCKS + "AbstractQueuedLongSynchronizer" + CONDITION ->
          condition(read, thread);
      case "java.util.concurrent.CompletableFuture$Signaller" ->
          read.reference("thread") == HeapDump.NONE
              ? null
              : Until.reached(blocker, true, "a CompletableFuture that is not completed");
      case "java.util.concurrent.Phaser$QNode" ->
          read.reference("thread") == HeapDump.NONE
              ? null
              : Until.reached(blocker, true, "the next phase of a Phaser");
      case "java.util.concurrent.Exchanger",
          "java.util.concurrent.SynchronousQueue",
          "java.util.concurrent.SynchronousQueue$TransferStack",
          "java.util.concurrent.SynchronousQueue$TransferQueue",
          "java.util.concurrent.SynchronousQueue$Transferer",
          "java.util.concurrent.LinkedTransferQueue",
          "java.util.concurrent.ForkJoinPool" ->
          Until.reached(blocker, false, "the other side of " + article(type));
      default -> future(read, dump.threads().of(thread));
    };
  }

  private static String article(String type) {
    String name = type.replaceFirst(".*[.]", "").replaceFirst("[$].*", "");
    return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
  }

  /** Their subclasses too: how one waits for them is final. */
  private static @Nullable Until future(Instance read, ThreadStack waiter) {
    if (read.type().isA("java.util.concurrent.FutureTask")) {
      return read.number("state") > 1
          ? null
          : Until.reached(read.node(), true, "a FutureTask that is not done");
    }
    if (read.type().isA("java.util.concurrent.ForkJoinTask")) {
      return read.number("status") < 0
          ? null
          : Until.reached(read.node(), true, "a ForkJoinTask that is not done");
    }
    return LibraryFutures.pending(read) && LibraryFutures.awaited(read.type(), waiter.frames())
        ? Until.reached(read.node(), true, "a future that is not completed")
        : null;
  }

  private static @Nullable Until owned(Instance sync, String what) {
    int owner = sync.reference("exclusiveOwnerThread");
    return owner == HeapDump.NONE ? null : Until.goesOn(owner, what);
  }

  private static @Nullable Until readWrite(Instance sync) {
    long readers = sync.number("state") >>> SHARED;
    return readers == 0
        ? owned(sync, "a ReentrantReadWriteLock")
        : Until.reached(sync.node(), true, "a ReentrantReadWriteLock with " + readers + " readers");
  }

  /** Once signalled, it waits for the lock, and is still parked at the condition. */
  private @Nullable Until condition(Instance condition, int thread) {
    Set<Integer> waiters =
        atCondition.computeIfAbsent(condition.node(), node -> waiters(condition));
    if (waiters.contains(thread)) {
      return Until.reached(condition.node(), true, "a signal of a Condition");
    }
    Instance sync = condition.follow("this$0");
    return sync == null ? null : owned(sync, "the lock of a Condition that was signalled");
  }

  private Set<Integer> waiters(Instance condition) {
    Set<Integer> waiters = new HashSet<>();
    Set<Integer> seen = new HashSet<>(); // the list of a damaged dump may come back to itself
    Instance at = condition.follow("firstWaiter");
    while (at != null && seen.add(at.node())) {
      boolean unsignalled =
          at.has("waitStatus")
              ? at.number("waitStatus") == FOR_A_SIGNAL_BEFORE
              : (at.number("status") & FOR_A_SIGNAL) != 0;
      int thread = at.reference(at.has("waiter") ? "waiter" : "thread");
      if (unsignalled && thread != HeapDump.NONE) {
        waiters.add(thread);
      }
      at = at.follow("nextWaiter");
    }
    return waiters;
  }

  /**
   * Parked with a time-out of ages, unless something is scheduled on its own event loop. What a
   * version of the library keeps in other fields is unknown.
   */
  @Nullable Until ofBlockingCoroutine(int blocker) {
    Instance read = dump.read(blocker);
    if (!read.has("eventLoop")) {
      return null;
    }
    Instance loop = read.follow("eventLoop");
    return loop == null || idle(loop)
        ? Until.reached(blocker, false, "a coroutine in runBlocking")
        : null;
  }

  private static boolean idle(Instance loop) {
    String queue = field(loop, "_queue");
    String delayed = field(loop, "_delayed");
    if (queue == null || delayed == null || loop.follow(queue) != null) {
      return false;
    }
    Instance timers = loop.follow(delayed);
    String size = timers == null ? null : field(timers, "_size");
    return timers == null || (size != null && timers.number(size) == 0);
  }

  /** Since 1.9 the library's volatile fields are marked in their names. */
  private static @Nullable String field(Instance of, String name) {
    String marked = name + "$volatile";
    return of.has(name) ? name : of.has(marked) ? marked : null;
  }
}

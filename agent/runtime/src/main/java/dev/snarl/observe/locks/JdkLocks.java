package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Need.How;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads who holds a lock that is built on {@code AbstractOwnableSynchronizer}, and who queues for
 * it. Plain field reads of one moment: only what two ticks read alike counts. The observer's thread
 * only.
 */
public final class JdkLocks {
  private static final int LONGEST = 20_000;

  /** Looks at a writer before workers without a task are asked whether they hold the read lock. */
  private static final int LONG = 25;

  /** A lock at this tick: its queue, and what all need that wait for its owner. */
  private static final class Queue {
    final IdentityHashMap<Thread, Object> nodes = new IdentityHashMap<>();
    @Nullable Thread first;
    @Nullable Thread owner;
    @Nullable Need held;
    String type = "";
  }

  private final IdentityHashMap<Object, Queue> queues = new IdentityHashMap<>();
  private final Threads threads;
  private final IdentityHashMap<Object, Thread> ends;
  private final Supplier<List<Thread>> waiters;
  private final GivenBack back;

  /**
   * For one tick.
   *
   * @param ends virtual threads, by what those are parked on that wait for their ends
   * @param waiters every thread known to wait: those whose read locks matter
   */
  JdkLocks(
      Threads threads,
      IdentityHashMap<Object, Thread> ends,
      Supplier<List<Thread>> waiters,
      GivenBack back) {
    this.back = back;
    this.threads = threads;
    this.ends = ends;
    this.waiters = waiters;
  }

  /**
   * Whether a thread that is parked on it waits for its owner; latches and semaphores have none.
   */
  public static boolean owned(@Nullable Object blocker) {
    return blocker instanceof AbstractOwnableSynchronizer
        && !blocker.getClass().getName().startsWith("scala.concurrent.impl.")
        && !(JdkCalls.jdks(blocker) && !blocker.getClass().getName().contains("Lock$"));
  }

  /**
   * Whether a thread that was read to own it may own it still. Of several readers that is not
   * known.
   */
  static boolean mayOwn(Thread thread, Object lock) {
    Object owner = Places.object(lock, "exclusiveOwnerThread");
    return owner == null ? readers(lock) > 0 : owner == thread;
  }

  void read(LockWait wait, Object lock, long now) {
    Queue queue = queues.computeIfAbsent(lock, this::queue);
    Object node = queue.nodes.get(wait.thread);
    wait.type = queue.type;
    int virtual = wait.virtual() ? VirtualLens.doing(wait.thread) : VirtualLens.PARKED;
    wait.timed =
        wait.virtual()
            ? virtual == VirtualLens.PARKED_TIMED
            : JdkCalls.state(wait.thread) == Thread.State.TIMED_WAITING;
    if (node == null || virtual == VirtualLens.ELSE) {
      wait.lost();
    } else if (queue.owner != null && queue.held != null) {
      Need left = left(wait, lock, queue.owner, "exclusiveOwnerThread", now);
      wait.seen(node, 0, "", List.of(queue.owner), left == null ? queue.held : left, now);
    } else if (readers(lock) == 0) {
      wait.lost();
    } else if (!shared(node)) {
      readers(wait, lock, node, now);
    } else if (queue.first != null && queue.first != wait.thread) {
      // A reader lets a writer that came first go first, though the lock is held by readers.
      wait.seen(node, 0, "", List.of(queue.first), held(lock, queue.first, How.AHEAD), now);
    } else {
      wait.lost(); // it is about to have it
    }
  }

  /**
   * Only its owner can give back one of the JDK's locks. One that has ended never will, and one
   * that waits for its next task will hardly.
   */
  private @Nullable Need left(
      LockWait wait, Object lock, Thread owner, String ownerField, long now) {
    if (!JdkCalls.jdks(lock) || ends.containsKey(lock)) {
      return null;
    }
    boolean ended =
        SnarlProbe.virtual(owner)
            ? VirtualLens.doing(owner) == VirtualLens.ENDED
            : JdkCalls.state(owner) == Thread.State.TERMINATED;
    if (ended) {
      // It may have given it back before it ended, after the owner was read.
      if (Places.object(lock, ownerField) != owner) {
        return null;
      }
      return threads.held(type(lock), owner, How.LEFT, Certainty.PROVED);
    }
    boolean same = !wait.holders.isEmpty() && wait.holders.get(0) == owner;
    if (!same) {
      back.add(wait, now);
    }
    boolean idle = same && threads.idle(owner);
    wait.left(idle, now);
    return back.mayBe(wait, now)
        ? null
        : threads.held(type(lock), owner, How.LEFT, Certainty.LIKELY);
  }

  private Need held(Object lock, Thread holder, How how) {
    // Other synchronizers may only remember in this field who closed them.
    return threads.held(
        type(lock), holder, how, JdkCalls.jdks(lock) ? Certainty.PROVED : Certainty.LIKELY);
  }

  /** The class that the application knows. */
  private static String type(Object lock) {
    String name = lock.getClass().getName();
    return JdkCalls.jdks(lock) ? name.replaceAll("\\$.*", "") : name;
  }

  private static boolean shared(Object node) {
    return node.getClass().getSimpleName().equals("SharedNode");
  }

  private Queue queue(Object lock) {
    Queue queue = new Queue();
    queue.type = type(lock);
    if (Places.object(lock, "exclusiveOwnerThread") instanceof Thread owner) {
      queue.owner = owner;
      queue.held = held(lock, owner, How.HELD);
    }
    Thread ending = ends.get(lock);
    if (ending != null) {
      queue.type = ending.getClass().getName();
      queue.owner = ending;
      queue.held = threads.held(queue.type, ending, How.ALIVE, Certainty.PROVED);
    }
    Object node = Places.object(lock, "tail");
    Class<?> kind = null; // an application's own lock may have nodes of any
    long prev = -1;
    long waiting = -1;
    for (int i = 0; i < LONGEST && node != null; i++) {
      if (node.getClass() != kind) {
        kind = node.getClass();
        prev = Places.of(kind, "prev", Object.class);
        waiting = Places.of(kind, "waiter", Object.class);
      }
      if (SnarlLens.object(node, waiting) instanceof Thread waiter) {
        queue.nodes.put(waiter, node);
        queue.first = waiter;
      }
      node = SnarlLens.object(node, prev);
    }
    return queue;
  }

  /** How many times the read lock is held; the state is a long in newer JDKs. */
  private static int readers(Object lock) {
    if (lock.getClass().getEnclosingClass() != ReentrantReadWriteLock.class) {
      return 0;
    }
    return lock instanceof AbstractQueuedLongSynchronizer
        ? (int) (Places.number(lock, "state") >>> Integer.SIZE)
        : Places.integer(lock, "state") >>> Short.SIZE;
  }

  /**
   * A writer needs every reader: one that never gives the lock back is enough. The lock names the
   * first reader; each of the others keeps its count in a variable of its thread.
   */
  private void readers(LockWait wait, Object lock, Object node, long now) {
    int unknown = readers(lock);
    List<Thread> holders = new ArrayList<>();
    Object first = Places.object(lock, "firstReader");
    Object readHolds = Places.object(lock, "readHolds");
    if (first instanceof Thread reader) {
      holders.add(reader);
      unknown -= Places.integer(lock, "firstReaderHoldCount");
    }
    for (Thread waiter : waiters.get()) {
      unknown -= hold(waiter, first, unknown, readHolds, holders);
    }
    if (unknown > 0 && wait.looks > LONG) {
      for (Thread worker : threads.idle()) {
        unknown -= hold(worker, first, unknown, readHolds, holders);
      }
    }
    List<Need> needs = new ArrayList<>();
    holders.forEach(holder -> needs.add(held(lock, holder, How.HELD)));
    if (unknown > 0) {
      needs.add(new Need.Unknown());
    }
    Need left =
        needs.size() == 1 && unknown <= 0
            ? left(wait, lock, holders.get(0), "firstReader", now)
            : null;
    wait.seen(node, 0, "", holders, left == null ? Need.all(needs) : left, now);
  }

  /** Adds one that holds the read lock, as far as a holder is unknown. */
  private static int hold(
      Thread thread,
      @Nullable Object first,
      int unknown,
      @Nullable Object readHolds,
      List<Thread> holders) {
    int holds = thread == first || unknown <= 0 ? 0 : holds(thread, readHolds);
    if (holds > 0) {
      holders.add(thread);
    }
    return holds;
  }

  /** How many times a thread holds the read lock. */
  private static int holds(Thread thread, @Nullable Object readHolds) {
    if (readHolds instanceof ThreadLocal<?> variable
        && Places.object(Places.object(thread, "threadLocals"), "table")
            instanceof Object[] table) {
      for (Object entry : table) {
        if (entry instanceof Reference<?> key && refersTo(key, variable)) {
          return Places.integer(Places.object(entry, "value"), "count");
        }
      }
    }
    return 0;
  }

  @SuppressWarnings("unchecked") // it compares addresses only
  private static boolean refersTo(Reference<?> key, Object variable) {
    return ((Reference<Object>) key).refersTo(variable);
  }
}

package java.util.concurrent;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One executor as {@link SnarlExecutors} sees it. Held weakly, by identity. It times how long tasks
 * wait in the queue and run: of the tasks submitted, one in {@link #every} is put into a small
 * table with the time, and the worker that is about to run a task looks whether it is there. No
 * task is wrapped, and a task that is not timed costs a few comparisons.
 *
 * <p>When the table is full, half of its entries are dropped by chance and the others count twice:
 * what is left stands for all, whatever their place in the queue. The rules of {@link SnarlProbe}
 * hold.
 */
public class SnarlPool extends WeakReference<Object> {

  private static final int LARGE = 1024;
  private static final int RAREST = 1 << 16;

  /** So many tasks at this rate are timed before the observer looks again: then one in 64. */
  private static final int MANY = 400;

  private static final long MANY_PER_SECOND = 2_000;

  /** The executors known, by identity hash code; null while detached. */
  static AtomicReferenceArray<SnarlPool> pools;

  /** How many entries all tables together may still grow by. Plain: a rough bound. */
  static int room;

  private final int hash;

  /** One task in so many is timed; a power of two. Set by the observer. */
  public int every = 1;

  /** Tasks chosen to be timed since the observer last set this to 0, and when that was. */
  public int chosen;

  public long lookedAt = System.nanoTime();

  /** Set when the table had to be thinned; the observer takes it back. */
  public boolean crowded;

  /**
   * Set while tasks may be in the queue that are not in the table. An object that is submitted
   * again and again cannot be timed then, since its next run may be that of a submission that was
   * not chosen. The observer takes it back when the queue is empty.
   */
  public boolean partial;

  /** Whether {@link #arrives} is to be called for each submission; set by the observer. */
  public boolean traced;

  /** When the tasks in its queue were submitted. */
  public final SnarlQueueTimes queued = new SnarlQueueTimes();

  public SnarlPool(Object executor) {
    super(executor);
    hash = System.identityHashCode(executor);
  }

  // ---- known executors ----

  static void attach(int size) {
    room = 64 * LARGE;
    pools = new AtomicReferenceArray<>(size);
  }

  static void detach() {
    pools = null;
  }

  /** Makes the executor known; false if there is no room. */
  public static boolean register(SnarlPool pool) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return false;
    }
    int mask = known.length() - 1;
    for (int i = 0; i < 64; i++) {
      int at = (pool.hash + i) & mask;
      if (known.get(at) == null && known.compareAndSet(at, null, pool)) {
        return true;
      }
    }
    return false;
  }

  /** Forgets the executor and the tasks in its table. */
  public static void forget(SnarlPool pool) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return;
    }
    int mask = known.length() - 1;
    for (int i = 0; i < 64; i++) {
      known.compareAndSet((pool.hash + i) & mask, pool, null);
    }
    room += pool.queued.size() - SnarlQueueTimes.SMALL;
    pool.queued.table = null;
  }

  static SnarlPool of(Object executor) {
    AtomicReferenceArray<SnarlPool> known = pools;
    if (known == null) {
      return null;
    }
    int mask = known.length() - 1;
    int hash = System.identityHashCode(executor);
    for (int i = 0; i < 64; i++) {
      SnarlPool pool = known.get((hash + i) & mask);
      if (pool != null && pool.refersTo(executor)) {
        return pool;
      }
    }
    return null;
  }

  // ---- tasks ----

  /** This thread is about to run a task that the executor has wrapped. */
  public static void serving(Object executor) {
    try {
      SnarlSlot slot = pools == null ? null : SnarlProbe.slot();
      if (slot != null) {
        slot.ran = of(executor);
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /** A task is submitted, in nanoTime; of some of them only while {@link #traced} is not set. */
  public void arrives(long now) {}

  /** Puts a task that was chosen to be timed into the table. */
  void put(Object task, long now, int weight) {
    if (++chosen > MANY
        && every < 64
        && chosen * 1_000_000_000L > (now - lookedAt) * MANY_PER_SECOND) {
      every = 64;
    }
    int done = queued.put(task, now, weight);
    if (done == SnarlQueueTimes.FULL) {
      if (queued.size() < LARGE && room > 0) {
        int gained = queued.grow();
        room -= gained;
        done = queued.put(task, now, weight);
      } else {
        crowded = true;
        partial = true;
        if (every < RAREST) {
          every *= 2;
        }
        queued.thin();
        if ((SnarlSlot.random(null) & 1) == 0) {
          done = queued.put(task, now, 2L * weight);
        }
      }
    }
    if (done == SnarlQueueTimes.REPEATED) {
      partial = true;
      queued.forget(task);
    }
  }
}

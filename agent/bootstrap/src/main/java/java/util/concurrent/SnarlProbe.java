package java.util.concurrent;

import java.util.concurrent.atomic.AtomicReferenceArray;
import jdk.internal.misc.Unsafe;

/**
 * The switch of the probe, what it reports to, and the slots of threads: woven methods call it when
 * threads start and end. {@link SnarlWaits}, {@link SnarlTasks}, {@link SnarlExecutors}, {@link
 * SnarlClients} and {@link SnarlCoroutines} have the other hooks. They are in {@code
 * java.util.concurrent} because every loader and module can reach that package, and because they
 * may then read the futures' own package-private fields. Defined into the bootstrap loader through
 * a private lookup: appending to the bootstrap class path would switch class-data sharing off for
 * the application's loader and print a JVM warning (https://bugs.openjdk.org/browse/JDK-8199807).
 *
 * <p>The rules of all these classes: no lambda, no string concatenation, no lock, no I/O, no
 * allocation after a thread's first use, no class loading. {@code Unsafe} rather than {@code
 * VarHandle}, since linking a method handle in the middle of class loading ends in
 * ClassCircularityError (https://bugs.openjdk.org/browse/JDK-8131129). Nothing they do can reach
 * the application: every throwable is caught and counted in {@link #errors}.
 */
public final class SnarlProbe {

  /** Grows with every change that an older or newer agent could not live with. */
  public static final int VERSION = 4;

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long TID = U.objectFieldOffset(Thread.class, "tid");
  private static final Class<?> VIRTUAL = virtualThreads();
  private static final int PLACES = 32;

  /** Odd, so that the places of one id are all different in a table of 2^n. */
  private static final int FAR = 2_039;

  /** Receives the rare events. Plain: a thread may see the old sink for a moment. */
  public static SnarlSink sink = new SnarlSink();

  /**
   * One slot for each platform thread that the probe has met; null while detached. An atomic array
   * and not {@code Unsafe}, whose {@code arrayBaseOffset} returns an int on 17 and a long on 25.
   */
  public static AtomicReferenceArray<SnarlSlot> slots;

  /** Suppressed errors, and threads that found no slot. Plain counters: they may lose a count. */
  public static long errors;

  public static long slotsMissed;

  /** Class name of the last suppressed error, for the agent to name. */
  public static String lastError;

  private SnarlProbe() {}

  /** Turns the probe on. {@code size} is a power of two. */
  public static void attach(SnarlSink newSink, int size) {
    AtomicReferenceArray<SnarlSlot> table = new AtomicReferenceArray<>(size);
    // Links the array's access now, not in the middle of the application's class loading.
    table.compareAndSet(0, null, new SnarlSlot());
    table.compareAndSet(0, table.get(0), null);
    SnarlPool.attach(size);
    SnarlCoroutines.attach();
    SnarlWake.disarmAll();
    slots = table;
    sink = newSink;
  }

  /** Turns the probe off: from here on every woven call ends at a null check. */
  public static void detach() {
    sink = new SnarlSink();
    slots = null;
    SnarlPool.detach();
    SnarlWake.disarmAll();
    SnarlExecutors.watchFeeders = false;
    SnarlClients.consumers = false;
    lastError = null;
  }

  // ---- threads ----

  public static void threadStarting(Object thread) {
    try {
      if (VIRTUAL == null || !VIRTUAL.isInstance(thread)) {
        sink.threadStarting((Thread) thread);
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /** The slot of a thread that is about to start, taken on its behalf; null if there is no room. */
  public static SnarlSlot slotFor(Thread thread) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    if (table == null || (VIRTUAL != null && VIRTUAL.isInstance(thread))) {
      return null;
    }
    return find(table, thread, (int) U.getLong(thread, TID), true);
  }

  /** The slot that the thread has; null if it has none. */
  public static SnarlSlot slotOf(Thread thread) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    return table == null || (VIRTUAL != null && VIRTUAL.isInstance(thread))
        ? null
        : find(table, thread, (int) U.getLong(thread, TID), false);
  }

  /** {@code Thread.exit}: the JVM calls it on every platform thread that ends. */
  public static void threadEnding(Object thread) {
    try {
      AtomicReferenceArray<SnarlSlot> table = slots;
      if (table != null && (VIRTUAL == null || !VIRTUAL.isInstance(thread))) {
        Thread t = (Thread) thread;
        SnarlSlot slot = find(table, t, (int) U.getLong(t, TID), false);
        if (slot != null) {
          sink.threadEnding(slot);
          release(slot);
        }
      }
    } catch (Throwable t) {
      failed(t);
    }
  }

  /**
   * Takes the slot of a thread that has ended out of the table: ids of threads only grow, and each
   * would in the end have a slot of its own there. No other thread gets it, so who still holds it
   * reads what its thread left behind, and sees that it has no owner any more.
   */
  public static void release(SnarlSlot slot) {
    AtomicReferenceArray<SnarlSlot> table = slots;
    Thread owner = slot.owner;
    if (table == null || owner == null) {
      return;
    }
    int tid = (int) U.getLong(owner, TID);
    if (!remove(table, slot, tid)) {
      return;
    }
    SnarlCoroutines.ended(slot);
    slot.owner = null;
  }

  private static boolean remove(AtomicReferenceArray<SnarlSlot> table, SnarlSlot slot, int tid) {
    int mask = table.length() - 1;
    for (int i = 0; i < PLACES; i++) {
      int index = place(tid, i) & mask;
      if (table.get(index) == slot) {
        return table.compareAndSet(index, slot, null);
      }
    }
    return false;
  }

  // ---- slots ----

  static SnarlSlot slot() {
    AtomicReferenceArray<SnarlSlot> table = slots;
    if (table == null) {
      return null;
    }
    Thread thread = Thread.currentThread();
    if (VIRTUAL != null && VIRTUAL.isInstance(thread)) {
      return null;
    }
    // The field, not getId(): before JDK 19 a subclass may override that.
    int tid = (int) U.getLong(thread, TID);
    SnarlSlot slot = table.get(tid & (table.length() - 1));
    if (slot != null && slot.owner == thread) {
      return slot;
    }
    return find(table, thread, tid, true);
  }

  /**
   * Where the slot of a thread may be, likeliest first, before it is folded into the table. Each
   * place is far from the one before: ids are given in turn, so the threads of a large pool lie
   * side by side, and those that start one lap of the table later would find all the places near
   * their own taken.
   */
  private static int place(int tid, int i) {
    return tid + i * FAR;
  }

  private static SnarlSlot find(
      AtomicReferenceArray<SnarlSlot> table, Thread thread, int tid, boolean claim) {
    int mask = table.length() - 1;
    for (int i = 0; i < PLACES; i++) {
      SnarlSlot slot = table.get(place(tid, i) & mask);
      if (slot != null && slot.owner == thread) {
        return slot;
      }
    }
    if (!claim) {
      return null;
    }
    SnarlSlot fresh = null;
    for (int i = 0; i < PLACES; i++) {
      int index = place(tid, i) & mask;
      if (table.get(index) == null) {
        if (fresh == null) { // only now: a thread that finds no place comes here at every hook
          fresh = new SnarlSlot();
          fresh.owner = thread;
        }
        if (table.compareAndSet(index, null, fresh)) {
          return fresh;
        }
      }
    }
    slotsMissed++;
    return null;
  }

  /** The thread's id, which a subclass may deny. */
  public static long id(Thread thread) {
    return U.getLong(thread, TID);
  }

  /** Whether this is a virtual thread; always false before JDK 21. */
  public static boolean virtual(Thread thread) {
    return VIRTUAL != null && VIRTUAL.isInstance(thread);
  }

  static void failed(Throwable t) {
    errors++;
    try {
      lastError = t.getClass().getName();
    } catch (Throwable again) {
      // No memory for the name; what went wrong is counted.
    }
  }

  private static Class<?> virtualThreads() {
    try {
      return Class.forName("java.lang.BaseVirtualThread", false, null);
    } catch (ClassNotFoundException e) {
      return null; // before JDK 21
    }
  }
}

package java.util.concurrent;

import jdk.internal.misc.Unsafe;

/**
 * A thread that the observer saw parked, and who unparks it next. The observer <i>arms</i> such a
 * thread; the first that unparks it leaves itself and its stack, and costs it that once. Any other
 * call of {@code LockSupport.unpark} costs a look into a small table, and one read of a field while
 * nobody is armed. A place of the table is never waited for: an id of a thread leads to one place,
 * and a second thread there is not armed. Lives in the bootstrap loader; {@link #arm} and {@link
 * #disarm} are for one thread, the observer's. The rules of {@link SnarlProbe} hold.
 */
public final class SnarlWake {

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long WAKER = U.objectFieldOffset(SnarlWake.class, "waker");
  private static final Class<?> CARRIER = SnarlLens.type("jdk.internal.misc.CarrierThread");

  /** A power of two. */
  private static final int PLACES = 256;

  /** Null while nobody is armed. Plain: a thread may see what it was a moment ago. */
  private static SnarlWake[] table;

  private static int used;

  public final Thread thread;

  private volatile Thread waker;
  private volatile Throwable stack;

  /** Not armed yet. */
  public SnarlWake(Thread thread) {
    this.thread = thread;
  }

  /** Returns false if the thread's place is taken, or the probe is off. */
  public boolean arm() {
    SnarlWake[] all = table;
    all = all == null ? new SnarlWake[PLACES] : all;
    int place = place(thread);
    if (all[place] != null || SnarlProbe.slots == null) {
      return false;
    }
    all[place] = this;
    used++;
    table = all;
    return true;
  }

  public void disarm() {
    SnarlWake[] all = table;
    if (all != null && all[place(thread)] == this) {
      all[place(thread)] = null;
      if (--used == 0) {
        table = null;
      }
    }
  }

  static void disarmAll() {
    table = null;
    used = 0;
  }

  private static int place(Thread thread) {
    return (int) SnarlProbe.id(thread) & (PLACES - 1);
  }

  /** {@code LockSupport.unpark}, of a thread of any kind or of none. */
  public static void unparking(Object thread) {
    SnarlWake[] all = table;
    if (all != null) {
      unparking(all, thread);
    }
  }

  private static void unparking(SnarlWake[] all, Object thread) {
    try {
      if (thread != null) {
        SnarlWake wake = all[place((Thread) thread)];
        if (wake != null && wake.thread == thread && wake.waker == null) {
          wake.by(Thread.currentThread());
        }
      }
    } catch (Throwable t) {
      SnarlProbe.failed(t);
    }
  }

  /**
   * For the waker itself. Of virtual threads and their carriers no stack is taken: one may be
   * changing the other.
   */
  public void by(Thread current) {
    if (U.compareAndSetReference(this, WAKER, null, current)
        && !SnarlProbe.virtual(current)
        && (CARRIER == null || !CARRIER.isInstance(current))) {
      stack = new Throwable();
    }
  }

  /** Who unparked the thread; null while nobody has. */
  public Thread waker() {
    return waker;
  }

  /** Where; null until the waker has left it, and for good where it leaves none. */
  public Throwable stack() {
    return stack;
  }
}

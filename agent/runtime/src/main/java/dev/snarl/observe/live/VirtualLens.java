package dev.snarl.observe.live;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlProbe;
import org.jspecify.annotations.Nullable;

/**
 * Reads virtual threads of JDK 21 and later, and the containers by which they are found, field by
 * field: {@code getState} of one that runs takes a lock. The observer's thread only.
 */
public final class VirtualLens {

  /** What a virtual thread does, as far as it can be told: runs, for one. */
  public static final int ELSE = 0;

  /** Is parked until somebody wakes it. */
  public static final int PARKED = 1;

  /** Is parked until then or a deadline; this JVM may not tell it from the other. */
  public static final int PARKED_TIMED = 2;

  /** Has ended. */
  public static final int ENDED = 3;

  /** Waits to enter a monitor, without a carrier. */
  public static final int BLOCKED = 4;

  /** Waits in {@code Object.wait} without a carrier, as from Java 24 on, until it is notified. */
  public static final int IN_OBJECT = 5;

  /** The same, until then or a deadline. */
  public static final int IN_OBJECT_TIMED = 6;

  private static final int SUSPENDED = 1 << 8;
  private static final String[] STATES = {
    "PARKED",
    "PINNED",
    "TIMED_PARKED",
    "TIMED_PINNED",
    "TERMINATED",
    "BLOCKED",
    "WAIT",
    "TIMED_WAIT"
  };

  private static final String FLOCK = "jdk.internal.misc.ThreadFlock";
  private static final int MOST_SCOPES = 16;

  /** Fields that are read of each thread in a pass; -1 before JDK 21. */
  private static final long SCOPES = Places.of(Thread.class, "headStackableScopes", Object.class);

  private static long state = -1;
  private static long termination = -1;
  private static long continuation = -1;

  /** Of the first that was read: all virtual threads have the same classes. */
  private static @Nullable Class<?> bodies;

  private static long target = -1;
  private static long task = -1;

  private static final String CONTAINERS = "jdk.internal.vm.ThreadContainers";

  /** What this JVM writes for each; null until the first virtual thread is read. */
  private static int @Nullable [] states;

  private VirtualLens() {}

  /** Only of a virtual thread: it initializes their class, which makes the scheduler. */
  private static int[] states(Class<?> type) {
    int[] known = states;
    if (known == null) {
      known = new int[STATES.length];
      for (int i = 0; i < known.length; i++) {
        known[i] = state(type, STATES[i]);
      }
      state = Places.of(type, "state", int.class);
      termination = Places.of(type, "termination", Object.class);
      continuation = Places.of(type, "cont", Object.class);
      states = known;
    }
    return known;
  }

  private static int state(Class<?> type, String name) {
    try {
      Field field = type.getDeclaredField(name);
      field.setAccessible(true);
      return field.getInt(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return -1; // this JVM has no such state
    }
  }

  /** One of the above. */
  public static int doing(Thread thread) {
    if (!SnarlProbe.virtual(thread)) {
      return ELSE;
    }
    int[] known = states(thread.getClass());
    int now = SnarlLens.integer(thread, state) & ~SUSPENDED;
    if (now == known[0] || now == known[1]) {
      return known[2] < 0 ? PARKED_TIMED : PARKED;
    }
    if (now == known[2] || now == known[3]) {
      return PARKED_TIMED;
    }
    if (now == known[6] || now == known[7]) {
      return now == known[6] ? IN_OBJECT : IN_OBJECT_TIMED;
    }
    return now == known[4] ? ENDED : now == known[5] ? BLOCKED : ELSE;
  }

  /** Whether it waits, and where this JVM can tell, without a deadline. */
  public static boolean untimed(Thread thread) {
    int now = doing(thread);
    return now == PARKED
        || now == IN_OBJECT
        || (now == PARKED_TIMED && states(thread.getClass())[2] < 0);
  }

  /**
   * What the threads of the innermost {@code StructuredTaskScope} are kept by that this thread has
   * opened; null if it has none open.
   */
  public static @Nullable Object scope(Thread owner) {
    return innermost(SnarlLens.object(owner, SCOPES));
  }

  /** The next one that its owner has opened before; null if there is none. */
  public static @Nullable Object outer(Object scope) {
    return innermost(Places.object(Places.object(scope, "container"), "previous"));
  }

  private static @Nullable Object innermost(@Nullable Object first) {
    Object at = first;
    for (int i = 0; i < MOST_SCOPES && at != null; i++) {
      Object flock = Places.object(at, "flock");
      if (isScope(flock)) {
        return flock;
      }
      at = Places.object(at, "previous");
    }
    return null;
  }

  /** Whether it is such an object. */
  public static boolean isScope(@Nullable Object object) {
    return object != null && object.getClass().getName().equals(FLOCK);
  }

  /** Who has opened a scope. */
  public static @Nullable Thread owner(@Nullable Object scope) {
    return Places.object(Places.object(scope, "container"), "owner") instanceof Thread owner
        ? owner
        : null;
  }

  /** The scope in which a thread was started; null if it was started in none. */
  public static @Nullable Object scopeOf(Thread subtask) {
    Object flock = Places.object(Places.object(subtask, "container"), "flock");
    return isScope(flock) ? flock : null;
  }

  /** The threads of a scope that live. */
  public static Iterator<?> subtasks(Object scope) {
    return each(Places.object(scope, "threads"));
  }

  /** What it runs. */
  public static @Nullable Object task(Thread virtual) {
    states(virtual.getClass());
    Object cont = SnarlLens.object(virtual, continuation);
    if (cont == null) {
      return null;
    }
    if (target < 0) {
      target = Places.of(cont.getClass(), "target", Object.class);
    }
    Object body = SnarlLens.object(cont, target);
    if (body == null) {
      return null;
    }
    if (body.getClass() != bodies) {
      bodies = body.getClass();
      task = Places.of(body.getClass(), "val$task", Object.class);
    }
    return SnarlLens.object(body, task);
  }

  /** Whether it has a carrier now. */
  public static boolean mounted(Thread virtual) {
    return Places.object(virtual, "carrierThread") != null;
  }

  /** What threads are parked on that wait in {@code join} for its end; null if none has. */
  public static @Nullable Object end(Thread virtual) {
    states(virtual.getClass());
    return Places.object(SnarlLens.object(virtual, termination), "sync");
  }

  /** Those that were started without an executor; none if the JVM was told not to keep them. */
  public static Iterator<?> started() {
    return each(constant(CONTAINERS + "$RootContainer$TrackingRootContainer", "VTHREADS"));
  }

  /** Weak references to executors and to whatever else starts threads in one place. */
  public static Iterator<?> containers() {
    return each(constant(CONTAINERS, "CONTAINER_REGISTRY"));
  }

  /** The threads of one of these. */
  public static Iterator<?> threads(Object reference) {
    Object container = reference instanceof WeakReference<?> weak ? weak.get() : null;
    Object threads = Places.object(container, "threads");
    return each(threads == null ? Places.object(container, "virtualThreads") : threads);
  }

  private static @Nullable Object constant(String type, String field) {
    try {
      return SnarlLens.constant(Class.forName(type, false, null), field);
    } catch (ClassNotFoundException e) {
      return null; // before JDK 21
    }
  }

  /** An iterator that fails for no change of the set. */
  private static Iterator<?> each(@Nullable Object set) {
    return set instanceof ConcurrentHashMap.KeySetView<?, ?> keys
        ? keys.iterator()
        : Collections.emptyIterator();
  }
}

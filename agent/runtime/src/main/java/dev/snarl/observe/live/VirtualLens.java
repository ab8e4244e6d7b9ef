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

  private static final int SUSPENDED = 1 << 8;
  private static final String[] STATES = {
    "PARKED", "PINNED", "TIMED_PARKED", "TIMED_PINNED", "TERMINATED"
  };

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

  /** One of the four above. */
  public static int doing(Thread thread) {
    if (!SnarlProbe.virtual(thread)) {
      return ELSE;
    }
    int[] known = states(thread.getClass());
    int state = Places.integer(thread, "state") & ~SUSPENDED;
    if (state == known[0] || state == known[1]) {
      return known[2] < 0 ? PARKED_TIMED : PARKED;
    }
    if (state == known[2] || state == known[3]) {
      return PARKED_TIMED;
    }
    return state == known[4] ? ENDED : ELSE;
  }

  /** What it runs. */
  public static @Nullable Object task(Thread virtual) {
    return Places.object(Places.object(Places.object(virtual, "cont"), "target"), "val$task");
  }

  /** Whether it has a carrier now. */
  public static boolean mounted(Thread virtual) {
    return Places.object(virtual, "carrierThread") != null;
  }

  /** What threads are parked on that wait in {@code join} for its end; null if none has. */
  public static @Nullable Object end(Thread virtual) {
    return Places.object(Places.object(virtual, "termination"), "sync");
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

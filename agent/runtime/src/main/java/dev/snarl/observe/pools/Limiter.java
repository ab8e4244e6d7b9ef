package dev.snarl.observe.pools;

import dev.snarl.libraries.KnownLibraries;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.snapshot.Pool;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A queue in front of a pool, which hands on no more than a number of tasks at a time: OkHttp's
 * dispatcher, an executor that keeps an order. While it is full the pool behind it may look idle.
 * Its collections are the JDK's, guarded by a lock of its own that is not taken: what is read may
 * be a moment old, and nothing is proved by it. Its tasks are therefore none that the agent
 * follows.
 */
final class Limiter implements PoolType {

  private static final List<String> LINES = KnownLibraries.limiters();

  private final long queue;
  private final long running;
  private final long max;
  private final long maxObject;

  /** Whether one object may be several tasks, so that nobody sees how long each has waited. */
  final boolean repeated;

  private Limiter(DeclaredFields fields) {
    this.queue = fields.place("queue", Object.class);
    this.running = fields.place("running", Object.class);
    this.max = fields.place("max", int.class);
    this.maxObject = fields.place("max", Object.class);
    this.repeated = fields.has("tasks");
  }

  /** Whether this is one; by names, on the thread that builds it. */
  static boolean is(Object executor) {
    for (Class<?> at = executor.getClass(); at != null; at = at.getSuperclass()) {
      for (String line : LINES) {
        if (line.startsWith(at.getName()) && line.charAt(at.getName().length()) == ' ') {
          return true;
        }
      }
    }
    return false;
  }

  /** How to read the queues of this class; null if it is none. */
  static @Nullable PoolType of(Class<?> type) {
    DeclaredFields fields = DeclaredFields.of(type, LINES);
    return fields == null ? null : new Limiter(fields);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.LIMITER;
  }

  /** Where tasks wait, as many run as may: a limit for each host stands in no field of its own. */
  @Override
  public void look(Object executor, PoolNotes notes) {
    boolean waits = length(executor) > 0;
    int runs =
        running < 0 ? (waits ? limit(executor) : 0) : count(SnarlLens.object(executor, running));
    notes.active = waits ? Math.max(1, runs) : runs;
    notes.size = waits ? notes.active : Math.max(notes.active, limit(executor));
  }

  private int limit(Object executor) {
    return max >= 0
        ? SnarlLens.integer(executor, max)
        : SnarlLens.object(executor, maxObject) instanceof AtomicInteger number ? number.get() : 1;
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public int max(Object executor) {
    return limit(executor);
  }

  @Override
  public boolean canGrow(Object executor, int size) {
    return length(executor) == 0;
  }

  @Override
  public int copyTasks(Object executor, Object[] into) {
    return 0;
  }

  @Override
  public int length(Object executor) {
    return count(SnarlLens.object(executor, queue));
  }

  private static int count(@Nullable Object tasks) {
    return tasks instanceof Collection<?> some && JdkCalls.jdks(some)
        ? Math.max(0, some.size())
        : 0;
  }

  /** Copies tasks that wait, oldest first; returns how many, -1 if they changed meanwhile. */
  int waiting(Object executor, Object[] into) {
    Object tasks = SnarlLens.object(executor, queue);
    if (!(tasks instanceof Collection<?> some) || !JdkCalls.jdks(some)) {
      return 0;
    }
    int n = 0;
    try {
      for (Iterator<?> each = some.iterator(); n < into.length && each.hasNext(); ) {
        Object task = each.next();
        if (task != null) {
          into[n++] = task;
        }
      }
      return n;
    } catch (RuntimeException changing) { // as ConcurrentModificationException: no lock is held
      return -1;
    }
  }
}

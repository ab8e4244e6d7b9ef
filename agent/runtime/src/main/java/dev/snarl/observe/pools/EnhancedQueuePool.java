package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.concurrent.SnarlLens;
import org.jspecify.annotations.Nullable;

/**
 * The executor of JBoss Threads, in Quarkus, WildFly and Keycloak: a linked list that holds either
 * tasks or idle threads, behind a node that is done with. One long holds its size and limits, 20
 * bits each, another one that of its queue and how many tasks that takes. Since 3.7 the first long
 * and the list's head lie in the second third of an array, and the other long in the last, so that
 * they share no cache line. Unless told to, it counts neither busy threads nor completed tasks.
 */
final class EnhancedQueuePool implements PoolType {
  static final String NAME = "org.jboss.threads.EnhancedQueueExecutor";
  static final String WORKER = NAME + "$ThreadBody";

  private static final int BITS = 20;
  private static final long MASK = (1L << BITS) - 1;
  private static final long SHUTDOWN = 1L << 61;
  private static final int LONGEST = 100_000;

  private final long threads;
  private final long status;
  private final long queueSize;
  private final long longs;
  private final long head;
  private final long heads;

  EnhancedQueuePool(Class<?> type) {
    this.threads = SnarlLens.fieldOf(type, "runningThreads", Object.class);
    this.status = SnarlLens.fieldOf(type, "threadStatus", long.class);
    this.queueSize = SnarlLens.fieldOf(type, "queueSize", long.class);
    this.longs = SnarlLens.fieldOf(type, "unsharedLongs", Object.class);
    this.head = SnarlLens.fieldOf(type, "head", Object.class);
    this.heads = SnarlLens.fieldOf(type, "unsharedTaskNodes", Object.class);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.THREAD_POOL;
  }

  private long status(Object executor) {
    return number(executor, status, 1);
  }

  /** A field of its own, or the beginning of that third of the array. */
  private long number(Object executor, long field, int third) {
    return SnarlLens.object(executor, longs) instanceof long[] apart
        ? apart[third * apart.length / 3]
        : SnarlLens.number(executor, field);
  }

  private int size(Object executor, int part) {
    return (int) ((status(executor) >>> (part * BITS)) & MASK);
  }

  @Override
  public void look(Object executor, PoolNotes notes) {
    notes.size = size(executor, 0);
    notes.active = Math.max(0, notes.size - walk(executor, false, null, notes.size));
    notes.takeAll(SnarlLens.object(executor, threads));
  }

  @Override
  public boolean counts() {
    return false;
  }

  @Override
  public boolean shutdown(Object executor) {
    return (status(executor) & SHUTDOWN) != 0;
  }

  @Override
  public int core(Object executor, int size) {
    return size(executor, 1);
  }

  @Override
  public int max(Object executor) {
    return size(executor, 2);
  }

  @Override
  public int capacity(Object executor) {
    return (int) (number(executor, queueSize, 2) >>> Integer.SIZE) & Integer.MAX_VALUE;
  }

  @Override
  public int copyTasks(Object executor, Object[] into) {
    return walk(executor, true, into, into.length);
  }

  @Override
  public int length(Object executor) {
    return walk(executor, true, null, LONGEST);
  }

  /**
   * Its own count of an unlimited queue stays 0. Whatever the nodes lead to meanwhile, it ends.
   *
   * @param tasks whether to count tasks, or the threads that wait for one
   */
  private int walk(Object executor, boolean tasks, Object @Nullable [] into, int most) {
    Object node =
        SnarlLens.object(executor, heads) instanceof Object[] nodes
            ? nodes[nodes.length / 3]
            : SnarlLens.object(executor, head);
    if (node == null) {
      return 0;
    }
    Class<?> ofTasks = node.getClass(); // that which is done with was a task's
    Class<?> kind = ofTasks;
    long next = Places.of(kind, "next", Object.class);
    long task = Places.of(ofTasks, "task", Object.class);
    int n = 0;
    node = SnarlLens.object(node, next);
    for (int i = 0; i < LONGEST && node != null && n < most; i++) {
      boolean isTask = node.getClass() == ofTasks;
      Object given = isTask && tasks ? SnarlLens.object(node, task) : null;
      if (isTask == tasks && (given != null || !tasks)) {
        if (into != null) {
          Object inside = Places.object(given, "delegate");
          into[n] = inside == null ? given : inside;
        }
        n++;
      }
      if (node.getClass() != kind) {
        kind = node.getClass();
        next = Places.of(kind, "next", Object.class);
      }
      node = SnarlLens.object(node, next);
    }
    return n;
  }
}

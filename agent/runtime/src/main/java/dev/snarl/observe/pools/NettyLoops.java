package dev.snarl.observe.pools;

import dev.snarl.observe.live.Places;
import dev.snarl.snapshot.Pool;
import java.util.Collection;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlQueueLens;

/**
 * A group of Netty's event loops, Vert.x's and Reactor Netty's among them: one pool whose threads
 * each have a queue of their own. A loop counts as active while tasks wait for it.
 */
final class NettyLoops implements PoolType {

  static final String NAME = "io.netty.util.concurrent.MultithreadEventExecutorGroup";

  private static final String LOCK_FREE = "io.netty.util.internal.shaded.org.jctools.";

  private final long children;

  NettyLoops(Class<?> type) {
    this.children = SnarlLens.fieldOf(type, "children", Object.class);
  }

  @Override
  public Pool.Kind kind(Object executor) {
    return Pool.Kind.EVENT_LOOP;
  }

  private Object[] children(Object group) {
    return SnarlLens.object(group, children) instanceof Object[] all ? all : new Object[0];
  }

  @Override
  public void look(Object group, PoolNotes notes) {
    Object[] loops = children(group);
    Object[] threads = new Object[loops.length];
    int n = 0;
    int active = 0;
    for (Object loop : loops) {
      if (Places.object(loop, "thread") instanceof Thread thread) {
        threads[n++] = thread;
        active += waiting(loop) > 0 ? 1 : 0;
      }
    }
    notes.take(threads, n);
    notes.busy(n);
    notes.size = n;
    notes.active = active;
  }

  @Override
  public int core(Object group, int size) {
    return children(group).length;
  }

  @Override
  public int max(Object group) {
    return children(group).length;
  }

  @Override
  public int length(Object group) {
    int sum = 0;
    for (Object loop : children(group)) {
      sum += waiting(loop);
    }
    return sum;
  }

  private static int waiting(Object loop) {
    Object tasks = Places.object(loop, "taskQueue");
    if (tasks == null) {
      return 0;
    }
    return tasks instanceof Collection<?> queue && tasks.getClass().getName().startsWith(LOCK_FREE)
        ? queue.size()
        : Math.max(0, SnarlQueueLens.length(tasks));
  }
}

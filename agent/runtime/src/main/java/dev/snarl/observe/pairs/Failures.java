package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and threads that an exception has ended, the latest of each kind: what they would have done
 * next, nobody may do. The threads themselves leave what was thrown, one over another where there
 * are many; the observer reads it at its next tick and lets it go.
 */
public final class Failures {
  private static final int LEFT = 32;
  private static final int MOST = 256;

  /**
   * An exception that ended something.
   *
   * @param type its class
   * @param site the line that threw it
   * @param periodic whether it ended a task that else would have run again
   */
  record Failure(String type, String site, boolean periodic, long at) {
    String text() {
      return site.isEmpty() ? type : type + " at " + site;
    }
  }

  /** No record: linking what the compiler writes for one takes a first thread milliseconds. */
  private static final class Thrown {
    final Thread thread;
    final Throwable what;
    final boolean periodic;
    final long at;

    Thrown(Thread thread, Throwable what, boolean periodic, long at) {
      this.thread = thread;
      this.what = what;
      this.periodic = periodic;
      this.at = at;
    }
  }

  private record Kind(String group, String task) {}

  private final AtomicReferenceArray<@Nullable Thrown> left = new AtomicReferenceArray<>(LEFT);
  private final AtomicInteger next = new AtomicInteger();
  private final Map<Kind, Failure> latest =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, Failure> eldest) {
          return size() > MOST;
        }
      };

  /** On the thread that it ends, or whose task. */
  public void add(Object task, Object thrown) {
    if (thrown instanceof Throwable what
        && !(what instanceof InterruptedException)
        && !(what instanceof CancellationException)) {
      boolean periodic =
          JdkCalls.jdks(task)
              && task instanceof RunnableScheduledFuture<?> scheduled
              && scheduled.isPeriodic();
      left.set(
          Math.floorMod(next.getAndIncrement(), LEFT),
          new Thrown(Thread.currentThread(), what, periodic, System.nanoTime()));
    }
  }

  /** Takes what was left; the observer's thread only, as {@link #of}. */
  void take(Sites sites, Names names) {
    for (int i = 0; i < LEFT; i++) {
      Thrown thrown = left.get(i) == null ? null : left.getAndSet(i, null);
      if (thrown != null) {
        StackTraceElement[] stack = JdkCalls.trace(thrown.what);
        String task = WakeStacks.task(stack, sites);
        if (!task.isEmpty()) {
          latest.put(
              new Kind(names.group(thrown.thread.getName()), task),
              new Failure(
                  thrown.what.getClass().getName(),
                  sites.in(stack).text,
                  thrown.periodic,
                  thrown.at));
        }
      }
    }
  }

  /** The latest of such threads in such a task; null if there was none. */
  @Nullable Failure of(Waker waker) {
    return latest.get(new Kind(waker.group(), waker.task()));
  }
}

package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.wakes.WakeStacks;
import dev.snarl.observe.wakes.Waker;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlPoolLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
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
  private static final int FRAMES = 50;

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
    final @Nullable Object work;
    final Throwable what;
    final boolean periodic;
    final long at;

    Thrown(Thread thread, @Nullable Object work, Throwable what, boolean periodic, long at) {
      this.thread = thread;
      this.work = work;
      this.what = what;
      this.periodic = periodic;
      this.at = at;
    }
  }

  /**
   * What such an exception has ended.
   *
   * @param type of what the application gave to a thread or an executor
   * @param stack of the exception, its first frames
   */
  record Fallen(
      WeakReference<Class<?>> type,
      List<StackTraceElement> stack,
      String thread,
      Failure failure) {}

  /** A kind of task, by the group of its threads and its outermost method. */
  record Kind(String group, String task) {}

  private final AtomicReferenceArray<@Nullable Thrown> left = new AtomicReferenceArray<>(LEFT);
  private final AtomicInteger next = new AtomicInteger();
  private final SkippedWakes skipped = new SkippedWakes();
  private final Set<Kind> fresh = new HashSet<>();
  private final Deque<Fallen> fallen = new ArrayDeque<>();
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
      boolean periodic = JdkCalls.periodic(task);
      left.set(
          Math.floorMod(next.getAndIncrement(), LEFT),
          new Thrown(Thread.currentThread(), work(task), what, periodic, System.nanoTime()));
    }
  }

  /** What the application gave to run; null if that is not known. */
  private static @Nullable Object work(Object task) {
    if (task instanceof Thread thread) {
      Object target = SnarlPoolLens.target(thread);
      return target == null ? thread : target;
    }
    if (!(task instanceof CompletableFuture)) {
      Object callable = SnarlFutureLens.callable(task); // which the future forgets now
      return callable == null ? task : callable;
    }
    SnarlSlot slot = SnarlProbe.slotOf(Thread.currentThread());
    return slot == null ? null : slot.function();
  }

  /** Takes what was left; the observer's thread only, as {@link #of}. */
  void take(Sites sites, Names names) {
    for (int i = 0; i < LEFT; i++) {
      Thrown thrown = left.get(i) == null ? null : left.getAndSet(i, null);
      if (thrown != null) {
        StackTraceElement[] stack = JdkCalls.trace(thrown.what);
        String task = WakeStacks.task(stack, sites);
        if (!task.isEmpty()) {
          String group = names.group(thrown.thread.getName());
          Failure failure =
              new Failure(
                  thrown.what.getClass().getName(),
                  sites.in(stack).text,
                  thrown.periodic,
                  thrown.at);
          latest.put(new Kind(group, task), failure);
          if (fresh.size() < LEFT) {
            fresh.add(new Kind(group, task));
          }
          if (thrown.work != null) {
            String thread = Names.cut(Threads.name(thrown.thread));
            List<StackTraceElement> frames =
                List.of(Arrays.copyOf(stack, Math.min(stack.length, FRAMES)));
            keep(new Fallen(new WeakReference<>(thrown.work.getClass()), frames, thread, failure));
            skipped.add(new SkippedWakes.Thrown(thrown.work, frames, failure, thread, group));
          }
        }
      }
    }
    skipped.tick();
  }

  private void keep(Fallen each) {
    if (fallen.size() == LEFT) {
      fallen.removeLast();
    }
    fallen.addFirst(each);
  }

  /** A bounded number, the latest first. */
  Iterable<Fallen> fallen() {
    return fallen;
  }

  /**
   * What a task that threw would have ended, had it not, of waits at this; null if none is known.
   */
  SkippedWakes.@Nullable Skip skipped(Object parkedAt) {
    return skipped.of(parkedAt);
  }

  /** The kinds that threw since this was last asked for; a bounded number. */
  Set<Kind> fresh() {
    Set<Kind> all = Set.copyOf(fresh);
    fresh.clear();
    return all;
  }

  /** The latest of such threads in such a task; null if there was none. */
  @Nullable Failure of(Waker waker) {
    return latest.get(new Kind(waker.group(), waker.task()));
  }
}

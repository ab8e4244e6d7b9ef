package dev.snarl.threads;

import dev.snarl.stacks.StackSite;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a dump, understood.
 *
 * @param thread as it was written
 * @param doing what it was doing
 * @param site the line to open, null if every frame is the JDK's
 * @param blockedIn the JDK's method in which it is blocked, empty if it is not
 * @param awaits the kind of future that it waits for, null for none
 * @param batch whether it waits for several futures at once
 * @param runs the kinds of tasks that it runs
 * @param worker whether it is a thread of a pool
 * @param entry the frame of the application, or otherwise of a library, with which its work began
 * @param pool its pool's name, with the counter as {@code #}
 * @param poolKey distinguishes its pool from others
 */
public record View(
    DumpedThread thread,
    Doing doing,
    @Nullable StackSite site,
    String blockedIn,
    @Nullable FutureKind awaits,
    boolean batch,
    Set<FutureKind> runs,
    boolean worker,
    @Nullable StackTraceElement entry,
    String pool,
    String poolKey) {
  public View {
    runs = Set.copyOf(runs);
  }

  /** The site of a stack without a line that could be opened. */
  public static final String NO_SITE = "other";

  private static final double STILL_SECONDS = 0.001;

  public String siteText() {
    return site == null ? NO_SITE : site.text();
  }

  String entryText() {
    return entry == null ? siteText() : StackSite.text(entry, entry.getFileName());
  }

  boolean application() {
    return site != null && site.application();
  }

  /** Whether its wait ends by itself. */
  public boolean timed() {
    return thread.state() == Thread.State.TIMED_WAITING;
  }

  /** The call with which it waits. */
  public String call() {
    return site == null || site.call().isEmpty() ? blockedIn : site.call();
  }

  /** Its pool, or what started it for the task that it runs. */
  public String taskPool() {
    boolean perTask = !worker && runs.contains(FutureKind.COMPLETABLE_FUTURE);
    return perTask ? "CompletableFuture.ThreadPerTask" : pool;
  }

  public boolean platform() {
    return !thread.virtual();
  }

  /** Whether it can support a claim: a platform thread with a complete stack. */
  public boolean sound() {
    return platform() && !thread.damaged();
  }

  /**
   * Whether it did nothing since an earlier dump: the same stack, and the same wait. A collection
   * moves objects, which changes their names in a dump; but a thread without progress uses no CPU,
   * while to begin another wait takes some.
   */
  boolean stoodStillSince(View then) {
    if (!then.stack().equals(stack())) {
      return false;
    }
    Blocker was = then.thread.blocker();
    Blocker is = thread.blocker();
    double cpu = thread.cpuSeconds() - then.thread.cpuSeconds();
    if (was != null && is != null) {
      return was.id().equals(is.id()) || cpu == 0;
    }
    return Double.isNaN(cpu) ? was == null && is == null : cpu < STILL_SECONDS;
  }

  public List<StackTraceElement> stack() {
    return thread.stack();
  }

  /** Two threads are distinct, even if everything else is equal. */
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}

package dev.snarl.threads;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pools of which every thread waits for a future, and who may complete one. A dump names no queue:
 * such a future is queued behind the waiting threads, or completed by something that leaves no
 * thread. Linear.
 */
final class Futures {
  private static final String UNPARKER = "VirtualThread-unparker";

  private final Map<String, List<View>> pools = new LinkedHashMap<>();
  private final boolean lasting;
  private final boolean open;

  /**
   * Those of a dump.
   *
   * @param before the views of the dump before it, by thread; empty if it is the first
   */
  Futures(ThreadDump dump, List<View> views, Map<String, View> before) {
    for (View view : views) {
      if (view.worker() && view.platform()) {
        pools.computeIfAbsent(view.poolKey(), key -> new ArrayList<>()).add(view);
      }
    }
    pools.values().removeIf(threads -> !threads.stream().allMatch(Futures::waits));
    this.lasting = !before.isEmpty();
    boolean passing = lasting ? !lasts(before) : mayBePassing(views);
    this.open = passing || hidesVirtualThreads(dump, views);
  }

  /** The threads of those pools, by pool. */
  Map<String, List<View>> pools() {
    return pools;
  }

  /** Whether all of them were in the same waits in the dump before. */
  boolean lasting() {
    return lasting;
  }

  /** Whether something may complete a future that the dump does not show. */
  boolean open() {
    return open;
  }

  private List<View> waiting() {
    return pools.values().stream().flatMap(List::stream).toList();
  }

  private boolean member(View view) {
    return view.worker() && view.platform() && pools.containsKey(view.poolKey());
  }

  /** A lone waiter, and somebody without work: the task may just be on its way to him. */
  private boolean mayBePassing(List<View> views) {
    return waiting().size() < 2
        && views.stream().anyMatch(view -> view.worker() && view.doing() == Doing.IDLE);
  }

  private boolean lasts(Map<String, View> before) {
    for (View now : waiting()) {
      View then = before.get(now.thread().identity());
      if (then == null || !now.stoodStillSince(then)) {
        return false;
      }
    }
    return true;
  }

  private static boolean waits(View view) {
    return view.doing() == Doing.FUTURE
        && view.sound()
        && (view.awaits() == FutureKind.FUTURE_TASK
            || view.awaits() == FutureKind.COMPLETABLE_FUTURE
            || view.awaits() == FutureKind.GUAVA)
        && !forkJoin(view);
  }

  /** A fork-join pool starts another worker for one that waits. */
  private static boolean forkJoin(View view) {
    return view.stack().stream()
        .anyMatch(f -> f.getClassName().equals("java.util.concurrent.ForkJoinWorkerThread"));
  }

  /** A text dump shows no virtual thread that waits: it might be running any of the futures. */
  private static boolean hidesVirtualThreads(ThreadDump dump, List<View> views) {
    return !dump.virtualThreads()
        && views.stream().anyMatch(v -> v.thread().virtual() || v.thread().name().equals(UNPARKER));
  }

  /**
   * Whether a thread may complete a future, unless it is stuck itself.
   *
   * @param stage whether the future can be completed by any code; a FutureTask must be run
   */
  boolean mayComplete(View view, boolean stage) {
    if (view.doing() == Doing.JVM || member(view)) {
      return false;
    }
    if (view.runs().isEmpty()
        && (view.doing() == Doing.FUTURE || (Understanding.request(view) && !stage))) {
      return false;
    }
    if (view.doing() != Doing.IDLE) {
      return view.worker() || view.thread().virtual() || completesByHand(view, stage);
    }
    return stage && (loop(view) || timer(view));
  }

  /**
   * A thread of the application that sleeps or works might call {@code complete}; one that waits
   * itself for its input or for the end of another will hardly.
   */
  private static boolean completesByHand(View view, boolean stage) {
    return (stage || view.runs().contains(FutureKind.FUTURE_TASK))
        && !(view.thread().name().equals("main")
            && (view.doing() == Doing.WAITING || view.doing() == Doing.IO));
  }

  /** What a thread that serves requests is given are connections. */
  private static boolean loop(View view) {
    return !Understanding.request(view)
        && view.stack().stream()
            .limit(6)
            .anyMatch(
                f -> f.getClassName().contains("Selector") || f.getClassName().contains("EPoll"));
  }

  private static boolean timer(View view) {
    return view.timed()
        && view.stack().stream()
            .anyMatch(
                f ->
                    f.getClassName().contains("DelayedWorkQueue")
                        || f.getClassName().equals("java.util.TimerThread"));
  }
}

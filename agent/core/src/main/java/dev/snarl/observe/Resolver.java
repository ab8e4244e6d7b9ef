package dev.snarl.observe;

import dev.snarl.snapshot.Need;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlLens;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Says what must happen before a future completes, at one moment. A {@code FutureTask} names its
 * runner itself. A {@code CompletableFuture} knows its dependents, not its sources: so from the
 * futures whose tasks run or are queued it walks down their dependents, bounded, and notes for each
 * future met the completion that will complete it. Made anew for each look; the observer's thread.
 */
final class Resolver {

  private static final int NODES_EACH = 1_000;
  private static final int NODES_ALL = 50_000;
  private static final int DEEPEST = 64;
  private static final int WIDEST = 64;

  /** Turns a thread into what rules may see of it. */
  interface Threads {
    Need running(Object task, Thread thread);
  }

  private final Threads threads;
  private final IdentityHashMap<Object, Thread> running = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Long> queued = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Object> producers = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Boolean> deadlines = new IdentityHashMap<>();
  private final IdentityHashMap<Thread, Object> waiters = new IdentityHashMap<>();
  private int nodes;

  Resolver(Threads threads) {
    this.threads = threads;
  }

  /** A thread and the futures whose tasks it runs. */
  void addRunning(SnarlSlot slot, Thread thread) {
    int depth = Math.min(slot.runs, SnarlSlot.DEPTH);
    for (int i = 0; i < depth; i++) {
      Object future = slot.running[i];
      if (future != null && SnarlProbe.unfinished(future)) {
        running.put(future, thread);
      }
    }
    Object claimed = slot.claimed;
    if (claimed != null && SnarlProbe.unfinished(claimed)) {
      running.put(claimed, thread);
    }
  }

  /** A task in the queue of an executor. */
  void addQueued(Object task, long pool) {
    Object future = SnarlLens.futureOf(task);
    if (future != null) {
      queued.put(future, pool);
    }
  }

  /** After all that runs or is queued was added, and before the first question. */
  void link() {
    for (Object future : new ArrayList<>(running.keySet())) {
      walk(future);
    }
    for (Object future : new ArrayList<>(queued.keySet())) {
      walk(future);
    }
  }

  /** Also walks from a future that nobody is known to run: it may be one source among several. */
  void walk(Object root) {
    if (SnarlLens.dependents(root) == null) {
      return; // the most, and cheap
    }
    List<Object> open = new ArrayList<>();
    open.add(root);
    int budget = NODES_EACH;
    while (!open.isEmpty() && budget > 0 && nodes < NODES_ALL) {
      Object future = open.remove(open.size() - 1);
      Object completion = SnarlLens.dependents(future);
      while (completion != null && budget > 0) {
        budget--;
        nodes++;
        Object base = SnarlLens.base(completion);
        Thread waiter = SnarlLens.waiter(completion);
        if (waiter != null) {
          waiters.put(waiter, future);
        }
        if (base != null) {
          if (SnarlLens.cancelsTimeout(base)) {
            deadlines.put(future, Boolean.TRUE);
          }
          Object dependent = SnarlLens.dependent(base);
          if (dependent != null && producers.put(dependent, base) == null) {
            open.add(dependent);
          }
        }
        completion = SnarlLens.next(completion);
      }
    }
  }

  /** The future on which the thread has left its waiter, among those met; else null. */
  @Nullable Object awaitedBy(Thread thread) {
    return waiters.get(thread);
  }

  /** Whether the future, or one it depends on, has a deadline of its own. */
  boolean hasDeadline(Object future) {
    Object at = future;
    for (int i = 0; i < DEEPEST && at != null; i++) {
      if (deadlines.containsKey(at) || ownDeadline(at)) {
        return true;
      }
      Object producer = producers.get(at);
      Object[] sources = producer == null ? new Object[0] : SnarlLens.sources(producer);
      at = sources.length == 0 ? null : sources[0];
    }
    return false;
  }

  private static boolean ownDeadline(Object future) {
    Object completion = SnarlLens.dependents(future);
    for (int i = 0; i < NODES_EACH && completion != null; i++) {
      if (SnarlLens.cancelsTimeout(completion)) {
        return true;
      }
      completion = SnarlLens.next(completion);
    }
    return false;
  }

  Need need(Object future) {
    Need need = need(future, 0);
    return need == null ? new Need.Unknown() : need;
  }

  /** Null if the future is complete. */
  private @Nullable Need need(Object future, int depth) {
    if (!SnarlProbe.unfinished(future)) {
      return null;
    }
    if (depth > DEEPEST) {
      return new Need.Unknown();
    }
    Thread runner =
        future instanceof FutureTask<?> task ? SnarlLens.runner(task) : running.get(future);
    runner = runner == null ? GuavaFutures.runner(future) : runner;
    if (runner != null) {
      // A virtual thread may block: it holds nothing that anybody could run short of.
      return SnarlProbe.virtual(runner) ? new Need.Unknown() : threads.running(future, runner);
    }
    Long pool = queued.get(future);
    if (pool != null) {
      return new Need.Queued(future.getClass().getName(), pool);
    }
    Object producer = future instanceof CompletableFuture ? producers.get(future) : null;
    if (producer == null) {
      List<Object> inputs = GuavaFutures.sources(future);
      return inputs.isEmpty() ? new Need.Unknown() : all(inputs, depth);
    }
    return fromSources(producer, depth);
  }

  private Need all(List<Object> inputs, int depth) {
    List<Need> needs = new ArrayList<>();
    for (Object input : inputs) {
      Need need = needs.size() < WIDEST ? need(input, depth + 1) : null;
      if (need != null) {
        needs.add(need);
      }
    }
    if (needs.isEmpty()) {
      return new Need.Unknown(); // its own function runs, somewhere
    }
    return needs.size() == 1 ? needs.get(0) : new Need.All(needs);
  }

  private Need fromSources(Object producer, int depth) {
    List<Need> needs = new ArrayList<>();
    Object[] sources = SnarlLens.sources(producer);
    for (int i = 0; i < sources.length && needs.size() < WIDEST; i++) {
      Need need = sources[i] == null ? null : need(sources[i], depth + 1);
      if (need != null) {
        needs.add(need);
      }
    }
    if (needs.isEmpty()) {
      return new Need.Unknown(); // fired a moment ago
    }
    if (SnarlLens.anySource(producer)) {
      return needs.size() < sources.length ? new Need.Unknown() : new Need.Any(needs);
    }
    return needs.size() == 1 ? needs.get(0) : new Need.All(needs);
  }
}

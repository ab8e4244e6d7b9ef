package dev.snarl.observe.waits;

import dev.snarl.snapshot.Need;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SnarlFutureLens;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Says what must happen before a future completes, at one moment. A {@code FutureTask} names its
 * runner itself. A {@code CompletableFuture} knows its dependents, not its sources: so from the
 * futures whose tasks run or are queued it walks down their dependents, bounded, and notes for each
 * future met the completion that will complete it. Made anew for each look; the observer's thread.
 */
public final class Resolver {

  private static final int NODES_EACH = 1_000;
  private static final int NODES_ALL = 50_000;
  private static final int LOOKS_EACH = 256;
  private static final int DEEPEST = 64;
  private static final int WIDEST = 64;

  /** Turns a thread into what rules may see of it. */
  interface Threads {
    Need running(Object task, Thread thread);

    /** Which of the threads are inside a stage of a {@code CompletableFuture}. */
    default boolean[] atAStage(List<Thread> threads) {
      boolean[] all = new boolean[threads.size()];
      Arrays.fill(all, true);
      return all;
    }
  }

  private final Threads threads;
  private final IdentityHashMap<Object, Thread> running = new IdentityHashMap<>();
  private final Claims claims = new Claims();
  private final IdentityHashMap<Object, Long> queued = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Boolean> submitted = new IdentityHashMap<>();
  private final DecoratedTasks decorated;
  private final IdentityHashMap<Object, Object> producers = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Boolean> deadlines = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Boolean> endsByItself = new IdentityHashMap<>();
  private final IdentityHashMap<Thread, Object> waiters = new IdentityHashMap<>();
  private int nodes;
  private int looks;

  public Resolver(Threads threads, DecoratedTasks decorated) {
    this.threads = threads;
    this.decorated = decorated;
  }

  /** A thread and the futures whose tasks it runs. */
  public void addRunning(SnarlSlot slot, Thread thread) {
    int depth = Math.min(slot.runs, SnarlSlot.DEPTH);
    for (int i = 0; i < depth; i++) {
      Object future = slot.running[i];
      if (future != null && SnarlFutureLens.unfinished(future)) {
        running.put(future, thread);
      }
    }
    Object claimed = slot.claimed;
    if (claimed != null && SnarlFutureLens.unfinished(claimed)) {
      claims.add(claimed, slot);
    }
  }

  /** A future that a thread without a slot computes. */
  void addRunning(Object future, Thread thread) {
    if (SnarlFutureLens.unfinished(future)) {
      running.put(future, thread);
    }
  }

  /** A future that a waiting thread got for what it submitted; before all that is queued. */
  void addSubmitted(Object future) {
    submitted.put(future, Boolean.TRUE);
  }

  /** A task in the queue of an executor. */
  void addQueued(Object task, long pool) {
    Object future = SnarlFutureLens.futureOf(task);
    if (future != null) {
      queued.put(future, pool);
    }
    // What is in a queue itself is there, wherever else it is named.
    decorated.futuresIn(task, submitted::containsKey, inside -> queued.putIfAbsent(inside, pool));
  }

  /** After all that runs or is queued was added, and before the first question. */
  public void link() {
    for (Object future : new ArrayList<>(running.keySet())) {
      walk(future);
    }
    for (Object future : new ArrayList<>(claims.futures())) {
      walk(future);
    }
    for (Object future : new ArrayList<>(queued.keySet())) {
      walk(future);
    }
  }

  /**
   * Looks who is at the stages that these futures need, before the first question that counts; a
   * claim that was not looked at is no answer.
   */
  public void settle(Iterable<Object> futures) {
    for (Object future : futures) {
      if (!claims.wanted()) {
        break;
      }
      need(future);
    }
    claims.settle(threads, running);
  }

  /** Also walks from a future that nobody is known to run: it may be one source among several. */
  void walk(Object root) {
    if (SnarlFutureLens.dependents(root) == null) {
      return; // the most, and cheap
    }
    List<Object> open = new ArrayList<>();
    open.add(root);
    int budget = NODES_EACH;
    while (!open.isEmpty() && budget > 0 && nodes < NODES_ALL) {
      Object future = open.remove(open.size() - 1);
      Object completion = SnarlFutureLens.dependents(future);
      while (completion != null && budget > 0) {
        budget--;
        nodes++;
        Object base = SnarlFutureLens.base(completion);
        Thread waiter = SnarlFutureLens.waiter(completion);
        if (waiter != null) {
          waiters.put(waiter, future);
        }
        if (base != null) {
          if (SnarlFutureLens.cancelsTimeout(base)) {
            deadlines.put(future, Boolean.TRUE);
          }
          Object dependent = SnarlFutureLens.dependent(base);
          if (dependent != null && producers.put(dependent, base) == null) {
            open.add(dependent);
          }
        }
        completion = SnarlFutureLens.next(completion);
      }
    }
  }

  /** The future on which the thread has left its waiter, among those met; else null. */
  @Nullable Object awaitedBy(Thread thread) {
    return waiters.get(thread);
  }

  /**
   * Whether a deadline will complete the future: its own, or those of as many of its sources as it
   * needs. What lies too deep to be looked at may have one.
   */
  boolean hasDeadline(Object future) {
    return hasDeadline(future, 0);
  }

  private boolean hasDeadline(Object future, int depth) {
    if (depth > DEEPEST) {
      return true;
    }
    Boolean known = endsByItself.get(future);
    if (known == null) {
      known = ownDeadline(future) || sourcesEnd(producers.get(future), depth);
      endsByItself.put(future, known);
    }
    return known;
  }

  private boolean sourcesEnd(@Nullable Object producer, int depth) {
    if (producer == null) {
      return false;
    }
    boolean any = SnarlFutureLens.anySource(producer);
    int open = 0;
    for (Object source : SnarlFutureLens.sources(producer)) {
      if (source != null && SnarlFutureLens.unfinished(source)) {
        open++;
        if (hasDeadline(source, depth + 1) == any) {
          return any;
        }
      }
    }
    return open > 0 && !any;
  }

  private boolean ownDeadline(Object future) {
    if (deadlines.containsKey(future)) {
      return true;
    }
    Object completion = SnarlFutureLens.dependents(future);
    for (int i = 0; i < NODES_EACH && completion != null; i++) {
      if (SnarlFutureLens.cancelsTimeout(completion)) {
        return true;
      }
      completion = SnarlFutureLens.next(completion);
    }
    return false;
  }

  public Need need(Object future) {
    looks = LOOKS_EACH;
    Need need = need(future, 0);
    return need == null ? new Need.Unknown() : need;
  }

  /** Null if the future is complete. */
  private @Nullable Need need(Object future, int depth) {
    if (!SnarlFutureLens.unfinished(future)) {
      return null;
    }
    // A lattice of futures has more paths than anybody could walk.
    if (depth > DEEPEST || looks-- <= 0) {
      return new Need.Unknown();
    }
    Thread runner =
        future instanceof FutureTask<?> task ? SnarlFutureLens.runner(task) : running.get(future);
    runner = runner == null ? GuavaFutures.runner(future) : runner;
    if (runner == null) {
      claims.need(future);
    } else {
      return threads.running(future, runner);
    }
    Long pool = queued.get(future);
    if (pool != null) {
      return new Need.Queued(future.getClass().getName(), pool);
    }
    Object producer = future instanceof CompletableFuture ? producers.get(future) : null;
    if (producer == null) {
      return all(GuavaFutures.sources(future), depth);
    }
    List<Object> sources = open(SnarlFutureLens.sources(producer));
    return SnarlFutureLens.anySource(producer)
        ? any(sources, SnarlFutureLens.sources(producer).length, depth)
        : all(sources, depth);
  }

  private static List<Object> open(Object[] sources) {
    List<Object> open = new ArrayList<>();
    for (Object source : sources) {
      if (source != null && SnarlFutureLens.unfinished(source)) {
        open.add(source);
      }
    }
    return open;
  }

  private Need any(List<Object> sources, int of, int depth) {
    List<Need> needs = new ArrayList<>();
    for (Object source : sources) {
      Need need = needs.size() < WIDEST ? need(source, depth + 1) : null;
      if (need != null) {
        needs.add(need);
      }
    }
    return needs.isEmpty() || needs.size() < of ? new Need.Unknown() : new Need.Any(needs);
  }

  /** Of several, those that a deadline completes hold up nothing, unless that is true of all. */
  private Need all(List<Object> sources, int depth) {
    boolean allEnd = sources.stream().allMatch(this::hasDeadline);
    List<Need> needs = new ArrayList<>();
    for (Object source : sources) {
      Need need = needs.size() < WIDEST ? need(source, depth + 1) : null;
      if (need != null) {
        needs.add(!allEnd && hasDeadline(source) ? new Need.Unknown() : need);
      }
    }
    if (needs.isEmpty()) {
      return new Need.Unknown(); // it fired a moment ago, or its own function runs, somewhere
    }
    return Need.all(needs);
  }
}

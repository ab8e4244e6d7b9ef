package dev.snarl.observe.waits;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.slots.Waiting;
import java.util.List;
import java.util.Set;
import java.util.concurrent.SnarlFutureLens;
import java.util.function.Consumer;

/** Finds the tasks that threads wait for in the queues of the executors. The observer's thread. */
public final class QueuedFutures {

  private static final int TASKS_EACH_TICK = 10_000;

  private final KnownExecutors executors;
  private final QueuedTasks queued;
  private final LongQueues longQueues = new LongQueues();

  public QueuedFutures(KnownExecutors executors, QueuedTasks queued) {
    this.executors = executors;
    this.queued = queued;
  }

  public void begin() {
    longQueues.begin();
  }

  /** Adds what is queued, as far as a wait may be for it. */
  public void addTo(Resolver resolver, List<Waiting> waits, long now) {
    int budget = TASKS_EACH_TICK;
    Set<Object> wanted = null;
    for (Waiting wait : waits) {
      eachSubmitted(wait, resolver::addSubmitted);
    }
    for (Known known : executors.all.keySet()) {
      Object executor = known.get();
      if (executor == null) {
        continue;
      }
      int copied = budget == 0 ? 0 : queued.copy(executor);
      int n = Math.min(budget, copied);
      Object[] tasks = queued.all();
      for (int i = 0; i < n; i++) {
        resolver.addQueued(tasks[i], known.id);
      }
      queued.clear(copied);
      budget -= n;
      if (budget == 0) {
        wanted = wanted == null ? LongQueues.wanted(waits) : wanted;
        longQueues.addTo(resolver, known, executor, wanted, now);
      }
    }
    for (Waiting wait : waits) {
      eachSubmitted(wait, resolver::walk);
    }
  }

  private static void eachSubmitted(Waiting wait, Consumer<Object> unfinished) {
    for (Object submitted : wait.slot().submitted) {
      if (submitted != null && SnarlFutureLens.unfinished(submitted)) {
        unfinished.accept(submitted);
      }
    }
  }
}

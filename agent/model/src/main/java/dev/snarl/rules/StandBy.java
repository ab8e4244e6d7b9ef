package dev.snarl.rules;

import dev.snarl.graph.Edge;
import dev.snarl.snapshot.Crowds.LockQueue;
import dev.snarl.snapshot.Pool;
import dev.snarl.snapshot.Pool.SiteCount;
import dev.snarl.snapshot.Snapshot;
import dev.snarl.snapshot.Wait;
import dev.snarl.text.Figures;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Threads that queue for a lock by design, as where one of several leads and the others stand by:
 * one thread keeps the lock and goes on meanwhile, nobody else has come or got it for a window, and
 * nothing waits for those that queue. Pure.
 */
final class StandBy {
  private StandBy() {}

  static boolean is(LockQueue queue, Snapshot now, Window window) {
    if (queue.holder() == null || !queue.holder().goesOn()) {
      return false;
    }
    Set<String> sites = queue.sites().stream().map(SiteCount::site).collect(Collectors.toSet());
    Set<Long> awaited = Edge.awaited(now.waits());
    Set<Long> fed =
        now.queues().filter(pool -> pool.queued() > 0).map(Pool::id).collect(Collectors.toSet());
    List<Wait> waits =
        now.waits().stream()
            .filter(wait -> wait.futureType().equals(queue.lock()) && sites.contains(wait.site()))
            .toList();
    return !waits.isEmpty()
        && waits.stream()
            .allMatch(
                wait ->
                    wait.blockedNanos() >= window.seconds() * Figures.NANOS
                        && !awaited.contains(wait.thread().id())
                        && !fed.contains(wait.thread().pool()));
  }
}

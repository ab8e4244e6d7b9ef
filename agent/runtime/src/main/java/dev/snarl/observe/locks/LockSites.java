package dev.snarl.observe.locks;

import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Asks on which lines threads wait for locks: a few each tick, those first for whom others wait.
 * The observer's thread only.
 */
final class LockSites {
  private static final int EACH_TICK = 12;

  /** Of many virtual threads that wait for one lock. */
  private static final int OF_EACH_LOCK = 4;

  private final Sites sites;

  LockSites(Sites sites) {
    this.sites = sites;
  }

  /**
   * Asks for lines that are not known yet.
   *
   * @param holders the threads for whom others wait
   * @param matters whether a wait's line is of use
   * @param surely whether it is, however many wait for the same
   */
  void find(
      Collection<LockWait> waits,
      Looks looks,
      Set<Thread> holders,
      Predicate<LockWait> matters,
      Predicate<LockWait> surely,
      long now) {
    List<LockWait> unsited = new ArrayList<>();
    IdentityHashMap<Object, Integer> sitedAt = new IdentityHashMap<>();
    for (LockWait wait : waits) {
      if (wait.virtual() && wait.lock != null && wait.site != null) {
        sitedAt.merge(wait.lock, 1, Integer::sum);
      }
    }
    for (LockWait wait : waits) {
      if (wait.lasts()
          && wait.site == null
          && matters.test(wait)
          && (surely.test(wait) || sitedAt.merge(wait.lock, 1, Integer::sum) <= OF_EACH_LOCK)) {
        unsited.add(wait);
      }
    }
    unsited.sort(Comparator.comparing(wait -> !holders.contains(wait.thread)));
    unsited.stream().limit(EACH_TICK).forEach(wait -> ask(wait, looks, now));
  }

  private void ask(LockWait wait, Looks looks, long now) {
    int look = wait.looks;
    Looks.Then sited =
        seen -> {
          if (wait.looks == look && wait.goesOn()) {
            wait.sited(seen, sites);
          }
        };
    if (wait.virtual()) {
      looks.atParked(wait.thread, now - wait.since, sited);
    } else {
      looks.at(wait.thread, sited);
    }
  }
}

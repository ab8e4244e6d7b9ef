package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.snapshot.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SnarlProbe;
import java.util.function.Predicate;

/**
 * What those threads do that hold locks for which others wait, or whose ends these wait for, and
 * that wait for no other thread themselves. The observer's thread only.
 */
final class Owners {
  private static final int LOOKS_EACH_TICK = 6;
  private static final long FRESH = 2_000_000_000L;

  private final Sites sites;
  private Map<Long, Look> seen = new HashMap<>();
  private int next;

  Owners(Sites sites) {
    this.sites = sites;
  }

  /**
   * Looks at some of them, in turns.
   *
   * @param waits who waits itself
   */
  void ask(Iterable<Thread> holders, Predicate<Thread> waits, Looks looks, long now) {
    List<Thread> owners = new ArrayList<>();
    Map<Long, Look> kept = new HashMap<>();
    for (Thread holder : holders) {
      if (!SnarlProbe.virtual(holder) && !waits.test(holder)) {
        owners.add(holder);
        Look look = seen.get(JdkCalls.id(holder));
        if (look != null && now - look.at() < FRESH) {
          kept.put(JdkCalls.id(holder), look);
        }
      }
    }
    seen = kept;
    for (int i = 0; i < Math.min(LOOKS_EACH_TICK, owners.size()); i++) {
      Thread owner = owners.get(Math.floorMod(next++, owners.size()));
      looks.at(
          owner,
          found -> {
            if (found.stack.length > 0) {
              kept.put(JdkCalls.id(owner), found.look(sites, now));
            }
          });
    }
  }

  /** The need with what its holders were seen doing. */
  Need seen(Need need) {
    if (need instanceof Need.Held held) {
      Look look = seen.get(held.thread().id());
      return look == null ? held : held.with(look.doing());
    }
    return need instanceof Need.All all
        ? new Need.All(all.needs().stream().map(this::seen).toList())
        : need instanceof Need.Any any
            ? new Need.Any(any.needs().stream().map(this::seen).toList())
            : need;
  }
}

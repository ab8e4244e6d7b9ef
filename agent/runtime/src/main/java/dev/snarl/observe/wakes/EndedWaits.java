package dev.snarl.observe.wakes;

import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.wakes.ArmedWait.Place;
import dev.snarl.observe.wakes.WakesAt.Usual;
import dev.snarl.snapshot.Odds;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who ended the waits at a line so far, by the kind of what was waited at there: who usually does
 * will end the next. Bounded. The observer's thread only.
 */
public final class EndedWaits {
  private static final int PLACES = 500;
  private static final long LATELY = 30_000_000_000L;
  private static final int ENDERS = 16;

  /** Stands for the class of a queue, for who takes what is put there. */
  private static final String TAKEN = "taken";

  /**
   * The waits at a line.
   *
   * @param group of the threads that wait, their name with digits folded; null for all of them
   */
  record Waits(Site site, @Nullable String group) {}

  private final Sites sites;
  private final Names names;
  private final PoolWatch pools;
  private final Map<Place, WakesAt> places = new HashMap<>();

  /** The same by whose waits they are: a line in a class of locks or latches has many. */
  private final Map<Waits, WakesAt> byGroup = new HashMap<>();

  EndedWaits(Sites sites, Names names, PoolWatch pools) {
    this.sites = sites;
    this.names = names;
    this.pools = pools;
  }

  // ---- what was seen ----

  /** A thread ended that wait, with this stack. */
  void seen(Thread thread, StackTraceElement[] stack, ArmedWait wait, long now) {
    Waker waker = waker(thread, stack);
    List<String> acts = WakeStacks.acts(stack, wait.stack);
    String turns = WakeStacks.turns(stack, wait.stack);
    at(places, wait.place).seen(waker, thread, acts, turns, now);
    Waits waits = new Waits(wait.place.site(), names.group(wait.wake.thread.getName()));
    at(byGroup, waits).seen(waker, thread, acts, turns, now);
  }

  /** That wait was for something to do, which was given with this stack. */
  void taken(ArmedWait wait, StackTraceElement[] by, long now) {
    Site gives = sites.in(by);
    if (gives != Site.OTHER) {
      Thread taker = wait.wake.thread;
      String group = names.group(taker.getName());
      Waker waker = new Waker(null, group, WakeStacks.task(wait.stack, sites));
      at(places, new Place(gives, TAKEN))
          .seen(waker, taker, WakeStacks.acts(wait.stack, by), "", now);
    }
  }

  /** Nobody ended that wait. */
  void alone(ArmedWait wait) {
    at(places, wait.place).alone();
  }

  private Waker waker(Thread thread, StackTraceElement[] stack) {
    Known pool = pools.poolOf(thread);
    return new Waker(
        pool == null ? null : pool.id,
        names.group(thread.getName()),
        WakeStacks.task(stack, sites));
  }

  private static <K> WakesAt at(Map<K, WakesAt> all, K place) {
    if (all.size() >= PLACES && !all.containsKey(place)) {
      all.clear();
    }
    return all.computeIfAbsent(place, key -> new WakesAt());
  }

  // ---- who will ----

  /** Null for nothing. */
  public @Nullable WakesAt at(Place place) {
    return places.get(place);
  }

  private @Nullable WakesAt at(Site site, @Nullable Object blocker) {
    return at(Place.of(site, blocker));
  }

  /** Whether waits at that line usually end by themselves. */
  boolean pauses(Site site, @Nullable Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes != null && wakes.pauses();
  }

  /** Who usually ends waits at that line; null if that is not clear. */
  @Nullable Usual usual(Site site, @Nullable Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes == null ? null : wakes.usual();
  }

  /**
   * The same of all lines where waits ended lately, bounded; where it differs by whose waits they
   * are, of each thread group for which it is clear.
   */
  Map<Waits, Usual> usual(long now) {
    Map<Waits, Usual> all = new HashMap<>();
    places.forEach((place, wakes) -> lately(all, new Waits(place.site(), null), wakes, now));
    byGroup.forEach(
        (waits, wakes) -> {
          if (!all.containsKey(new Waits(waits.site(), null))) {
            lately(all, waits, wakes, now);
          }
        });
    return all;
  }

  private static void lately(Map<Waits, Usual> all, Waits waits, WakesAt wakes, long now) {
    Usual usual = now - wakes.latest() < LATELY && all.size() < ENDERS ? wakes.usual() : null;
    if (usual != null) {
      all.put(waits, usual);
    }
  }

  /** Whether workers of the pool clearly ended waits anywhere. */
  public boolean any(long pool) {
    for (WakesAt wakes : places.values()) {
      if (wakes.by(waker -> waker.pool() != null && waker.pool() == pool) != null) {
        return true;
      }
    }
    return false;
  }

  /** Whether enough is known of the waits at that line. */
  public boolean know(Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes != null && wakes.known();
  }

  /**
   * How often waits there were ended by threads like this one, in what it does now; null if that is
   * not clear.
   */
  public @Nullable Odds by(Thread worker, StackTraceElement[] stack, Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    return wakes == null ? null : wakes.by(waker(worker, stack)::equals);
  }

  /**
   * How often waits there were ended by workers of the pool, in tasks of another kind than that of
   * the waiter; null if that is not clear.
   */
  public @Nullable Odds byPool(long pool, StackTraceElement[] waiter, Site site, Object blocker) {
    WakesAt wakes = at(site, blocker);
    if (wakes == null) {
      return null;
    }
    String own = WakeStacks.task(waiter, sites);
    return wakes.by(
        waker -> waker.pool() != null && waker.pool() == pool && !waker.task().equals(own));
  }

  /** Where one and the same thread, of that group and in that task, ended all waits so far. */
  public Set<Place> onlyBy(String group, String task) {
    Set<Place> found = new HashSet<>();
    places.forEach(
        (place, wakes) -> {
          if (wakes.onlyBy(group, task)) {
            found.add(place);
          }
        });
    return found;
  }

  /** The only thread that was seen to take what is given away at that line; null if none was. */
  public @Nullable Usual taker(Site site) {
    WakesAt takers = at(new Place(site, TAKEN));
    return takers == null ? null : takers.only();
  }
}

package dev.snarl.observe.wakes;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.pools.Samples;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.wakes.EndedWaits.Waits;
import dev.snarl.observe.wakes.WakesAt.Usual;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Ender;
import dev.snarl.snapshot.Giver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that must act before another can go on: the owner of a lock, the thread whose end is
 * waited for, or else who usually ends the waits at that line; where several workers of a pool do,
 * one that is in the method which does, as the holders of permits are. What it does meanwhile
 * explains a wait; it proves nothing. The observer's thread only.
 */
public final class Actors implements Samples.Actors {
  /** Of a pool whose workers usually end a wait. */
  private static final int WORKERS = 2;

  /** Of its kinds of owned locks, the one that has an owner unless it is free. */
  private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock$";

  private static final long KEPT = 30_000_000_000L;

  private final Sites sites;
  private final Names names;
  private final Monitors monitors;
  private final Wakers wakers;
  private final EndedWaits ended;
  private final PoolWatch pools;
  private final Givers givers;
  private Map<Waits, Usual> lately = Map.of();

  /** Of lines where several threads usually end the waits: what one of them was seen doing. */
  private final Map<Waits, Look> acting = new HashMap<>();

  private int turn;

  public Actors(Sites sites, Names names, Monitors monitors, Wakers wakers, PoolWatch pools) {
    this.pools = pools;
    this.givers = new Givers(pools, names);
    this.sites = sites;
    this.names = names;
    this.monitors = monitors;
    this.wakers = wakers;
    this.ended = wakers.ended();
  }

  @Override
  public void look(ThreadLook.Seen waiter, Looks looks, long now, Consumer<Actor> then) {
    Thread thread = waiter.thread;
    Object blocker = LockSupport.getBlocker(thread);
    String top = waiter.stack[0].getMethodName();
    boolean parked = top.equals("park");
    if (top.startsWith("sleep")) {
      return; // it waits for nobody
    }
    if (blocker != null && JdkLocks.owned(blocker)) {
      if (Places.object(blocker, "exclusiveOwnerThread") instanceof Thread owner) {
        holder(owner, looks, now, () -> LockSupport.getBlocker(thread) == blocker, then);
      } else if (blocker.getClass().getName().startsWith(REENTRANT_LOCK) || runs(thread)) {
        then.accept(Actor.BRIEF); // nobody holds it: it is this one's turn
      }
    } else if (parked) {
      usual(waiter, blocker, looks, now, then);
    } else if (waiter.state != Thread.State.RUNNABLE) {
      Monitors.Other other = monitors.other(thread);
      if (other == null && (runs(thread) || monitors.unowned(thread))) {
        then.accept(Actor.BRIEF);
      } else if (other != null) {
        holder(other.thread(), looks, now, () -> other.equals(monitors.other(thread)), then);
      }
    }
  }

  private static boolean runs(Thread thread) {
    return JdkCalls.state(thread) == Thread.State.RUNNABLE;
  }

  /**
   * Looks at who is the one, unless it is not any more.
   *
   * @param holds whether the waiter still waits for it
   */
  private void holder(
      Thread holder, Looks looks, long now, BooleanSupplier holds, Consumer<Actor> then) {
    looks.at(
        holder,
        seen -> {
          if (!holds.getAsBoolean()) {
            then.accept(Actor.BRIEF);
          } else if (seen.stack.length > 0) {
            as(holder, then).accept(seen.look(sites, now));
          }
        });
  }

  @Override
  public boolean pauses(Thread parked, Site site) {
    return ended.pauses(site, LockSupport.getBlocker(parked));
  }

  /** One that only earlier waits name is not the one while it has nothing to do. */
  private void usual(
      ThreadLook.Seen waiter,
      @Nullable Object blocker,
      Looks looks,
      long now,
      Consumer<Actor> then) {
    Site site = sites.in(waiter.stack);
    Usual known = ended.usual(site, blocker);
    Usual usual =
        known == null ? lately(site, waiter.thread) : known; // parked at something else by now
    if (usual == null) {
      wakers.unclear(waiter.thread);
      BooleanSupplier waits =
          () -> LockSupport.getBlocker(waiter.thread) == blocker && !runs(waiter.thread);
      List<Thread> counterparts = wakers.counterparts(blocker);
      if (!counterparts.isEmpty()) {
        holder(counterparts.get(turn++ % counterparts.size()), looks, now, waits, then);
        return;
      }
      looks.at(
          waiter.thread,
          again -> {
            if (!waits.getAsBoolean()) {
              then.accept(Actor.BRIEF);
            }
          });
      return;
    }
    // Also where the wait is over by now: it explains such waits, and says nothing about this one.
    for (Thread thread : some(usual)) {
      looks.at(
          thread,
          seen -> {
            Look look = seen.look(sites, now);
            boolean rests = look.idle() || (look.blockedIn() != null && look.input() == null);
            if (rests && LockSupport.getBlocker(waiter.thread) != blocker) {
              then.accept(Actor.BRIEF); // it has done what it had to
            } else if (acts(usual, site, seen, look)) {
              as(thread, then).accept(look);
            }
          });
    }
  }

  /** Who usually ends the waits of such threads there, of those that ended lately. */
  private @Nullable Usual lately(Site site, Thread waiter) {
    Usual all = lately.get(new Waits(site, null));
    return all == null ? lately.get(new Waits(site, names.group(waiter.getName()))) : all;
  }

  /** The only thread; or of several those that are not blocked, as far as there are any. */
  private List<Thread> some(Usual usual) {
    Thread only = usual.thread();
    if (only != null) {
      return List.of(only);
    }
    Long pool = usual.waker().pool();
    List<Thread> all =
        new ArrayList<>(pool == null ? usual.threads() : pools.samples().some(pool, WORKERS));
    all.sort(Comparator.comparing(thread -> LockWait.waits(JdkCalls.state(thread))));
    return all.subList(0, Math.min(all.size(), WORKERS));
  }

  /** Whether it does what ends the waits at a line, as far as its stack tells. */
  private static boolean acts(Usual usual, Site site, ThreadLook.Seen seen, Look look) {
    return seen.stack.length > 0
        && !look.idle()
        && (usual.thread() != null
            || (look.site() != site
                && (WakeStacks.in(seen.stack, usual.in())
                    || WakeStacks.in(seen.stack, List.of(usual.turns())))));
  }

  /** Takes what it was seen doing, if that may end the waits at a line. */
  private void look(
      Usual usual, Site site, Thread thread, Looks looks, long now, Consumer<Look> then) {
    looks.at(
        thread,
        seen -> {
          Look look = seen.look(sites, now);
          if (acts(usual, site, seen, look)) {
            then.accept(look);
          }
        });
  }

  private Consumer<Look> as(Thread actor, Consumer<Actor> then) {
    return look -> then.accept(new Actor(names.group(actor.getName()), look.doing()));
  }

  /** Has those looked at that usually end what threads wait for. */
  public void tick(Threads threads, Looks looks, long now) {
    lately = ended.usual(now);
    acting.keySet().retainAll(lately.keySet());
    acting.values().removeIf(look -> now - look.at() > KEPT);
    List<Map.Entry<Waits, Usual>> several = new ArrayList<>();
    for (Map.Entry<Waits, Usual> each : lately.entrySet()) {
      if (!watched(each.getValue(), threads)) {
        several.add(each);
      }
      givers.want(each.getValue(), now);
    }
    givers.tick(now);
    givers.forEach((taker, usual) -> watched(usual, threads));
    if (!several.isEmpty()) {
      Map.Entry<Waits, Usual> each = several.get(turn++ % several.size());
      lookAtSome(each.getKey(), each.getValue(), looks, now);
    }
  }

  /** Whether it is one thread, at which there will be a look. */
  private static boolean watched(Usual usual, Threads threads) {
    Thread thread = usual.thread();
    if (thread != null) {
      threads.watch(thread);
    }
    return thread != null;
  }

  private void lookAtSome(Waits waits, Usual usual, Looks looks, long now) {
    for (Thread thread : some(usual)) {
      look(usual, waits.site(), thread, looks, now, look -> acting.put(waits, look));
    }
  }

  /** Who usually ends the waits at a line, of those that ended lately. */
  public List<Ender> enders(Threads threads) {
    List<Ender> enders = new ArrayList<>();
    lately.forEach((waits, usual) -> enders.add(ender(waits, usual, threads)));
    return enders;
  }

  /** Who gives something to do to those that usually end waits. */
  public List<Giver> givers(Threads threads) {
    List<Giver> all = new ArrayList<>();
    Waits none = new Waits(Site.OTHER, null);
    givers.forEach((taker, usual) -> all.add(new Giver(taker, ender(none, usual, threads))));
    return all;
  }

  private Ender ender(Waits waits, Usual usual, Threads threads) {
    Thread thread = usual.thread();
    Look look = thread == null ? acting.get(waits) : threads.lately(thread);
    return new Ender(
        waits.site().text,
        waits.group(),
        thread == null ? null : threads.ref(thread),
        usual.waker().group(),
        usual.waker().pool(),
        look == null || look.idle() ? null : look.doing(),
        usual.odds());
  }
}

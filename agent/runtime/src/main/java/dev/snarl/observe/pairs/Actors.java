package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pairs.WakesAt.Usual;
import dev.snarl.observe.pools.PoolWatch;
import dev.snarl.observe.pools.Samples;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Ender;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
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

  private final Sites sites;
  private final Names names;
  private final Monitors monitors;
  private final Wakers wakers;
  private final PoolWatch pools;

  public Actors(Sites sites, Names names, Monitors monitors, Wakers wakers, PoolWatch pools) {
    this.pools = pools;
    this.sites = sites;
    this.names = names;
    this.monitors = monitors;
    this.wakers = wakers;
  }

  @Override
  public void look(ThreadLook.Seen waiter, Looks looks, long now, Consumer<Actor> then) {
    Thread thread = waiter.thread;
    Object blocker = LockSupport.getBlocker(thread);
    if (JdkLocks.owned(blocker)) {
      look(
          owner(blocker), false, looks, now, then, () -> LockSupport.getBlocker(thread) == blocker);
    } else if (waiter.stack[0].getMethodName().equals("park")) {
      usual(waiter, blocker, looks, now, then);
    } else if (JdkCalls.state(thread) != Thread.State.RUNNABLE) {
      Monitors.Other other = monitors.other(thread);
      if (other != null) {
        look(other.thread(), false, looks, now, then, () -> other.equals(monitors.other(thread)));
      }
    }
  }

  @Override
  public boolean pauses(Thread parked, Site site) {
    return wakers.pauses(site, LockSupport.getBlocker(parked));
  }

  private static boolean waits(Thread thread, @Nullable Object blocker) {
    return LockSupport.getBlocker(thread) == blocker && LockWait.waits(JdkCalls.state(thread));
  }

  private void usual(
      ThreadLook.Seen waiter,
      @Nullable Object blocker,
      Looks looks,
      long now,
      Consumer<Actor> then) {
    Site site = sites.in(waiter.stack);
    Usual usual = wakers.usual(site, blocker);
    if (usual == null) {
      return;
    }
    StillWaits still = () -> waits(waiter.thread, blocker);
    look(usual.thread(), true, looks, now, then, still);
    Long pool = usual.waker().pool();
    if (usual.thread() == null && pool != null) {
      for (Thread worker : pools.samples().some(pool, WORKERS)) {
        looks.at(
            worker,
            seen -> {
              Look look = seen.look(sites, now);
              boolean inside = WakeStacks.in(seen.stack, usual.in()) && look.site() != site;
              if (inside && still.now()) {
                then.accept(new Actor(names.group(worker.getName()), look.doing()));
              }
            });
      }
    }
  }

  private static @Nullable Thread owner(@Nullable Object lock) {
    return Places.object(lock, "exclusiveOwnerThread") instanceof Thread owner ? owner : null;
  }

  /** Whether the wait still goes on once it was seen what the other does. */
  private interface StillWaits {
    boolean now();
  }

  /**
   * Looks at it.
   *
   * @param usual whether only earlier waits tell that it is the one: then it is not while it has
   *     nothing to do. The owner of a lock may have: where workers take turns at waiting for work,
   *     all of them wait for that.
   */
  private void look(
      @Nullable Thread actor,
      boolean usual,
      Looks looks,
      long now,
      Consumer<Actor> then,
      StillWaits waits) {
    if (actor == null) {
      return;
    }
    looks.at(
        actor,
        seen -> {
          Look look = seen.look(sites, now);
          if (seen.stack.length > 0 && waits.now() && !(usual && look.idle())) {
            then.accept(new Actor(names.group(actor.getName()), look.doing()));
          }
        });
  }

  /** Has those looked at that usually end what threads wait for. */
  public void tick(Threads threads, long now) {
    wakers.usual(now).values().forEach(usual -> watch(usual.thread(), threads));
  }

  private static void watch(@Nullable Thread thread, Threads threads) {
    if (thread != null) {
      threads.watch(thread);
    }
  }

  /** Who usually ends the waits at a line, of those that ended lately. */
  public Map<Site, Ender> enders(Threads threads, long now) {
    Map<Site, Ender> enders = new HashMap<>();
    wakers.usual(now).forEach((site, usual) -> enders.put(site, ender(usual, threads)));
    return enders;
  }

  private static Ender ender(Usual usual, Threads threads) {
    Thread thread = usual.thread();
    Look look = thread == null ? null : threads.lately(thread);
    return new Ender(
        thread == null ? null : threads.ref(thread),
        usual.waker().group(),
        usual.waker().pool(),
        look == null || look.idle() ? null : look.doing(),
        usual.odds());
  }
}

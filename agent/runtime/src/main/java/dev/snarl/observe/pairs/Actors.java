package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pairs.WakesAt.Usual;
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
 * waited for, or else who usually ends the waits at that line. What it does meanwhile explains a
 * wait; it proves nothing. The observer's thread only.
 */
public final class Actors implements Samples.Actors {
  private final Sites sites;
  private final Names names;
  private final Monitors monitors;
  private final Wakers wakers;

  public Actors(Sites sites, Names names, Monitors monitors, Wakers wakers) {
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
      Thread actor = usual(blocker, sites.in(waiter.stack));
      look(actor, true, looks, now, then, () -> waits(thread, blocker));
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

  private static @Nullable Thread owner(@Nullable Object lock) {
    return Places.object(lock, "exclusiveOwnerThread") instanceof Thread owner ? owner : null;
  }

  private @Nullable Thread usual(@Nullable Object blocker, Site site) {
    Usual usual = wakers.usual(site, blocker);
    return usual == null ? null : usual.thread();
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

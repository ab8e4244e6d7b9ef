package dev.snarl.observe.pairs;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.JdkLocks;
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
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.snapshot.Actor;
import dev.snarl.snapshot.Doing;
import dev.snarl.snapshot.Ender;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that must act before another can go on: the owner of a lock, the thread whose end is
 * waited for, or else who usually ends the waits at that line. What it does meanwhile explains a
 * wait; it proves nothing. The observer's thread only.
 */
public final class Actors implements Samples.Actors, WaitsGoingOn.Enders {
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
    if (blocker != null) {
      boolean owned = JdkLocks.owned(blocker);
      Thread actor = owned ? owner(blocker) : usual(blocker, sites.in(waiter.stack));
      look(actor, !owned, looks, now, then, () -> LockSupport.getBlocker(thread) == blocker);
    } else if (JdkCalls.state(thread) != Thread.State.RUNNABLE) {
      Monitors.Other other = monitors.other(thread);
      if (other != null) {
        look(other.thread(), false, looks, now, then, () -> other.equals(monitors.other(thread)));
      }
    }
  }

  private static @Nullable Thread owner(Object lock) {
    return Places.object(lock, "exclusiveOwnerThread") instanceof Thread owner ? owner : null;
  }

  private @Nullable Thread usual(Object blocker, Site site) {
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

  private static @Nullable Doing doing(Thread thread, Threads threads) {
    Look look = threads.lately(thread);
    return look == null || look.idle() ? null : look.doing();
  }

  @Override
  public @Nullable Ender of(Thread waiter, Site site, Threads threads) {
    Object blocker = LockSupport.getBlocker(waiter);
    Usual usual = blocker == null ? null : wakers.usual(site, blocker);
    if (usual == null) {
      return null;
    }
    Thread thread = usual.thread();
    return new Ender(
        thread == null ? null : threads.ref(thread),
        usual.waker().group(),
        usual.waker().pool(),
        thread == null ? null : doing(thread, threads),
        usual.odds());
  }
}

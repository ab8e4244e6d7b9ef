package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.locks.Monitors.Waited;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.wakes.ArmedWait;
import java.util.IdentityHashMap;
import java.util.function.Consumer;

/**
 * Threads that wait for long to be notified, in a method of the object itself, as at a latch or a
 * future that the application has made for itself. Looks every two seconds, at a bounded number.
 * The observer's thread only.
 */
final class NotifiedWaits {
  private static final long PAUSE = 2_000_000_000L;
  private static final long LONG = 10_000_000_000L;
  private static final int MOST = 32;

  private static final class Wait {
    final Waited at;
    final long since;
    boolean looked;

    Wait(Waited at, long since) {
      this.at = at;
      this.since = since;
    }
  }

  private final Sites sites;
  private final Monitors monitors;
  private IdentityHashMap<Thread, Wait> waits = new IdentityHashMap<>();
  private long nextLook = System.nanoTime();

  NotifiedWaits(Sites sites, Monitors monitors) {
    this.sites = sites;
    this.monitors = monitors;
  }

  /** Tells of each once. */
  void tick(Looks looks, Thread[] all, long now, Consumer<Suspect> then) {
    if (now - nextLook < 0) {
      return;
    }
    nextLook = now + PAUSE;
    IdentityHashMap<Thread, Wait> before = waits;
    waits = new IdentityHashMap<>();
    int asked = 0;
    for (Thread thread : all) {
      if (asked == MOST || !WaitedFor.mayWait(thread)) {
        continue;
      }
      asked++;
      Waited at = WaitedFor.monitor(thread, monitors);
      if (at != null) {
        Wait known = before.get(thread);
        Wait wait = known != null && known.at.equals(at) ? known : new Wait(at, now);
        waits.put(thread, wait);
        if (!wait.looked && now - wait.since >= LONG) {
          wait.looked = true;
          looks.at(thread, seen -> look(seen, wait, then));
        }
      }
    }
  }

  private void look(ThreadLook.Seen seen, Wait wait, Consumer<Suspect> then) {
    Site site = sites.in(seen.stack);
    ArmedWait same = ArmedWait.of(seen, null, site, wait.at.episode(), wait.since);
    if (same != null
        && site != Site.OTHER
        && wait.at.type().equals(Sites.waitsIn(seen.stack))
        && JdkCalls.state(seen.thread) == Thread.State.WAITING) {
      then.accept(new Suspect(same, wait.at, monitors));
    }
  }
}

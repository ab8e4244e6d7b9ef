package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.wakes.ArmedWait;
import dev.snarl.observe.wakes.ArmedWait.Place;
import dev.snarl.observe.wakes.EndedWaits;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for something to do, where all that they got came from one thread, and an
 * exception has ended its task. Consumers at a queue of their own are not watched otherwise. Looks
 * once, five seconds or more after the exception, at a bounded number. The observer's thread only.
 */
final class DeadGivers {
  private static final long PAUSE = 5_000_000_000L;
  private static final int LOOKS = 64;

  private final Sites sites;
  private final EndedWaits ended;
  private final Failures failures;
  private final Monitors monitors;

  /** The lines at which threads wait for those that threw. */
  private Set<Place> soon = new HashSet<>();

  private long nextLook = System.nanoTime();

  DeadGivers(Sites sites, EndedWaits ended, Failures failures, Monitors monitors) {
    this.sites = sites;
    this.ended = ended;
    this.failures = failures;
    this.monitors = monitors;
  }

  /** Tells of each such thread. */
  void tick(Looks looks, Thread[] all, long now, Consumer<Suspect> then) {
    if (now - nextLook < 0) {
      return;
    }
    nextLook = now + PAUSE;
    Set<Place> places = soon;
    soon = new HashSet<>();
    failures.fresh().forEach(kind -> soon.addAll(ended.onlyBy(kind.group(), kind.task())));
    int asked = 0;
    for (Thread thread : places.isEmpty() ? new Thread[0] : all) {
      Object blocker =
          JdkCalls.state(thread) == Thread.State.WAITING ? LockSupport.getBlocker(thread) : null;
      if (blocker != null && asked < LOOKS && at(places, blocker)) {
        asked++;
        looks.at(
            thread,
            seen -> {
              Suspect suspect = suspect(seen, blocker, now);
              if (suspect != null && places.contains(suspect.wait.place) && suspect.goesOn()) {
                then.accept(suspect);
              }
            });
      }
    }
  }

  private static boolean at(Set<Place> places, Object blocker) {
    String type = blocker.getClass().getName();
    return places.stream().anyMatch(place -> place.type().equals(type));
  }

  /** Null unless it waits for something to do. */
  private @Nullable Suspect suspect(Seen seen, Object blocker, long now) {
    ArmedWait wait =
        Idle.is(seen.stack) ? ArmedWait.of(seen, blocker, sites.in(seen.stack), 0, now) : null;
    return wait == null ? null : new Suspect(wait, blocker, monitors);
  }
}

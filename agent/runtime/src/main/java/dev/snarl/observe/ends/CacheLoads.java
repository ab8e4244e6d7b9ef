package dev.snarl.observe.ends;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Who likely loads the value for which a thread waits in a cache that lets one thread load a value
 * and all others wait for it: any other thread that is in a load, as stacks show. Which value it
 * loads is in no field. The stacks of all threads are read once in five seconds while two threads
 * or more may wait so, where threads are not many. The observer's thread only.
 */
public final class CacheLoads {
  private static final long PAUSE = 25 * Tick.NANOS;

  /** A library's cache: its values, two of their methods, and what threads are parked at. */
  private record Cache(String type, String waits, String loads, String at) {
    static Cache of(String line) {
      String[] words = line.split(" ", -1);
      return new Cache(words[0], value(words[1]), value(words[2]), value(words[3]));
    }

    private static String value(String word) {
      return word.substring(word.indexOf('=') + 1);
    }

    boolean waits(StackTraceElement frame) {
      return frame.getMethodName().equals(waits) && frame.getClassName().equals(type);
    }

    boolean loads(StackTraceElement frame) {
      return frame.getMethodName().equals(loads) && frame.getClassName().equals(type);
    }
  }

  /**
   * A thread that waits for a value.
   *
   * @param loaders the other threads that load one
   */
  private record Waiting(
      Thread thread,
      Object future,
      long since,
      String type,
      Site site,
      List<Thread> loaders,
      @Nullable Request request) {
    boolean goesOn() {
      return is(LockSupport.getBlocker(thread), future);
    }
  }

  private final Sites sites;
  private final List<Cache> caches = new ArrayList<>();
  private List<Waiting> waiting = List.of();
  private @Nullable AllStacks stacks;
  private long askedAt;

  /**
   * Looks at nothing yet.
   *
   * @param loads as the libraries' lines have them: class, waits=, loads=, at=
   */
  public CacheLoads(Sites sites, List<String> loads) {
    this.sites = sites;
    for (String line : loads) {
      caches.add(Cache.of(line));
    }
  }

  /**
   * Looks who waits and who loads.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (stacks != null && stacks.complete()) {
      waiting = judge(stacks, now);
      stacks = null;
    }
    if (now - askedAt >= PAUSE) {
      askedAt = now;
      boolean some = AllStacks.few(all) && mayWait(all) > 1;
      stacks = some ? new AllStacks(looks, all) : null;
      waiting = some ? waiting : List.of();
    }
  }

  /** How many threads are parked, without time-out, where a cache lets them wait. */
  private int mayWait(Thread[] all) {
    int count = 0;
    for (Thread thread : all) {
      if (JdkCalls.state(thread) == Thread.State.WAITING) {
        Object blocker = LockSupport.getBlocker(thread);
        String type = blocker == null ? "" : blocker.getClass().getName();
        for (Cache cache : caches) {
          count += type.equals(cache.at) ? 1 : 0;
        }
      }
    }
    return count;
  }

  private List<Waiting> judge(AllStacks all, long now) {
    List<Waiting> found = new ArrayList<>();
    for (Cache cache : caches) {
      List<Thread> loaders = new ArrayList<>();
      for (Map.Entry<Thread, Seen> each : all.all()) {
        if (List.of(each.getValue().stack).stream().anyMatch(cache::loads)) {
          loaders.add(each.getKey());
        }
      }
      for (Map.Entry<Thread, Seen> each : all.all()) {
        Object future = LockSupport.getBlocker(each.getKey());
        if (future != null && List.of(each.getValue().stack).stream().anyMatch(cache::waits)) {
          found.add(waiting(cache, each.getKey(), future, each.getValue(), loaders, now));
        }
      }
    }
    return found;
  }

  private Waiting waiting(
      Cache cache, Thread thread, Object future, Seen seen, List<Thread> loaders, long now) {
    long since =
        waiting.stream()
            .filter(each -> is(each.thread, thread) && is(each.future, future))
            .mapToLong(Waiting::since)
            .findAny()
            .orElse(now);
    return new Waiting(
        thread,
        future,
        since,
        cache.type,
        sites.in(seen.stack),
        loaders.stream().filter(each -> !is(each, thread)).toList(),
        sites.request(seen));
  }

  @SuppressWarnings("ReferenceEquality") // equals may be the application's
  private static boolean is(@Nullable Object one, Object other) {
    return one == other;
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (Waiting each : waiting) {
      if (!each.loaders.isEmpty() && each.goesOn()) {
        likely.addHeld(
            each.thread,
            each.site,
            each.type,
            each.since,
            Need.How.HELD,
            each.loaders,
            each.request);
      }
    }
  }
}

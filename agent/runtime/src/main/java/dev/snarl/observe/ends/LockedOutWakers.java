package dev.snarl.observe.ends;

import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.locks.JdkLocks;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.Known;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where a thread holds a lock for which others wait, and waits at a latch or the like itself, looks
 * for who could end that: the tasks that threads run, and those in queues, that hold the latch; for
 * one in {@code Object.wait} those whose code notifies in the class that waits. If one of those
 * threads is locked out itself, any of them will likely do, and nobody else. Those of the waiter's
 * own kind do not count; nor, where it takes from a queue, those that put into none: workers that
 * take turns at a queue wait for something to do. Silent where other code that is still to come may
 * end it, or have a thread or task do so that was made before. Looks once a second while there is
 * such a thread, less often where that takes long, at a bounded number of tasks. The observer's
 * thread only.
 */
public final class LockedOutWakers {
  private static final long PAUSE = 5 * Tick.NANOS;

  /**
   * It uses at most half a thousandth of the time, where that is no pause of more than five
   * seconds.
   */
  private static final long SHARE = 2_000 / Tick.HURRY;

  private static final long LONGEST = 5 * PAUSE;
  private static final int HOLDERS = 16;

  /** The methods by which tasks are run. */
  private static final Set<String> ENTRIES =
      Set.of("run", "call", "get", "exec", "compute", "apply", "accept", "invoke", "invokeSuspend");

  /**
   * What holds the latch: a task that a thread runs, or one in the queue of a pool.
   *
   * @param code of the task
   */
  private record Waker(String kind, @Nullable Thread thread, long pool, TaskCode code) {
    Waker(String kind, @Nullable Thread thread, @Nullable Known pool, TaskCode code) {
      this(kind, thread, pool == null ? 0 : pool.id, code);
    }

    /** Whether it puts into no queue, as far as its code tells. */
    boolean onlyTakes() {
      return code.complete() && !code.puts();
    }
  }

  /** A thread that holds a lock, and what it waits for. */
  private static final class Held {
    final Thread thread;
    final @Nullable Object blocker;
    final int episode;
    final long since;
    List<Waker> wakers = new ArrayList<>();
    private List<String> stack = List.of();
    private boolean looked;

    /** Whether it takes from an empty queue, or waits for something to do in another way. */
    private boolean takes;

    /** The class in whose method it is in {@code Object.wait}, where it is parked at nothing. */
    private @Nullable String notified;

    private boolean unsure;

    /** Null until its stack was read. */
    @Nullable Site site;

    private @Nullable Request request;

    Held(Thread thread, @Nullable Object blocker, int episode, long since) {
      this.thread = thread;
      this.blocker = blocker;
      this.episode = episode;
      this.since = since;
    }

    @SuppressWarnings("ReferenceEquality") // its equals may be the application's
    boolean goesOn(Monitors monitors) {
      return Blockers.waitedFor(thread) == blocker
          && (blocker != null || waitsAtObject(thread, monitors) == episode);
    }

    void seen(ThreadLook.Seen seen, Sites sites) {
      StackTraceElement[] frames = seen.stack;
      looked = true;
      takes = Idle.is(frames);
      stack = new ArrayList<>();
      for (StackTraceElement frame : frames) {
        // Another method of a class that is a task too, such as a service, runs no such task.
        if (ENTRIES.contains(frame.getMethodName())) {
          stack.add(frame.getClassName());
        }
        stack.add(frame.getClassName() + '.' + frame.getMethodName());
      }
      notified = blocker == null ? Sites.waitsIn(frames) : null;
      site = blocker == null && notified == null ? null : sites.in(frames);
      request = sites.request(seen);
    }

    /** Whether the code ends it, or starts what may. */
    boolean mayEndBy(Rest rest) {
      return blocker == null
          ? rest.mayEndAny() || (notified != null && rest.code().notifiesIn(notified))
          : rest.mayEnd(blocker);
    }

    /** Whether the waiter runs such a task, or is in this method. */
    boolean runs(@Nullable String kind) {
      return kind != null && TaskContents.runs(kind, stack);
    }
  }

  private final Sites sites;
  private final Monitors monitors;
  private final AllTasks tasks;
  private final TaskContents contents;
  private final Notifiers notifiers;
  private final CodeToCome toCome;
  private final List<Held> held = new ArrayList<>();
  private Function<Thread, @Nullable String> lockedOutIn = thread -> null;
  private long nextLook = System.nanoTime();

  /**
   * For the locks of one JVM.
   *
   * @param toCome what threads may still do
   */
  public LockedOutWakers(
      KnownExecutors executors,
      Sites sites,
      Monitors monitors,
      QueuedTasks tasks,
      TaskContents contents,
      CodeToCome toCome) {
    this.sites = sites;
    this.monitors = monitors;
    this.tasks = new AllTasks(executors, tasks);
    this.contents = contents;
    this.notifiers = new Notifiers(sites, contents.codes);
    this.toCome = toCome;
  }

  /**
   * After the waits for locks were looked at.
   *
   * @param threads all platform threads
   * @param virtual virtual threads that wait for locks
   * @param holders of locks for which others wait
   * @param lockedOutIn the method in which a thread waits for a lock; null if it waits for none
   */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  public void tick(
      Looks looks,
      Thread[] threads,
      Iterable<Thread> virtual,
      Iterable<Thread> holders,
      Function<Thread, @Nullable String> lockedOutIn,
      long now) {
    this.lockedOutIn = lockedOutIn;
    if (!held.isEmpty()) {
      toCome.want();
    }
    if (now - nextLook < 0) {
      return;
    }
    long began = System.nanoTime();
    held.removeIf(each -> !each.goesOn(monitors));
    for (Thread thread : holders) {
      if (held.size() < HOLDERS && held.stream().noneMatch(each -> each.thread == thread)) {
        Object blocker = Blockers.waitedFor(thread);
        int episode = blocker == null ? waitsAtObject(thread, monitors) : 0;
        if (episode != 0 || (blocker != null && !JdkLocks.owned(blocker))) {
          held.add(new Held(thread, blocker, episode, now));
        }
      }
    }
    if (held.isEmpty()) {
      notifiers.end();
    } else {
      search(looks, threads, virtual);
    }
    long took = System.nanoTime() - began;
    nextLook = now + Math.max(PAUSE, Math.min(LONGEST, took * SHARE));
    for (Held each : held) {
      if (!each.looked) {
        Looks.Then then =
            seen -> {
              if (each.goesOn(monitors) && seen.stack.length > 0) {
                each.seen(seen, sites);
              }
            };
        if (SnarlProbe.virtual(each.thread)) {
          looks.atParked(each.thread, now - each.since, then);
        } else {
          looks.at(each.thread, then);
        }
      }
    }
  }

  /** Of a platform thread in {@code Object.wait} without time-out, which wait that is; else 0. */
  private static int waitsAtObject(Thread thread, Monitors monitors) {
    return !SnarlProbe.virtual(thread)
            && JdkCalls.state(thread) == Thread.State.WAITING
            && LockSupport.getBlocker(thread) == null
        ? monitors.episode(thread)
        : 0;
  }

  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private void search(Looks looks, Thread[] threads, Iterable<Thread> virtual) {
    IdentityHashMap<Object, List<Waker>> found = new IdentityHashMap<>();
    for (Held each : held) {
      if (each.blocker != null) {
        found.put(each.blocker, new ArrayList<>());
      }
      each.wakers = new ArrayList<>();
      each.unsure = false;
    }
    notifiers.begin();
    tasks.each(
        threads,
        virtual,
        (task, thread, pool) -> {
          contents.find(
              task,
              found::containsKey,
              (blocker, kind, whole, code) ->
                  found
                      .computeIfAbsent(blocker, key -> new ArrayList<>())
                      .add(new Waker(kind, thread, pool, code)));
          for (Held each : held) {
            if (each.notified != null && thread != each.thread) {
              addNotifier(each, each.notified, looks, task, thread, pool);
              Object inside = contents.captured(task);
              if (inside != null) {
                addNotifier(each, each.notified, looks, inside, thread, pool);
              }
            }
          }
        });
    held.forEach(each -> each.wakers.addAll(found.getOrDefault(each.blocker, List.of())));
  }

  private void addNotifier(
      Held each,
      String type,
      Looks looks,
      Object task,
      @Nullable Thread thread,
      @Nullable Known pool) {
    TaskCode code = notifiers.code(task, thread, looks);
    each.unsure |= code == null;
    if (code != null && code.notifiesIn(type)) {
      String outermost = notifiers.outermost(thread);
      String kind = outermost == null ? contents.name(task) : outermost;
      each.wakers.add(new Waker(kind, thread, pool, code));
    }
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    if (held.isEmpty()) {
      return;
    }
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (Held each : held) {
      Site site = each.site;
      List<Waker> others = others(each);
      if (site != null
          && !each.unsure
          && !(each.takes && others.stream().anyMatch(waker -> !waker.code.puts()))
          && others.stream().anyMatch(waker -> lockedOutIn(waker) != null)
          && toCome.none(each::mayEndBy)
          && each.goesOn(monitors)) {
        String type = type(each);
        Need need = Need.any(needs(type, others, threads));
        likely.add(each.thread, site, type, each.since, need, each.request);
      }
    }
  }

  /** Those that run other code than the waiter; if it takes from a queue, that may put into one. */
  private List<Waker> others(Held each) {
    return each.wakers.stream()
        .filter(waker -> !each.takes || !waker.onlyTakes())
        .filter(waker -> !each.runs(waker.kind) && !each.runs(lockedOutIn(waker)))
        .toList();
  }

  private @Nullable String lockedOutIn(Waker waker) {
    return waker.thread == null ? null : lockedOutIn.apply(waker.thread);
  }

  private static String type(Held each) {
    return each.blocker == null
        ? Objects.requireNonNullElse(each.notified, "")
        : Blockers.type(each.blocker);
  }

  private static List<Need> needs(String type, List<Waker> wakers, Threads threads) {
    List<Need> needs = new ArrayList<>();
    for (Waker waker : wakers) {
      Thread thread = waker.thread;
      Need need =
          thread == null
              ? new Need.Queued(type, waker.pool, Certainty.LIKELY)
              : threads.running(TaskContents.task(waker.kind), thread, Certainty.LIKELY);
      if (!needs.contains(need)) {
        needs.add(need);
      }
    }
    return needs;
  }
}

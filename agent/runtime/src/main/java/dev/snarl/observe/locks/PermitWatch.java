package dev.snarl.observe.locks;

import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.live.VirtualLens;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.SpentPermits;
import dev.snarl.snapshot.ThreadRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Semaphores and stamped locks, which do not know their holders either, at which two threads or
 * more wait without time-out, virtual ones too, and nothing moves. Who took a permit is in no
 * field; so once one has stood still for seconds, the stacks of all threads are read, a few at a
 * time, for those that run what the waiters run. The observer's thread only, as part of {@code
 * Census}.
 */
public final class PermitWatch {
  private static final String SEMAPHORE = "java.util.concurrent.Semaphore$";
  private static final String STAMPED = "java.util.concurrent.locks.StampedLock";
  private static final int MOST = 50;
  private static final int TIMED_WAITERS = 8;
  private static final int SHOWN = 1_000;
  private static final int LOOKS_EACH_TICK = 16;
  private static final int MOST_THREADS = 2_000;
  private static final int MOST_OTHERS = 5;
  private static final long STILL = 25 * Tick.NANOS;
  private static final long LONGEST_LULL = 150 * Tick.NANOS;
  private static final long SEARCHED_AGAIN = 150 * Tick.NANOS;

  /** One semaphore, while threads wait for it. */
  private static final class Spent {
    final Object sync;
    List<Thread> waiters = new ArrayList<>();
    private final IdentityHashMap<Thread, Long> cpu = new IdentityHashMap<>();
    private Set<Thread> before = identities();
    private int permits = -1;

    /** Of its queue: made anew whenever a waiter goes on. */
    private @Nullable Object head;

    final Set<Thread> virtual = identities();
    private int virtualBefore;
    long since = System.nanoTime();
    @Nullable Site site;
    private final Set<String> methods = new HashSet<>();
    long searchedAt;
    private List<SpentPermits.Other> found = new ArrayList<>();
    private List<SpentPermits.Other> finding = new ArrayList<>();

    Spent(Object sync) {
      this.sync = sync;
    }

    int size() {
      return waiters.size() + virtual.size();
    }

    /** All waiters were counted. Returns whether any of them went on. */
    @SuppressWarnings("ReferenceEquality") // a node is one wait
    boolean seen(Monitors monitors) {
      Set<Thread> here = identities();
      here.addAll(waiters);
      here.addAll(virtual);
      int left = Places.integer(sync, "state");
      Object first = Places.object(sync, "head");
      boolean still = left == permits && first == head && here.containsAll(before);
      head = first;
      for (Thread thread : waiters.subList(0, Math.min(TIMED_WAITERS, waiters.size()))) {
        long nanos = monitors.cpu(thread);
        Long last = cpu.put(thread, nanos);
        still &= last == null || last == nanos;
      }
      cpu.keySet().retainAll(here);
      permits = left;
      before = here;
      return !still;
    }

    void begin(long now) {
      virtualBefore = virtual.size();
      since = now;
      site = null;
      searchedAt = 0;
    }

    void sited(StackTraceElement[] stack, Sites sites) {
      site = sites.in(stack);
      methods.clear();
      for (StackTraceElement frame : stack) {
        if (sites.application(frame.getClassName())) {
          methods.add(method(frame));
        }
      }
      finding = new ArrayList<>();
    }

    void look(ThreadLook.Seen seen, Sites sites, long now) {
      for (StackTraceElement frame : seen.stack) {
        if (finding.size() < MOST_OTHERS && methods.contains(method(frame))) {
          Look at = seen.look(sites, now);
          finding.add(
              new SpentPermits.Other(
                  Names.cut(Threads.name(seen.thread)),
                  at.site() == Site.OTHER ? null : at.site().text,
                  at.blockedIn()));
          return;
        }
      }
    }

    void searched(long now) {
      found = finding;
      searchedAt = now;
    }
  }

  private final Sites sites;
  private final Monitors monitors;
  private final IdentityHashMap<Object, Spent> known = new IdentityHashMap<>();

  /** How long nothing moved at a line before permits came back. */
  private final Map<Site, Long> lulls = new HashMap<>();

  private final Predicate<Consumer<Thread>> virtualThreads;
  private Thread[] threads = {};
  private List<Thread> searched = List.of();
  private int cursor = -1;
  private List<Spent> searching = List.of();

  /**
   * Looks at nothing yet.
   *
   * @param virtualThreads goes through them; false if they are too many
   */
  public PermitWatch(Sites sites, Monitors monitors, Predicate<Consumer<Thread>> virtualThreads) {
    this.virtualThreads = virtualThreads;
    this.sites = sites;
    this.monitors = monitors;
  }

  private static Set<Thread> identities() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }

  private static String method(StackTraceElement frame) {
    return frame.getClassName() + '.' + frame.getMethodName();
  }

  public void begin() {
    known.values().forEach(spent -> spent.waiters = new ArrayList<>());
  }

  /** Of the pass: a thread, and what it is parked on, if on anything. */
  public void count(Thread thread, Thread.State state, @Nullable Object blocker) {
    Spent spent = state == Thread.State.WAITING ? at(blocker) : null;
    if (spent != null && spent.waiters.size() < SHOWN) {
      spent.waiters.add(thread);
    }
  }

  /** Of the pass over virtual threads. */
  public void countVirtual(Thread thread, Object blocker) {
    Spent spent = at(blocker);
    if (spent != null
        && spent.virtual.size() < SHOWN
        && VirtualLens.doing(thread) == VirtualLens.PARKED) {
      spent.virtual.add(thread);
    }
  }

  private @Nullable Spent at(@Nullable Object blocker) {
    String type = blocker == null ? "" : blocker.getClass().getName();
    if (blocker == null || !(type.startsWith(SEMAPHORE) || type.equals(STAMPED))) {
      return null;
    }
    Spent spent = known.get(blocker);
    if (spent == null && known.size() < MOST) {
      spent = new Spent(blocker);
      known.put(blocker, spent);
    }
    return spent;
  }

  /** The pass is over. */
  public void end(Thread[] all, long now) {
    for (Spent spent : known.values()) {
      spent.virtual.removeIf(thread -> LockSupport.getBlocker(thread) != spent.sync);
      if (spent.seen(monitors) || spent.size() < 2) {
        cameBack(spent, now);
        spent.begin(now);
      }
    }
    known.values().removeIf(spent -> spent.size() < 2);
    threads = known.isEmpty() ? new Thread[0] : all;
  }

  /** Permits came back after that time, so they may again. */
  private void cameBack(Spent spent, long now) {
    Site site = spent.site;
    if (site != null && (lulls.size() < MOST || lulls.containsKey(site))) {
      lulls.merge(site, Math.min(LONGEST_LULL, now - spent.since), Math::max);
    }
  }

  public void tick(Looks looks, long now) {
    if (cursor < 0) {
      begin(looks, now);
      return;
    }
    int end = Math.min(searched.size(), cursor + LOOKS_EACH_TICK);
    Set<Thread> waiting = identities();
    searching.forEach(spent -> waiting.addAll(spent.waiters));
    searching.forEach(spent -> waiting.addAll(spent.virtual));
    for (; cursor < end; cursor++) {
      Thread thread = searched.get(cursor);
      if (!waiting.contains(thread) && !(thread instanceof AgentThread)) {
        look(looks, thread, 0, seen -> searching.forEach(spent -> spent.look(seen, sites, now)));
      }
    }
    if (cursor >= searched.size()) {
      searching.stream().filter(spent -> spent.site != null).forEach(spent -> spent.searched(now));
      searched = List.of();
      cursor = -1;
    }
  }

  private static void look(Looks looks, Thread thread, long parkedFor, Looks.Then then) {
    if (SnarlProbe.virtual(thread)) {
      looks.atParked(thread, parkedFor, then);
    } else if (!JdkCalls.jvms(thread)) {
      looks.at(thread, then);
    }
  }

  /** Looks where those wait for which nothing moves; the next ticks look at all other threads. */
  private void begin(Looks looks, long now) {
    searching = new ArrayList<>();
    for (Spent spent : known.values()) {
      if (now - spent.since >= STILL
          && (spent.searchedAt == 0 || now - spent.searchedAt >= SEARCHED_AGAIN)) {
        Thread first =
            spent.waiters.isEmpty() ? spent.virtual.iterator().next() : spent.waiters.get(0);
        look(
            looks,
            first,
            now - spent.since,
            seen -> {
              if (seen.stack.length > 0) {
                spent.sited(seen.stack, sites);
              }
            });
        searching.add(spent);
      }
    }
    searched = new ArrayList<>();
    boolean all = !searching.isEmpty() && virtualThreads.test(this::add);
    searched.addAll(Arrays.asList(threads));
    cursor = all && searched.size() <= MOST_THREADS ? 0 : -1;
  }

  /** A virtual thread to be looked at, unless it waits for permits itself. */
  private void add(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    if (searched.size() <= MOST_THREADS && (blocker == null || !known.containsKey(blocker))) {
      searched.add(thread);
    }
  }

  private static String fallback(Object sync) {
    boolean lock = sync.getClass().getName().equals(STAMPED);
    return lock ? "StampedLock.readLock" : "Semaphore.acquire";
  }

  public List<SpentPermits> record(Threads refs, long now) {
    List<SpentPermits> records = new ArrayList<>();
    for (Spent spent : known.values()) {
      Site site = spent.site;
      if (site != null && now - spent.since >= 2 * lulls.getOrDefault(site, 0L)) {
        List<ThreadRef> waiters = new ArrayList<>();
        spent.waiters.forEach(thread -> waiters.add(refs.ref(thread)));
        records.add(
            new SpentPermits(
                site.callOr(fallback(spent.sync)),
                site.text,
                waiters,
                now - spent.since,
                spent.searchedAt != 0,
                spent.found,
                spent.virtual.size(),
                Math.max(0, spent.virtual.size() - spent.virtualBefore)));
      }
    }
    return records;
  }
}

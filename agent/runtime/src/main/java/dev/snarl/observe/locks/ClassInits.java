package dev.snarl.observe.locks;

import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need.How;
import dev.snarl.snapshot.Wait;
import dev.snarl.stacks.Blocked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait until another has initialized a class. The JVM reports them as running, without
 * a blocker, so they are looked for where a thread that should run gets no further: it has used no
 * CPU for a while, and the top of its stack is no native method. Then a thread print, at most one a
 * minute and less often while it finds nothing, names class and initializer. While a thread uses no
 * CPU it is still there. The observer's thread only.
 */
public final class ClassInits {
  private static final int THREADS_EACH_PASS = 64;
  private static final int LOOKS_EACH_PASS = 2;
  private static final long STALLED = 2_000_000_000L;
  private static final long PAUSE = 60_000_000_000L;
  private static final int MOST_PAUSES = 16;
  private static final int MOST_THREADS = 5_000;
  private static final String CALL = "class initialization";

  /** A thread that should run, since its CPU time last changed. */
  private static final class Idler {
    long cpu;
    long since;
    boolean looked;
    boolean stalled;
  }

  /** One that waits for a class; it does as long as it uses no CPU. */
  private static final class Stuck {
    final InitWaiter waiter;
    final Thread thread;
    final long cpu;
    final long since;
    @Nullable Site site;

    Stuck(InitWaiter waiter, Thread thread, long cpu, long since) {
      this.waiter = waiter;
      this.thread = thread;
      this.cpu = cpu;
      this.since = since;
    }
  }

  private final Function<String, @Nullable String> commands;
  private final Sites sites;
  private final Monitors monitors;
  private IdentityHashMap<Thread, Idler> idlers = new IdentityHashMap<>();
  private IdentityHashMap<Thread, Idler> before = new IdentityHashMap<>();
  private final Map<Long, Stuck> stuck = new HashMap<>();
  private List<Thread> asked = new ArrayList<>();
  private int turn;
  private int runnable;
  private int seen;
  private boolean printed;
  private long nextPrint;
  private int pauses = 1;

  public ClassInits(Sites sites, Monitors monitors, Function<String, @Nullable String> commands) {
    this.sites = sites;
    this.monitors = monitors;
    this.commands = commands;
  }

  /** A pass over all threads begins. */
  public void begin() {
    before = idlers;
    idlers = new IdentityHashMap<>();
    asked = new ArrayList<>();
    seen = runnable;
    runnable = 0;
    turn += THREADS_EACH_PASS;
  }

  /** One that the JVM reports as running. */
  public void count(Thread thread, long now) {
    int place = runnable++;
    boolean inTurn =
        seen <= THREADS_EACH_PASS || Math.floorMod(place - turn, seen) < THREADS_EACH_PASS;
    Idler known = before.get(thread);
    if (known != null) {
      idlers.put(thread, known);
    }
    if (!inTurn || Monitors.carrier(thread) || JdkCalls.jvms(thread)) {
      return;
    }
    long cpu = monitors.cpu(thread);
    if (known == null || cpu != known.cpu) {
      Idler fresh = new Idler();
      fresh.cpu = cpu;
      fresh.since = now;
      idlers.put(thread, fresh);
    } else if (!known.looked && now - known.since >= STALLED && asked.size() < LOOKS_EACH_PASS) {
      asked.add(thread);
    }
  }

  /** The pass is over. */
  public void end(Looks looks) {
    for (Thread thread : asked) {
      Idler idler = idlers.get(thread);
      if (idler != null) {
        looks.at(
            thread,
            look -> {
              idler.looked = true;
              idler.stalled =
                  look.state == Thread.State.RUNNABLE
                      && look.stack.length > 0
                      && !look.stack[0].isNativeMethod()
                      && !Blocked.blockingNative(look.stack[0]);
            });
      }
    }
  }

  /** Asks the JVM once a thread has stalled; forgets those that went on. */
  public void tick(Looks looks, Threads known, int threads, long now) {
    stuck.values().removeIf(each -> monitors.cpu(each.thread) != each.cpu);
    if (unexplained() && threads <= MOST_THREADS && (!printed || now - nextPrint >= 0)) {
      printed = true;
      String print = commands.apply("Thread.print");
      List<InitWaiter> found = print == null ? List.of() : InitWaiter.all(print);
      pauses = found.isEmpty() ? Math.min(MOST_PAUSES, 2 * pauses) : 1;
      nextPrint = now + pauses * PAUSE;
      for (InitWaiter waiter : found) {
        Thread thread = monitors.byId(waiter.thread());
        if (thread != null && !Monitors.carrier(thread)) {
          stuck.put(waiter.thread(), new Stuck(waiter, thread, monitors.cpu(thread), now));
        }
      }
    }
    for (Stuck each : stuck.values()) {
      if (each.site == null) {
        looks.at(each.thread, look -> each.site = sites.in(look.stack));
      }
      Thread initializer = monitors.byId(each.waiter.initializer());
      if (initializer != null) {
        known.watch(initializer);
      }
    }
  }

  private boolean unexplained() {
    for (Map.Entry<Thread, Idler> each : idlers.entrySet()) {
      if (each.getValue().stalled && !stuck.containsKey(JdkCalls.id(each.getKey()))) {
        return true;
      }
    }
    return false;
  }

  public boolean any() {
    return !stuck.isEmpty();
  }

  public void addTo(List<Wait> records, Threads threads, long now) {
    for (Stuck each : stuck.values()) {
      Thread initializer = monitors.byId(each.waiter.initializer());
      if (initializer != null && each.site != null) {
        String type = each.waiter.type();
        records.add(
            new Wait(
                -JdkCalls.id(each.thread) * 1_000_000_007L,
                threads.ref(each.thread),
                each.site == Site.OTHER ? null : each.site.text,
                CALL,
                type,
                false,
                now - each.since,
                threads.held(type, initializer, How.INITIALIZING, Certainty.PROVED)));
      }
    }
  }
}

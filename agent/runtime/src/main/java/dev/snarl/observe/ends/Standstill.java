package dev.snarl.observe.ends;

import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.ends.Failures.Fallen;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Tick;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook.Seen;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.snapshot.Host.Within;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Request;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Waits that likely nobody ends, since the whole application stands still: each of its threads
 * waits without time-out, and the few that run or wait with one end no wait by what they still do,
 * nor does what timers run; nothing else is in a queue or may call the application. Idle workers
 * are left out: their code only loops back to the wait for something to do. The observer's thread
 * only.
 */
public final class Standstill {
  private static final long PAUSE = 25 * Tick.NANOS;
  private static final long LONGEST = 16 * PAUSE;
  private static final long PATIENCE = 20 * Tick.NANOS;

  /** More threads that run, or wait at sockets, belong to what goes on. */
  private static final int MOST_RUN = 16;

  /** They seem to run while they wait in the JVM: for the end of others, or for free monitors. */
  private static final Set<String> IN_THE_JVM = Set.of("DestroyJavaVM", "VirtualThread-unblocker");

  private final Sites sites;
  private final NoEnders noEnders;
  private final Predicate<Consumer<Thread>> virtual;
  private @Nullable AllStacks stacks;

  /** At the last look at which nobody could go on. */
  private List<StandingWait> waiting = new ArrayList<>();

  /** Those that waited so at the look before, too. */
  private List<StandingWait> found = List.of();

  private long stillSince = -1;
  private long pause = PAUSE;
  private long lookedAt;

  /**
   * For one JVM.
   *
   * @param codes of its tasks, with subclasses
   * @param virtual tells its argument all virtual threads; returns false if some were left out
   * @param cpu the CPU time of a thread, in nanoseconds
   */
  public Standstill(
      Sites sites,
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskCodes codes,
      Failures failures,
      Predicate<Consumer<Thread>> virtual,
      ToLongFunction<Thread> cpu) {
    this.sites = sites;
    this.noEnders = new NoEnders(new AllTasks(executors, tasks), codes, failures, virtual, cpu);
    this.virtual = virtual;
  }

  /**
   * Looks whether all wait.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    if (!still(all)) {
      stillSince = -1;
      pause = PAUSE;
      end();
      return;
    }
    stillSince = stillSince == -1 ? now : stillSince;
    AllStacks asked = stacks;
    if (asked != null && asked.complete()) {
      List<StandingWait> before = waiting;
      Boolean stands = noEnders.judge(asked, now);
      waiting = noEnders.waiting();
      if (stands == null && now - lookedAt < PATIENCE) {
        waiting = before;
        return;
      }
      stacks = null;
      if (Boolean.TRUE.equals(stands)) {
        found = inBoth(before);
      } else {
        end();
      }
      boolean often =
          (before.isEmpty() && !waiting.isEmpty())
              || found.stream().anyMatch(StandingWait::atSocket); // its state does not show its end
      pause = often ? PAUSE : Math.min(2 * pause, LONGEST);
    }
    if (stacks == null && now - stillSince >= PAUSE && now - lookedAt >= pause) {
      lookedAt = now;
      Thread[] readable = AllStacks.readable(all, virtual);
      stacks = readable.length == 0 ? null : new AllStacks(looks, readable);
    }
  }

  private List<StandingWait> inBoth(List<StandingWait> before) {
    List<StandingWait> both = new ArrayList<>();
    for (int i = 0; i < waiting.size(); i++) {
      StandingWait now = waiting.get(i);
      for (StandingWait each : before) {
        if (now.same(each)) {
          waiting.set(i, now.since(each.since()));
          both.add(waiting.get(i));
        }
      }
    }
    return both;
  }

  private void end() {
    stacks = null;
    waiting = new ArrayList<>();
    found = List.of();
    noEnders.forget();
  }

  /** Whether few threads run, but the JVM's own. */
  private boolean still(Thread[] all) {
    if (!AllStacks.few(all)) {
      return false;
    }
    int run = 0;
    for (Thread thread : all) {
      if (thread instanceof AgentThread || JdkCalls.jvms(thread)) {
        continue;
      }
      Thread.State state = JdkCalls.state(thread);
      run += state == Thread.State.RUNNABLE && !acts(thread) ? 1 : 0;
    }
    return run <= MOST_RUN;
  }

  /** Whether it is known to end no wait, though it goes on. */
  private boolean acts(Thread thread) {
    return noEnders.acts(JdkCalls.id(thread)) || IN_THE_JVM.contains(thread.getName());
  }

  /**
   * Adds what is likely of threads of which nothing is known.
   *
   * @param within as in {@code Host.Network}
   */
  public void addTo(List<Wait> records, Threads threads, @Nullable Within within, long now) {
    Set<Long> awaited =
        found.isEmpty()
            ? null
            : KnownWaits.awaited(records, found, noEnders.waiting(), noEnders::acts);
    if (awaited == null) {
      return;
    }
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (StandingWait each : found) {
      Seen seen = each.seen();
      boolean owed = each.owed() || (each.ends() && awaited.contains(JdkCalls.id(seen.thread)));
      if (each.atSocket() && !owed(each, within)) {
        continue;
      }
      List<Fallen> fallen = noEnders.fallen(each);
      Site site = (owed || !fallen.isEmpty()) && each.goesOn() ? sites.in(seen.stack) : Site.OTHER;
      if (site != Site.OTHER) {
        String type = each.type();
        Need need = each.atSocket() ? Need.Gone.inside(type) : need(type, fallen);
        Request request = sites.request(seen);
        likely.add(seen.thread, site, type, each.since(), need, request, each.never());
      }
    }
  }

  /**
   * Whether the other end owes it something: it has sent before, or a thread waits at every end. A
   * server that has nothing to do only receives.
   */
  private boolean owed(StandingWait wait, @Nullable Within within) {
    return within != null
        && within.at() - wait.since() >= 0
        && (wait.sent() || noEnders.atSockets() >= within.ends());
  }

  /** Which of several exceptions it was is not known. */
  private static Need need(String type, List<Fallen> fallen) {
    if (fallen.size() != 1) {
      return Need.Gone.still(type);
    }
    Fallen only = fallen.get(0);
    return Need.Gone.still(type, only.thread(), only.failure().text());
  }
}

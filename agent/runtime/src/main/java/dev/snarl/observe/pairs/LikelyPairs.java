package dev.snarl.observe.pairs;

import dev.snarl.observe.code.InnerTasks;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.live.Places;
import dev.snarl.observe.locks.LockWait;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.sites.Look;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Notes;
import dev.snarl.observe.slots.Reply;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Resolver;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.observe.wakes.EndedWaits;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.snapshot.Certainty;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Odds;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SnarlSlot;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call made synchronous without a future: a thread gives away a task, or starts a thread, and
 * waits at a latch, at a reply queue, in {@code Object.wait} or {@code join} until that is done; or
 * for a future that nobody is known to complete. That the one waits for the other is likely where
 * the task that it gave away last holds what it waits for, or such tasks ended such waits before,
 * it gave away no other shortly before, each wait is at an object of its own, or the first where
 * the task's code ends such waits, and it waits for most of the time in which such tasks run. The
 * observer's thread only.
 */
public final class LikelyPairs {
  private static final int ASKED_EACH_TICK = 64;
  private static final int LOOKS_EACH_TICK = 4;
  private static final int MONITORS_EACH_TICK = 8;
  private static final int MOST_HABITS = 1_000;
  private static final long YOUNG = 10_000_000_000L;

  private final Sites sites;
  private final PairSampler pairs;
  private final EndedWaits ended;
  private final TaskContents contents;
  private final Map<String, Habit> habits = new HashMap<>();
  private final List<SnarlSlot> givers = new ArrayList<>();
  private final List<SnarlSlot> busy = new ArrayList<>();
  private final Map<Integer, @Nullable Run> runs = new HashMap<>();
  private List<Candidate> candidates = new ArrayList<>();
  private final Monitors monitors = new Monitors();
  private int monitorsLeft;
  private int nextGiver;
  private int nextLook;

  public LikelyPairs(Sites sites, PairSampler pairs, Wakers wakers, TaskContents contents) {
    this.sites = sites;
    this.pairs = pairs;
    this.ended = wakers.ended();
    this.contents = contents;
  }

  public void begin() {
    givers.clear();
    busy.clear();
  }

  public void slot(SnarlSlot slot, long now) {
    if (slot.timed() != null || (slot.startedAt != 0 && now - slot.startedAt < YOUNG)) {
      busy.add(slot);
    }
    if (slot.given != 0) {
      givers.add(slot);
    }
  }

  /** Finds what runs of what was given away. */
  private void findRuns() {
    runs.clear();
    if (givers.isEmpty()) {
      return;
    }
    int[] wanted = givers.stream().mapToInt(giver -> giver.given).sorted().toArray();
    for (SnarlSlot slot : busy) {
      Thread owner = slot.owner;
      Object task = slot.timed();
      if (owner != null && task != null) {
        runs(owner, task, wanted);
      }
      if (owner != null && slot.startedAt != 0) {
        runs(owner, owner, wanted);
      }
    }
  }

  private void runs(Thread worker, Object task, int[] wanted) {
    int hash = System.identityHashCode(task);
    if (Arrays.binarySearch(wanted, hash) >= 0) {
      runs.put(hash, runs.containsKey(hash) ? null : new Run(worker, task)); // of two, neither
    }
  }

  public void tick(Resolver resolver, Looks looks, long now, long elapsed) {
    candidates = new ArrayList<>();
    findRuns();
    monitorsLeft = MONITORS_EACH_TICK;
    int asked = 0;
    int possible = 0;
    for (int i = 0; i < givers.size() && !runs.isEmpty(); i++) {
      SnarlSlot giver = givers.get((nextGiver + i) % givers.size());
      Thread waiter = giver.owner;
      Run run = runs.get(giver.given);
      if (run == null || waiter == null || run.worker() == waiter || !giver.givenAlone) {
        continue;
      }
      possible++;
      if (asked < ASKED_EACH_TICK) {
        asked++;
        ask(giver, waiter, run, resolver, now);
      }
    }
    nextGiver++;
    int most = Math.min(LOOKS_EACH_TICK, candidates.size());
    long weight = most == 0 ? 0 : elapsed * candidates.size() / most * possible / asked;
    for (int i = 0; i < most; i++) {
      Candidate chosen = candidates.get(Math.floorMod(nextLook++, candidates.size()));
      look(chosen, looks, now, weight, candidates.size() / most);
    }
  }

  /** A thread whose task runs. */
  private void ask(SnarlSlot giver, Thread waiter, Run run, Resolver resolver, long now) {
    Object body = run.body();
    if (habits.size() >= MOST_HABITS) {
      habits.clear();
    }
    Habit habit =
        habits.computeIfAbsent(InnerTasks.innermost(body).getClass().getName(), key -> new Habit());
    Object blocker = LockSupport.getBlocker(waiter);
    Waiting known = Waiting.in(giver);
    if (!LockWait.waits(JdkCalls.state(waiter))
        || (known != null
            && known.tells() // as no subscriber of Mono.block() does
            && !(resolver.need(known.future()) instanceof Need.Unknown))) {
      habit.seen(false);
      return;
    }
    Object awaited = known != null && (known.tells() || blocker == null) ? known.future() : blocker;
    if (several(awaited) || (awaited == null && monitorsLeft-- <= 0)) {
      return;
    }
    Monitors.Waited monitor = awaited == null ? monitors.waited(waiter) : null;
    boolean ends = monitor != null && run.thread() && monitor.is(run.worker());
    boolean held =
        ends
            || (contents.holds(
                    body, each -> each == awaited || (monitor != null && monitor.is(each)))
                // it may hold a future only to name it
                && (!(awaited instanceof CompletableFuture) || contents.ends(body, awaited)));
    if (!held && awaited == null) {
      habit.seen(false);
      return;
    }
    Notes notes = Notes.of(giver);
    Reply last = notes.reply;
    int waited = monitor == null ? System.identityHashCode(awaited) : monitor.hash();
    int node =
        monitor == null
            ? System.identityHashCode(Places.object(awaited, "firstWaiter"))
            : monitor.episode();
    Reply reply = last;
    if (last == null || last.given != giver.given) {
      boolean fresh =
          ends
              || (last != null && last.blocker != waited)
              || (last == null && held && awaited != null && contents.ends(body, awaited));
      String type = monitor == null ? "" : monitor.type();
      reply = new Reply(giver.given, waited, node, fresh, ends, type, now);
      notes.reply = reply;
    } else if (last.blocker != waited || last.node != node) {
      habit.seen(false); // it was woken while the task runs: what it gets is no single answer
      return;
    }
    if (held && !ends) {
      habit.seen(true);
    }
    if (reply != null && reply.fresh) {
      candidates.add(new Candidate(giver, waiter, blocker, awaited, run, reply, habit, held));
    }
  }

  /** A latch that more than one task must count down. */
  private static boolean several(@Nullable Object blocker) {
    return blocker != null
        && blocker.getClass().getName().equals("java.util.concurrent.CountDownLatch$Sync")
        && Places.integer(blocker, "state") > 1;
  }

  /**
   * @param like how many candidates it stands for
   */
  private void look(Candidate candidate, Looks looks, long now, long weight, int like) {
    looks.at(
        candidate.waiter(),
        seen -> {
          candidate.reply().site = null;
          if (!candidate.reply().ends || joins(seen.stack)) {
            candidate.reply().site = sites.in(seen.stack);
            candidate.reply().request = sites.request(seen);
          }
          if (candidate.reply().ends) {
            candidate.habit().seen(candidate.reply().site != null);
          }
        });
    looks.at(
        candidate.run().worker(),
        seen -> {
          Look at = seen.look(sites, now);
          Site site = candidate.reply().site;
          ask(candidate, seen.stack, like);
          if (at.held() && site != null && candidate.likely()) {
            PairSampler.Pair pair =
                pairs.held(
                    candidate.giver(),
                    candidate.waiter(),
                    -1L - (candidate.reply().given & 0xffff_ffffL),
                    site,
                    candidate.run().worker(),
                    at,
                    weight);
            pair.likely = true;
            pair.odds = candidate.odds();
          }
        });
  }

  /** Whether such tasks end such waits, where this one holds nothing that would tell. */
  private void ask(Candidate candidate, StackTraceElement[] stack, int like) {
    Site site = candidate.reply().site;
    Object blocker = candidate.blocker();
    if (candidate.held() || site == null || blocker == null || !ended.know(site, blocker)) {
      return;
    }
    Odds odds = ended.by(candidate.run().worker(), stack, site, blocker);
    candidate.reply().wakes = odds == null ? 0 : odds.times();
    candidate.reply().wakesSeen = odds == null ? 0 : odds.of();
    candidate.habit().seen(odds != null, like);
  }

  private static boolean joins(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals("join") && frame.getClassName().equals("java.lang.Thread")) {
        return true;
      }
      if (!frame.getClassName().startsWith("java.lang.")) {
        return false;
      }
    }
    return false;
  }

  /** Adds what is likely of what is not known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (Candidate each : candidates) {
      Site site = each.reply().site;
      if (site != null && each.likely() && records.size() < WaitsGoingOn.IN_A_SNAPSHOT) {
        Object awaited = each.awaited();
        likely.add(
            each.waiter(),
            site,
            awaited == null ? each.reply().type : Blockers.type(awaited),
            each.reply().since,
            threads.running(
                each.run().body().getClass().getName(),
                each.run().worker(),
                Certainty.LIKELY,
                each.odds()),
            each.reply().request);
      }
    }
  }
}

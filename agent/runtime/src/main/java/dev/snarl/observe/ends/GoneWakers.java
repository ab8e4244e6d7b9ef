package dev.snarl.observe.ends;

import dev.snarl.observe.code.LaterCalls;
import dev.snarl.observe.code.Rest;
import dev.snarl.observe.code.TaskCode;
import dev.snarl.observe.code.TaskCodes;
import dev.snarl.observe.code.TaskContents;
import dev.snarl.observe.code.ThreadWork;
import dev.snarl.observe.ends.EndedWakers.Ended;
import dev.snarl.observe.ends.SkippedWakes.Skip;
import dev.snarl.observe.live.AgentThread;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.locks.Monitors;
import dev.snarl.observe.pools.KnownExecutors;
import dev.snarl.observe.pools.QueuedTasks;
import dev.snarl.observe.sites.Idle;
import dev.snarl.observe.sites.Looks;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Site;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.sites.ThreadLook;
import dev.snarl.observe.waits.LikelyWaits;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.waits.WaitsGoingOn;
import dev.snarl.observe.wakes.ArmedWait;
import dev.snarl.observe.wakes.WakeStacks;
import dev.snarl.observe.wakes.Wakers;
import dev.snarl.observe.wakes.WakesAt.Usual;
import dev.snarl.snapshot.Need;
import dev.snarl.snapshot.Wait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waits that likely nobody will end, since what ended such waits before has ended itself: the
 * thread that took from a full queue; a thread, a periodic task or the task of this very wait that
 * threw an exception; the only thread that gave anything to do, if it threw one. Or since the
 * thread that takes from a full queue puts into another, which is full too. Or since a task threw
 * that would have ended it on a later line, or all that could end it have returned. Silent while
 * any thread of its kind is in the same task, while the queue of an executor holds what is waited
 * for, and where a wait for something to do may be meant. The observer's thread only.
 */
public final class GoneWakers {
  private static final int MOST = 64;
  private static final int OTHERS = 64;
  private static final String QUEUE = "java.util.concurrent.BlockingQueue";

  private final Sites sites;
  private final Names names;
  private final Wakers wakers;
  private final Failures failures;
  private final Holders holders;
  private final EndedWakers endedWakers;
  private final EndedTasks endedTasks;
  private final Monitors monitors = new Monitors();
  private final NotifiedWaits notified;
  private final DeadGivers deadGivers;
  private final TaskCodes codes;
  private final VirtualCode virtual;
  private final List<Suspect> suspects = new ArrayList<>();

  public GoneWakers(
      Sites sites,
      Names names,
      Wakers wakers,
      Failures failures,
      KnownExecutors executors,
      QueuedTasks tasks,
      TaskContents contents,
      Predicate<Consumer<Thread>> virtual) {
    this.sites = sites;
    this.names = names;
    this.wakers = wakers;
    this.failures = failures;
    this.holders = new Holders(executors, tasks, contents, virtual);
    this.endedWakers = new EndedWakers(sites, names, wakers.ended(), failures);
    this.endedTasks = new EndedTasks(executors, tasks, contents, names, virtual, monitors);
    this.codes = contents.codes;
    this.virtual = new VirtualCode(virtual, codes);
    this.notified = new NotifiedWaits(sites, monitors);
    this.deadGivers = new DeadGivers(sites, wakers.ended(), failures, monitors);
  }

  /**
   * Looks at waits that nobody has ended.
   *
   * @param all the platform threads
   */
  public void tick(Looks looks, Thread[] all, long now) {
    failures.take(sites, names);
    for (ArmedWait wait : wakers.unended()) {
      Object blocker = LockSupport.getBlocker(wait.wake.thread);
      if (blocker != null && !Idle.is(wait.stack)) {
        suspects.add(new Suspect(wait, blocker, monitors));
      }
    }
    notified.tick(looks, all, now, suspects::add);
    deadGivers.tick(looks, all, now, suspects::add);
    endedTasks.tick(all);
    if (suspects.size() > MOST) {
      suspects.removeIf(each -> each.gone() == null && each.asked());
    }
    suspects.removeIf(each -> !each.goesOn() || (each.due(now) && !ask(each, looks, all)));
  }

  /** Whether one is found or looked for. Idle waits, of which nothing is gone, do not count. */
  public boolean any() {
    return suspects.stream().anyMatch(each -> each.gone() != null || each.unseen > 0);
  }

  /** Returns false if nothing is known of who ends such waits, nor may be later. */
  private boolean ask(Suspect suspect, Looks looks, Thread[] all) {
    Object waitedFor = suspect.waitedFor();
    boolean idle = suspect.idle();
    Skip skip = idle ? null : failures.skipped(waitedFor == null ? suspect.blocker : waitedFor);
    if (skip != null) {
      pursue(suspect, skipped(skip), looks, all);
      return true;
    }
    Usual usual = endedWakers.usual(suspect, suspects);
    Ended ended = usual == null ? null : endedWakers.of(suspect, usual, suspects);
    ended = ended == null && !idle ? returned(suspect, waitedFor) : ended;
    if (ended == null) {
      suspect.notGone();
      return usual != null || LaterCalls.may(waitedFor) || suspect.asksSoon();
    }
    pursue(suspect, ended, looks, all);
    return true;
  }

  private @Nullable Ended returned(Suspect suspect, @Nullable Object waitedFor) {
    String own = suspect.own();
    if (own == null && !EndedTasks.may(waitedFor)) {
      return null;
    }
    EndedTasks.Had had = endedTasks.of(own, suspect.wait.stack, suspect::again);
    return had == null
        ? null
        : new Ended(
            had.gone(suspect.type(), waitedFor), had.group(), null, had.methods(), true, null);
  }

  private static Ended skipped(Skip skip) {
    Need.Gone gone =
        new Need.Gone(
            skip.type(),
            skip.thread(),
            skip.in(),
            skip.failure().text(),
            skip.call(),
            null,
            false,
            null);
    return new Ended(gone, skip.group(), null, List.of(skip.in()), true, null);
  }

  /** Looks at all that could still do it. */
  private void pursue(Suspect suspect, Ended ended, Looks looks, Thread[] all) {
    if (!holders.mayLook()) {
      suspect.again();
      return;
    }
    WaitedFor wanted = suspect.wanted();
    boolean held =
        ended.had()
            ? holders.any(wanted, all, suspect::waitsToo)
            : holders.queued(wanted, ended.pool())
                || holders.queued(task -> leads(suspect, ended, codes.read(task)));
    if (held || virtualMay(suspect, ended)) {
      suspect.notGone();
      return;
    }
    List<Thread> others = others(suspect, ended, all);
    suspect.served = !AllStacks.few(all) && others.size() > OTHERS;
    suspect.unseen = suspect.served ? 0 : others.size();
    suspect.settle(ended.gone(), ended.stuck());
    for (int i = 0; i < suspect.unseen; i++) {
      looks.at(
          others.get(i),
          seen -> {
            suspect.unseen--;
            suspect.served |= does(ended, seen) || comes(suspect, ended, seen);
            suspect.settle(ended.gone(), ended.stuck());
          });
    }
  }

  /** Those that may do it in its place: all threads, or where there are many those of its name. */
  private List<Thread> others(Suspect suspect, Ended ended, Thread[] all) {
    List<Thread> others = new ArrayList<>();
    for (Thread thread : all) {
      if (!(thread instanceof AgentThread)
          && thread != suspect.wait.wake.thread
          && thread != ended.stuck()
          && JdkCalls.state(thread) != Thread.State.TERMINATED
          && !(ended.had() && suspect.waitsToo(thread))
          && (AllStacks.few(all) || kin(ended, thread))) {
        others.add(thread);
      }
    }
    return others;
  }

  private boolean kin(Ended ended, Thread thread) {
    return names.group(thread.getName()).equals(ended.group());
  }

  private boolean does(Ended ended, ThreadLook.Seen seen) {
    return WakeStacks.in(seen.stack, ended.in())
        || (kin(ended, seen.thread)
            && WakeStacks.task(seen.stack, sites).equals(ended.gone().what()));
  }

  /** Whether the code that is still to come on the stack leads to what did it, or does it. */
  private boolean comes(Suspect suspect, Ended ended, ThreadLook.Seen seen) {
    if (!Rest.comes(seen.thread)) {
      return false;
    }
    Object waits = ThreadWork.of(suspect.wait.wake.thread);
    Rest rest = Rest.of(seen, codes, waits == null ? null : waits.getClass());
    return may(suspect, ended, rest);
  }

  /** Whether a virtual thread's task leads to what did it, or does it. */
  private boolean virtualMay(Suspect suspect, Ended ended) {
    List<Rest> rests = holders.looking(virtual::all);
    return rests == null
        ? may(suspect, ended, null)
        : rests.stream().anyMatch(rest -> may(suspect, ended, rest) || rest.mayEndAny());
  }

  private static boolean may(Suspect suspect, Ended ended, @Nullable Rest rest) {
    return leads(suspect, ended, rest == null ? null : rest.code())
        || (rest != null && ended.had() && rest.calls(suspect.calls()));
  }

  private static boolean leads(Suspect suspect, Ended ended, @Nullable TaskCode code) {
    if (code == null) {
      suspect.again(); // a class file is to be read first
      return true;
    }
    return code.methods().contains(ended.gone().what())
        || !Collections.disjoint(code.methods(), ended.in());
  }

  /** Adds what is likely of threads of which nothing is known. */
  public void addTo(List<Wait> records, Threads threads, long now) {
    LikelyWaits likely = new LikelyWaits(records, threads, now);
    for (Suspect each : suspects) {
      Need.Gone gone = each.gone();
      if (gone != null && each.goesOn() && records.size() < WaitsGoingOn.IN_A_SNAPSHOT) {
        ArmedWait wait = each.wait;
        Thread thread = wait.wake.thread;
        Site site = wait.place.site();
        Thread stuck = each.stuck();
        if (stuck == null) {
          likely.add(thread, site, gone.task(), wait.since, gone, null);
        } else {
          likely.addHeld(thread, site, QUEUE, wait.since, Need.How.TAKING, List.of(stuck), null);
        }
      }
    }
  }
}

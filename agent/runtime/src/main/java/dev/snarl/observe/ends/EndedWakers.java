package dev.snarl.observe.ends;

import dev.snarl.observe.ends.Failures.Failure;
import dev.snarl.observe.live.JdkCalls;
import dev.snarl.observe.sites.Names;
import dev.snarl.observe.sites.Sites;
import dev.snarl.observe.slots.Waiting;
import dev.snarl.observe.waits.Blockers;
import dev.snarl.observe.waits.Threads;
import dev.snarl.observe.wakes.ArmedWait;
import dev.snarl.observe.wakes.EndedWaits;
import dev.snarl.observe.wakes.WakeStacks;
import dev.snarl.observe.wakes.Waker;
import dev.snarl.observe.wakes.WakesAt;
import dev.snarl.observe.wakes.WakesAt.Usual;
import dev.snarl.snapshot.Need;
import java.util.List;
import java.util.concurrent.SnarlProbe;
import java.util.concurrent.SnarlSlot;
import org.jspecify.annotations.Nullable;

/**
 * Who used to end the waits at a line, and whether that has ended itself: the thread, or by an
 * exception its task; or cannot go on, as it waits at a full queue too. The observer's thread only.
 */
final class EndedWakers {
  /** A task often fails before its waiter is seen waiting. */
  private static final long SLACK = 2_000_000_000L;

  /**
   * What is gone.
   *
   * @param group of its thread
   * @param pool whose tasks did the same, or null
   * @param in methods that end such waits
   * @param had whether it had what is waited for, so that others who have it are looked for
   * @param stuck the thread that would do it, where that has not ended but waits so itself
   */
  record Ended(
      Need.Gone gone,
      String group,
      @Nullable Long pool,
      List<String> in,
      boolean had,
      @Nullable Thread stuck) {}

  private final Sites sites;
  private final Names names;
  private final EndedWaits waits;
  private final Failures failures;

  EndedWakers(Sites sites, Names names, EndedWaits waits, Failures failures) {
    this.sites = sites;
    this.names = names;
    this.waits = waits;
    this.failures = failures;
  }

  /** Who usually ends such a wait, or takes from the full queue; null if that is not clear. */
  @Nullable Usual usual(Suspect suspect, List<Suspect> suspects) {
    WakesAt wakes = waits.at(suspect.wait.place);
    Usual usual = wakes == null ? null : wakes.usual();
    return usual == null && WakeStacks.puts(suspect.wait.stack)
        ? taker(suspect.blocker, suspects)
        : usual;
  }

  /** Who alone takes from the queue into which threads wait to put, as far as any line tells. */
  @SuppressWarnings("ReferenceEquality") // it is an identity
  private @Nullable Usual taker(Object full, List<Suspect> suspects) {
    for (Suspect each : suspects) {
      Usual taker = each.blocker == full ? waits.taker(each.wait.place.site()) : null;
      if (taker != null) {
        return taker;
      }
    }
    return null;
  }

  /** Null unless what ended such waits has ended itself, or cannot go on, as far as that shows. */
  @Nullable Ended of(Suspect suspect, Usual usual, List<Suspect> suspects) {
    ArmedWait wait = suspect.wait;
    WakesAt wakes = waits.at(wait.place);
    boolean puts = WakeStacks.puts(wait.stack);
    Waker waker = usual.waker();
    String group = names.group(wait.wake.thread.getName());
    if (waker.task().isEmpty()
        || (waker.group().equals(group)
            && waker.task().equals(WakeStacks.task(wait.stack, sites)))) {
      return null; // what takes turns at it may have it
    }
    Thread thread = usual.thread();
    boolean ended =
        thread == null ? usual.only() : JdkCalls.state(thread) == Thread.State.TERMINATED;
    Failure failure = failures.of(waker);
    if (failure != null && wakes != null && failure.at() < wakes.latest() - SLACK) {
      failure = null; // others like it have ended such waits since
    }
    boolean once = once(suspect.blocker);
    boolean own = failure != null && once && began(wait) <= failure.at() + SLACK;
    boolean thrown = failure != null && (ended || puts || own || failure.periodic());
    Thread stuck = !thrown && !ended && puts && putsToo(thread, suspects) ? thread : null;
    if (!thrown && stuck == null && !(ended && usual.last() && (puts || once))) {
      return null;
    }
    if (suspect.idle() && !(thrown && ended && usual.only())) {
      return null; // somebody else may bring it something to do
    }
    Need.Gone gone =
        new Need.Gone(
            suspect.type(),
            thread == null ? EndedTasks.threads(waker.group()) : Names.cut(Threads.name(thread)),
            waker.task(),
            failure == null ? null : failure.text(),
            null,
            null,
            puts,
            usual.odds());
    return new Ended(gone, waker.group(), waker.pool(), usual.in(), false, stuck);
  }

  /** Whether it waits for long itself to put into a full queue. */
  @SuppressWarnings("ReferenceEquality") // a thread's equals may be the application's
  private static boolean putsToo(@Nullable Thread thread, List<Suspect> suspects) {
    return suspects.stream()
        .anyMatch(
            each ->
                each.wait.wake.thread == thread
                    && WakeStacks.puts(each.wait.stack)
                    && each.goesOn());
  }

  /** Whether each such wait is at an object of its own, which ends no other. */
  private static boolean once(Object blocker) {
    String type = Blockers.type(blocker);
    return type.equals("java.util.concurrent.CompletableFuture")
        || type.equals("java.util.concurrent.CountDownLatch");
  }

  private static long began(ArmedWait wait) {
    SnarlSlot slot = SnarlProbe.slotOf(wait.wake.thread);
    Waiting waiting = slot == null ? null : Waiting.in(slot);
    return waiting == null ? wait.since : waiting.parkedAt();
  }
}
